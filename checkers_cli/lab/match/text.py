"""The results of a match in words and tables, and its score while it is played."""

from collections.abc import Sequence

from checkers_cli.lab.match.elo import Elo, Sprt, Tally, elo_difference
from checkers_cli.lab.match.matches import FORFEITS, Match
from checkers_cli.lab.match.standings import MatchResults, Standing
from checkers_cli.util.text import plural


def match_report(results: MatchResults) -> list[str]:
    """The lines that people read."""
    settings = results.settings
    ended = "" if results.finished else f" of {settings.games * len(settings.pairs)}"
    lines = [
        f"{settings.variant}, {results.games}{ended} games, "
        f"openings of {plural(settings.opening, 'random ply', 'random plies')}, "
        f"seed {settings.seed}, draws after {plural(settings.rounds, 'round')}",
        "",
        *_standings(results),
    ]
    if len(results.bots) > 2:
        lines += ["", *_cross_table(results), ""]
    else:
        lines += ["", f"Elo difference: {elo_words(results.elo)} (95 %)"]
    if settings.sprt is not None:
        lines.append(_sprt_words(settings.sprt, results))
    lines.append(f"average length: {results.plies:.1f} plies")
    return [*lines, f"time per action: {_times(results.bots)}"]


def _standings(results: MatchResults) -> list[str]:
    """A row for each bot: two bots as they were named, more of them with the best first."""
    many = len(results.bots) > 2
    forfeited = any(any(bot.forfeits) for bot in results.bots)
    head = ["", "wins", "draws", "losses", "score"]
    head += [f"as {results.settings.rules.player(black)}" for black in (True, False)]
    head += FORFEITS if forfeited else []
    head += ["Elo to the others"] if many else []
    rows = []
    for place, number in enumerate(results.ranked if many else range(2), 1):
        bot = results.bots[number]
        row = [f"{place}. {bot.name}" if many else bot.name, *map(str, bot.tally)]
        row += [f"{bot.tally.score:.1%}".replace("%", " %"), *map(_short, (bot.black, bot.white))]
        row += map(str, bot.forfeits) if forfeited else []
        row += [elo_words(elo_difference(bot.tally))] if many else []
        rows.append(row)
    return _table([head, *rows])


def _short(tally: Tally) -> str:
    return f"+{tally.wins} ={tally.draws} -{tally.losses}"


def _cross_table(results: MatchResults) -> list[str]:
    """The results of each bot against each other bot, the best first."""
    ranked = results.ranked
    rows = [["", *(f"{place}." for place in range(1, len(ranked) + 1))]]
    for place, one in enumerate(ranked, 1):
        row = [f"{place}. {results.bots[one].name}"]
        row += ["" if one == other else _short(results.against(one, other)) for other in ranked]
        rows.append(row)
    return _table(rows)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as they need to be: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def elo_words(elo: Elo) -> str:
    """A difference with its error, or with the end of its interval that is known."""
    if elo.difference is not None and elo.error is not None:
        return f"{_signed(elo.difference)} ± {elo.error:.0f}"
    known = "" if elo.difference is None else f"{_signed(elo.difference)}, "
    if elo.low is not None:
        return f"{known}at least {_signed(elo.low)}"
    if elo.high is not None:
        return f"{known}at most {_signed(elo.high)}"
    return f"{known}no bounds" if known else "unknown"


def _signed(elo: float) -> str:
    return f"{round(elo):+d}"


def _sprt_words(sprt: Sprt, results: MatchResults) -> str:
    ratio, accepted = results.sprt or (0.0, None)
    name = results.bots[0].name
    low, high = sprt.bounds
    where, verdict = {
        None: (f"between {low:.2f} and {high:.2f}", "neither is accepted"),
        0: (f"at or below {low:.2f}", f"H0 is accepted: {name} is not {sprt.elo1:g} Elo stronger"),
        1: (
            f"at or above {high:.2f}",
            f"H1 is accepted: {name} is more than {sprt.elo0:g} Elo stronger",
        ),
    }[accepted]
    return (
        f"SPRT of {sprt.elo0:g} Elo (H0) against {sprt.elo1:g} (H1): the log-likelihood ratio is "
        f"{ratio:.2f}, {where}; {verdict}"
    )


def _times(bots: Sequence[Standing]) -> str:
    return ", ".join(f"{bot.name} {_time(bot.time)}" for bot in bots)


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def running_score(match: Match) -> str:
    """The score of a match between two bots so far; empty for more than two bots."""
    return _short(match.first_tally) if len(match.settings.bots) == 2 else ""
