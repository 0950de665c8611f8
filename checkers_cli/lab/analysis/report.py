"""The analysis of a game's last position, as text and as data."""

from textwrap import wrap
from typing import NamedTuple

from checkers_cli.lab.analysis.plans import described
from checkers_cli.lab.games.game import Game, GameOutcome
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import Variant
from checkers_cli.script.transcript import boxed_board as boxed
from checkers_cli.search.evaluation import Evaluation
from checkers_cli.search.searches import DEEPEST_SEARCH, Engine, SearchPlan, SearchResult

_DRAWN = "drawn"
_LABELS = 13  # columns for the words on the left
_WIDTH = 88


class Analysis(NamedTuple):
    """A game, and the result of searching its last position."""

    game: Game
    evaluation: Evaluation
    result: SearchResult


def analyse(game: Game, evaluation: Evaluation, plan: SearchPlan) -> Analysis:
    """Search the last position of a game."""
    return Analysis(game, evaluation, Engine(evaluation, plan).search(game.state))


def analysis_text(analysis: Analysis, times: bool = True) -> list[str]:
    """The board and the result, line by line."""
    result = analysis.result
    lines = heading(analysis.game)
    if result.action is None:
        return [*lines, ending(analysis.game.variant, analysis.game.outcome)]
    evaluation = analysis.evaluation
    pairs = [
        ("best", result.action.name),
        ("value", f"{worth(analysis.game, result, evaluation)}  ({evaluation.name})"),
        ("line", " ".join(action.name for action in result.line)),
        ("search", described(result.plan)),
        ("depth", reached(result)),
        ("nodes", f"{result.nodes:,}"),
        ("cut-offs", f"{result.cutoffs:,}"),
        ("re-searches", f"{result.researches:,}"),
        ("table hits", f"{result.table_hits:,}"),
    ]
    if times:
        pairs.append(("time", f"{seconds(result)}, {speed(result):,} nodes a second"))
    if (outcome := analysis.game.outcome) is not None:  # a draw: there still are actions
        note = f"{ending(analysis.game.variant, outcome)}; what follows is as if it went on"
        lines += [*wrap(note, _WIDTH), ""]
    for label, text in pairs:
        first, *more = wrap(text, _WIDTH - _LABELS)
        lines += [f"{label:{_LABELS}}{first}", *(" " * _LABELS + line for line in more)]
    return lines


def analysis_data(analysis: Analysis, times: bool = True) -> dict[str, object]:
    """The analysis as plain data; the value is in points, to black."""
    game, result, plan = analysis.game, analysis.result, analysis.result.plan
    outcome = game.outcome
    data: dict[str, object] = {
        **position_data(game),
        "over": outcome.reason if outcome is not None else None,
        "best": result.action.name if result.action is not None else None,
        **value_data(game, result, analysis.evaluation),
        "line": [action.name for action in result.line],
        "evaluation": analysis.evaluation.name,
        "search": plan.search,
        "asked": {name: value for name, value in plan._asdict().items() if name in _ASKED},
        "depth": result.depth,
        "nodes": result.nodes,
        "cutoffs": result.cutoffs,
        "researches": result.researches,
        "table_hits": result.table_hits,
    }
    if times:
        data |= {"seconds": result.seconds, "nodes_per_second": speed(result)}
    return data


_ASKED = ("depth", "seconds", "nodes", "deepening", "table", "ordering", "quiescence")


def position_data(game: Game) -> dict[str, object]:
    """The variant, the position and the player to act, as data."""
    variant, state = game.variant, game.state
    return {
        "variant": variant.name,
        "position": variant.write(state),
        "to_act": variant.player(state.black_to_act),
    }


def value_data(game: Game, result: SearchResult, evaluation: Evaluation) -> dict[str, object]:
    """The value of a position as data: points to black, or who wins."""
    decided = decision(game, result)
    return {
        "value": None if decided is not None else result.value / evaluation.unit,
        "decided": decided,
    }


def decision(game: Game, result: SearchResult) -> str | None:
    """Who wins, or that the game is drawn; None if the search cannot tell."""
    variant, state = game.variant, game.state
    if result.winner is not None:
        return variant.player(result.winner)
    # Without men a game ends when the board is full, and there is an action for each empty cell.
    to_the_end = not variant.has_men and result.depth >= len(state.actions())
    return _DRAWN if to_the_end else None


def worth(game: Game, result: SearchResult, evaluation: Evaluation) -> str:
    """The value of a position in words."""
    decided = decision(game, result)
    if decided is not None:
        return decided if decided == _DRAWN else f"{decided} wins"
    if result.value == 0:
        return "even"
    points = abs(result.value) / evaluation.unit
    ahead = game.variant.player(result.value > 0)
    return f"{ahead} is ahead by {points:g} point{'' if points == 1 else 's'}"


def ending(variant: Variant, outcome: GameOutcome | None) -> str:
    """How a game ended, in words."""
    if outcome is None:
        return "the game goes on"
    if outcome.winner is None:
        return f"drawn: {outcome.reason}"
    return f"{variant.player(outcome.winner)} wins: {outcome.reason}"


def reached(result: SearchResult) -> str:
    """The depth that a search reached, and the depth asked for if it ended earlier."""
    asked = result.plan.depth
    early = result.depth < asked < DEEPEST_SEARCH
    return f"{result.depth} of {asked}" if early else str(result.depth)


def seconds(result: SearchResult) -> str:
    """The time of a search; many take less than a millisecond."""
    if result.seconds >= 1:
        return f"{result.seconds:.2f} s"
    return f"{result.seconds * 1000:.2f} ms"


def speed(result: SearchResult) -> int:
    """Nodes a second."""
    return round(result.nodes / result.seconds) if result.seconds else 0


def heading(game: Game) -> list[str]:
    """The board, the variant and the player to act."""
    variant, state = game.variant, game.state
    who = variant.player(state.black_to_act)
    return [*boxed_position(variant, state), "", f"{variant.name}, {who} to act", ""]


def boxed_position(variant: Variant, state: State) -> list[str]:
    """A position in a box; an empty cell of a game without men shows the number of its action."""
    if variant.has_men:
        return boxed(state).splitlines()
    rows = [list(row) for row in variant.rows(state)]
    for action in state.actions():
        row, column = variant.cells(action.name)[0]
        rows[row][column] = action.name
    rule = "   +" + "---+" * variant.size
    lines = ["   |" + "".join(f"{cell:^3}|" for cell in row) for row in rows]
    return [rule, *(line for row in lines for line in (row, rule))]
