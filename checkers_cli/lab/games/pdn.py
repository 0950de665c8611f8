"""Games as PDN, the Portable Draughts Notation: written, and read back.

Squares have the numbers of draughts, 1 to 32 in reading order (1 is B1). Black begins, so black has
the first action of each numbered pair. The tag Variant names a game other than English draughts.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from checkers_cli.lab.games.game import Game, GameOutcome
from checkers_cli.rules.actions import Action
from checkers_cli.rules.notation import NUMBERED, fen, parse_position
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import ENGLISH, TOWER, VARIANTS, Variant
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import quoted

GAME_TYPE = "21"  # English draughts, in the list of the standard
UNFINISHED = "*"
_LINE_WIDTH = 80  # tags may be longer: they cannot be broken

_NUMBERS = {cell: number for number, cell in enumerate(NUMBERED, 1)}
# The tags that every game has, in the order of the standard.
_UNKNOWN = MappingProxyType(
    {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
)
_TOKEN = re.compile(
    r"""\s*(?:
      \[\s*(?P<tag>\w+)\s+"(?P<value>(?:\\.|[^"\\])*)"\s*\]
    | (?P<skipped>\{[^}]*\} | \$\d+ | \d+\.(?:\s*\.\.)?)
    | (?P<result>1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?=[\s\[]|$)
    | (?P<move>\d{1,2}(?:[-x:]\d{1,2})+)[!?]*(?=[\s{\[$]|$)
    | (?P<wrong>\S+)
    )""",
    re.VERBOSE | re.ASCII,
)


class BadPdn(UnusableInput, ValueError):
    """A text that is not PDN, or an impossible game; its message says why."""


class PdnGame(NamedTuple):
    """A game as written: its tags, and its actions in numbers, such as `22x15x8`."""

    tags: dict[str, str]
    moves: tuple[str, ...]


def pdn_of(
    game: Game, tags: Mapping[str, str] = MappingProxyType({}), outcome: GameOutcome | None = None
) -> str:
    """A game with men as PDN. `outcome` replaces the end by the rules, as after resigning."""
    if not game.variant.has_men:
        raise ValueError(f"{game.variant.name} cannot be written as PDN: it has no men")
    ending = game.outcome if outcome is None else outcome
    result = UNFINISHED if ending is None else ending.pdn
    lines = [_tag(name, value) for name, value in _all_tags(game, tags, result).items()]
    words = list(_numbered(game))
    if ending is not None:
        words += _comment(ending.reason)
    return "\n".join([*lines, "", *_filled([*words, result]), ""]) + "\n"


def _all_tags(game: Game, tags: Mapping[str, str], result: str) -> dict[str, str]:
    """The tags of a game: first those that every game has, then the given ones."""
    found = {name: tags.get(name, unknown) for name, unknown in _UNKNOWN.items()}
    found["Result"] = result
    if game.variant is ENGLISH:
        found["GameType"] = GAME_TYPE
    else:
        found["Variant"] = game.variant.name
    if game.start != game.variant.start:
        found |= {"SetUp": "1", "FEN": fen(game.start, numbered=True)}
    return found | {name: value for name, value in tags.items() if name not in found}


def _tag(name: str, value: str) -> str:
    """A tag in one line, its value escaped."""
    plain = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{plain}"]'


def _comment(text: str) -> list[str]:
    """The words of a comment; braces inside become parentheses."""
    return f"{{{text.strip().replace('{', '(').replace('}', ')')}}}".split()


def _numbered(game: Game) -> Iterator[str]:
    """The actions, black's with their numbers."""
    number = 1
    for state, action in zip(game.states, game.actions, strict=False):
        if state.black_to_act:
            yield f"{number}. {move_of(action)}"
        elif state is game.start:
            yield f"{number}... {move_of(action)}"
        else:
            yield move_of(action)
        if not state.black_to_act:
            number += 1


def move_of(action: Action) -> str:
    """An action in numbers, with all squares that the man stands on."""
    joint = "x" if action.captured else "-"
    return joint.join(map(str, _squares(action)))


def _squares(action: Action) -> list[int]:
    return [_NUMBERS[cell] for cell in re.split("[-x]", action.name)]


def _filled(words: list[str]) -> Iterator[str]:
    """The words, filled into lines."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _LINE_WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line


def read_pdn(text: str) -> list[PdnGame]:
    """The games of a text, as written; `BadPdn` says where the text is not PDN."""
    games: list[PdnGame] = []
    tags: dict[str, str] = {}
    moves: list[str] = []
    for token in _TOKEN.finditer(text.rstrip()):
        if token["wrong"]:
            line = text.count("\n", 0, token.start("wrong")) + 1
            raise BadPdn(f"PDN, line {line}: {quoted(token['wrong'])} does not belong in a game")
        if token["result"] or (token["tag"] and moves):  # tags begin a game, also without a result
            games.append(PdnGame(tags, tuple(moves)))
            tags, moves = {}, []
        if token["tag"]:
            tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif token["move"]:
            moves.append(token["move"])
    if tags or moves:
        games.append(PdnGame(tags, tuple(moves)))
    return games


def game_of(record: PdnGame) -> Game:
    """The game of a record; `BadPdn` says what is impossible in it."""
    name = record.tags.get("Variant", ENGLISH.name)
    kind = record.tags.get("GameType", GAME_TYPE).partition(",")[0]
    if kind != GAME_TYPE:
        raise BadPdn(f"PDN: the GameType {quoted(kind, 20)} is not known here, only {GAME_TYPE}")
    variant = VARIANTS.get(name.lower())
    if variant is None or not variant.has_men:
        raise BadPdn(f"PDN: the Variant {quoted(name, 20)} is not known here")
    start = record.tags.get("FEN")
    game = Game(variant, None if start is None else _position(variant, start))
    for number, move in enumerate(record.moves, 1):
        game.act(_action(game.state, move, number))
    return game


def _position(variant: Variant, text: str) -> State:
    """The position of a FEN with numbers."""
    return parse_position(text, NUMBERED) if variant is TOWER else variant.read(text)


def _action(state: State, move: str, number: int) -> Action:
    """The action of a written move; squares on the way may be left out if only one way fits."""
    squares = [int(square) for square in re.split("[-x:]", move)]
    actions = state.actions()
    found = [one for one in actions if _squares(one) == squares]
    if not found and len(squares) == 2:
        found = [one for one in actions if _squares(one)[:: len(_squares(one)) - 1] == squares]
    if len(found) != 1:
        problem = "can go several ways" if found else "is not a legal action there"
        raise BadPdn(f"PDN: action {number}, {move}, {problem}")
    return found[0]
