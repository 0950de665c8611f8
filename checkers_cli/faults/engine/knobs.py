"""Every decision of the assignment as a named knob, at its right setting by default.

A program is a setting of all knobs. `RIGHT` is the reference; a fault turns some of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache

INT_MIN, INT_MAX = -2147483648, 2147483647


@dataclass(frozen=True)
class Moves:
    """How men act and are promoted: once for the script's actions, once for those of the tree."""

    pieces_move_backward: str = ""  # of which colours: "", "b", "w", "bw"
    pieces_capture_backward: str = ""
    towers_move_backward: str = "bw"
    towers_capture_backward: str = "bw"
    towers_slide: bool = False  # any distance, when they move
    towers_capture_from_afar: bool = False
    straight: bool = False  # one cell along a row or a column as well
    moves: str = "NE SE SW NW"  # the directions in which moves are thought of
    captures: str = "NE SE SW NW"
    shadowed: str = ""  # "SE SW": no action to the SW for a man that has one to the SE
    looks: str = (
        ""  # "SW SE": for a capture to the SW, the man to be jumped is looked for in the SE
    )
    lands: str = ""  # "SW SE": for a capture to the SW, the empty cell is looked for in the SE
    towers_act: bool = True
    over_own: str = ""  # which men of one's own can be captured: "", "towers", "all"
    over_empty: bool = False  # two cells at once, over nothing
    over_towers: bool = True  # whether towers can be captured
    landing_free: bool = True  # whether the cell behind has to be empty
    wraps: bool = False  # beyond column H comes column A of the next row, as in C's arrays
    removes: bool = True  # whether what was jumped is taken off the board
    forced: str = ""  # who must capture if they can: "" nobody, "player", "man"
    second_jump: bool = False  # two jumps in one action
    promotes_by_move: bool = True
    promotes_by_capture: bool = True
    promotes: str = "bw"  # which pieces are ever promoted
    rows_early: int = 0  # how many rows before the furthest one
    promotes_captors: bool = False  # whoever captures is promoted
    promotes_late: bool = False  # not when it gets there, but when the next action is done
    replaces: bool = True  # whether the man leaves the cell that it comes from


@dataclass(frozen=True)
class Reads:
    """How the script is read."""

    first_line: bool = True
    last_line: bool = True
    unended_line: bool = True  # a last line without a newline
    to_blank_line: bool = False  # the first blank line ends it
    commands: str = "AP"  # those that are known
    commands_with_blanks: bool = True  # whether blanks around a command are fine
    commands_with_cr: bool = True  # whether a command is known in a file with CRLF
    upper_cased: bool = False  # g6 is read as G6
    one_digit: bool = False  # A10 is read as A1
    exchanged: bool = False  # rows for columns
    most_actions: int = 0  # so many are read at most; 0: all
    after_error: str = "stop"  # "stop", "command", "actions", "actions, turn lost"


@dataclass(frozen=True)
class Checks:
    """How an action of the script is checked."""

    order: tuple[int, ...] = (1, 2, 3, 4, 5, 6)  # one that is missing is never made
    columns: str = "ABCDEFGH"  # on the board
    rows: str = "0123456789"[1:9]
    opponents: str = "all"  # seen as the opponent's: "all", "pieces", "not my piece", "not mine"
    turn: bool = True  # False: whoever's man it is may act
    light: bool = True  # whether light cells are on the board


@dataclass(frozen=True)
class Tree:
    """How the next action is computed."""

    depth: int = 3
    # Max for min: "", "both", "white", "black", "inner", "root", "root max", "by level"
    exchanged: str = ""
    players: str = "alternate"  # "alternate", "same", "twice", "black", "white"
    ties_black: str = "first"
    ties_white: str = "first"
    cells: str = "rows"  # "columns", "columns upward", "backward", "rows upward", "rows leftward"
    men: str = "mixed"  # "pieces first", "towers first"
    skipped: str = ""  # cells that are not walked over: "A", "H" (columns), "1", "8" (rows)
    prey: str = "mover"  # whose opponent can be captured: the "mover"'s, the "root"'s
    directions: str = "NE SE SW NW"
    arranged: str = ""  # "", "captures first", "moves first"; ", man by man"
    stuck: str = (
        "limit"  # worth of a stuck player: "limit", "zero", "material", "flipped", "INT_MIN"
    )
    blocked: bool = True  # whether a player with men but no action is stuck
    limit_at_leaf: bool = False  # the reading `limits`
    leaf: str = "own"  # whose board a leaf is valued by: its "own", its "parent"'s
    overflows: bool = False  # values are negated, and -INT_MIN is INT_MIN
    best_from: int | None = None  # a value to beat before any child is looked at
    zero_unset: bool = False  # a best value of 0 is taken for none at all
    all_lost: str = "first"  # what is chosen if all actions lose: "first", "none", "last"
    piece: int = 1
    black_tower: int = 3
    white_tower: int = 3
    merged: bool = False  # equal boards of a level are one node
    pruned: bool = False  # alpha-beta
    board_shown: bool = False  # the board after a computed action is the tree's
    chooses: str = "value"  # or "any capture": the first capture, if any; or "first"


@dataclass(frozen=True)
class Prints:
    """How it is all printed."""

    size: str = "BOARD SIZE: 8x8"
    black: str = "#BLACK PIECES: {}"
    white: str = "#WHITE PIECES: {}"
    heads: str = "size black white"  # the lines above the first board
    columns: str = "     A   B   C   D   E   F   G   H"
    rule: str = "   +---+---+---+---+---+---+---+---+"
    rules_between: bool = True
    row: str = " {number} | {men} |"
    between: str = " | "
    empty: str = "."
    upside_down: bool = False
    delimiter: str = "=" * 37
    delimits_scripted: bool = True  # what the delimiter stands before
    delimits_computed: bool = True
    delimits_errors: bool = False
    delimits_winner: bool = False
    delimits_start: bool = False
    delimits_end: bool = False
    title: str = "{mark}{player} ACTION #{number}: {action}"
    mark: str = "*** "
    marks: str = "computed"  # "computed", "all"
    names: tuple[str, str] = ("BLACK", "WHITE")
    named: str = "turn"  # whose name: "turn", "black", "exchanged", "computed black"
    number_from: int = 1
    # "all", "each side", "computed apart", "computed not counted", "computed alike", "nodes"
    numbers: str = "all"
    cost: str = "BOARD COST: {}"
    cost_of: str = "after"  # "after", "before", "value": of a computed action, by the tree
    cost_for: str = "black"  # whose view: "black", "player"
    limit_printed: bool = False  # the reading `limits`
    piece: int = 1
    black_tower: int = 3
    white_tower: int = 3
    board_of: str = "after"
    black_wins: str = "BLACK WIN!"
    white_wins: str = "WHITE WIN!"
    winner: str = "right"  # "right", "other", "none"
    error_1: str = "ERROR: Source cell is outside of the board."
    error_2: str = "ERROR: Target cell is outside of the board."
    error_3: str = "ERROR: Source cell is empty."
    error_4: str = "ERROR: Target cell is not empty."
    error_5: str = "ERROR: Source cell holds opponent's piece/tower."
    error_6: str = "ERROR: Illegal action."
    error_printed: bool = True
    attempt_printed: bool = False  # the title of an illegal action, above its error
    trailing: str = ""  # at the end of every line
    line_end: str = "\n"
    final_newline: bool = True
    blank_after_boards: bool = False
    blank_after_heads: bool = False
    blank_at_end: bool = False


@dataclass(frozen=True)
class Plays:
    """How many actions are computed, and what is said at the end of a game."""

    a: int = 1
    p: int = 10
    p_to_number: bool = False  # P plays until action number ten, whatever was done before
    stops: bool = True  # at the end of the game
    passes: bool = False  # a stuck player passes, and only if both are stuck the game ends
    p_same_player: bool = False
    captor_goes_on: bool = False  # who has captured and can capture again with it stays to act
    towers_act_on: bool = True  # whether who can act with towers only may play on
    blocked_ends: bool = True  # whether a player with men but no action has lost
    # When the winner is printed besides, if the next player is stuck:
    winner_after_p: bool = False
    winner_after_a: bool = False
    winner_at_end: bool = False  # of a script without a command
    winner_always: bool = False  # after P, stuck or not


@dataclass(frozen=True)
class Knobs:
    """A setting of all knobs."""

    script: Moves = field(default_factory=Moves)
    tree_moves: Moves = field(default_factory=Moves)
    reads: Reads = field(default_factory=Reads)
    checks: Checks = field(default_factory=Checks)
    tree: Tree = field(default_factory=Tree)
    prints: Prints = field(default_factory=Prints)
    plays: Plays = field(default_factory=Plays)


REFERENCE = Knobs()
Setting = Mapping[str, object]  # by "group.knob"


def with_setting(knobs: Knobs, setting: Setting) -> Knobs:
    """The knobs with some of them turned; `KeyError` for one that does not exist."""
    groups: dict[str, dict[str, object]] = {}
    for path, value in setting.items():
        group, name = path.split(".")
        if name not in _names(group):
            raise KeyError(path)
        groups.setdefault(group, {})[name] = value
    changed = {group: replace(getattr(knobs, group), **values) for group, values in groups.items()}
    return replace(knobs, **changed)


@cache
def _names(group: str) -> frozenset[str]:
    return frozenset(knob.name for knob in fields(getattr(REFERENCE, group)))


def reference_knobs(
    limits: bool, after_tenth: bool = False, without_command: bool = False
) -> Knobs:
    """The right setting under a reading and the habits that markers may tolerate."""
    return with_setting(
        REFERENCE,
        {
            "tree.limit_at_leaf": limits,
            "prints.limit_printed": limits,
            "plays.winner_after_p": after_tenth,
            "plays.winner_at_end": without_command,
        },
    )
