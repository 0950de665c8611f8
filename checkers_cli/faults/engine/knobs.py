"""The knobs of the slow engine: a named setting for every decision of the assignment.

Every default is what the assignment asks for, so `REFERENCE` is the correct program. A fault is a
program in which some knobs have another value.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TypeVar

INT_MIN, INT_MAX = -2147483648, 2147483647


@dataclass(frozen=True)
class Moves:
    """How men act and are promoted.

    `Knobs` has this group twice, for the script's actions and for the tree, because programs often
    implement the rules twice.
    """

    pieces_move_backward: str = ""  # the colours that can: "", "b", "w", "bw"
    pieces_capture_backward: str = ""
    towers_move_backward: str = "bw"
    towers_capture_backward: str = "bw"
    towers_slide: bool = False  # towers move any distance
    towers_capture_from_afar: bool = False
    # Men also move one cell along a row or a column: "", "all", "column" (along a column only),
    # "ahead" (only forward; towers also backward)
    straight: str = ""
    moves: str = "NE SE SW NW"  # the directions in which moves are generated
    captures: str = "NE SE SW NW"
    shadowed: str = ""  # "SE SW": a man with an action to the SE has none to the SW
    looks: str = ""  # "SW SE": a capture to the SW looks for the man to jump over in the SE
    lands: str = ""  # "SW SE": a capture to the SW looks for the empty cell in the SE
    towers_act: bool = True
    over_own: str = ""  # which own men can be captured: "", "towers", "all"
    over_empty: str = ""  # which men can jump over an empty cell: "", "towers", "all"
    # Which men can capture towers: "all", "none", "pieces", "towers", "black", "white"
    tower_captors: str = "all"
    # "NW A": actions to the NW that end in column A are missing; "* A": all actions; "x AH18": all
    # captures that end in one of these columns and rows
    edge: str = ""
    landing_free: bool = True  # whether the landing cell must be empty
    # Next to column H is column A of the next row, as in a C array: "", "all", "landing" (only for
    # the cell where a capture ends)
    wraps: str = ""
    removes: bool = True  # whether a captured man leaves the board
    # A slip: captures by these men ("pieces", "towers", "all") in this direction remove the man in
    # another direction, or none ("towers SE NE", "all SE none"); "bw backward forward": captures
    # backward by these colours remove the man in front; "all column S": of the two men in the
    # column that is jumped over, the southern one is removed
    removed: str = ""
    forced: str = ""  # who must capture if possible: "" (nobody), "player", "man"
    second_jump: bool = False  # two jumps in one action
    promotes_by_move: bool = True
    promotes_by_capture: bool = True
    promotes: str = "bw"  # the colours that are promoted
    rows_early: int = 0  # how many rows before the furthest row pieces are promoted
    promotes_captors: bool = False  # a piece that captures is promoted
    promotes_late: bool = False  # promotion happens together with the next action
    promotes_again: bool = False  # a tower that reaches the furthest row gets the letter - 32
    demotes: bool = False  # a tower that leaves the furthest row is a piece again
    replaces: bool = True  # whether the source cell is emptied


@dataclass(frozen=True)
class Reads:
    """How the script is read.

    What an odd line does is one of: "skip" (what the assignment asks for), "end" (the script ends
    before it), "A" or "P" (it is taken for that command), "text" (`refusal` is printed, and the
    program ends), "miss" (nothing happens).
    """

    first_line: bool = True
    last_line: bool = True
    unended_line: bool = True  # a last line without a newline
    # A blank line; also "repeat" (the line before it is read again), "count" (as an action)
    blank: str = "skip"
    leading: str = "skip"  # a line with blanks before it
    # Something between an action and its newline; "end": the script ends after the action
    trailing: str = "skip"
    long_row: str = "skip"  # a row of two digits; also "first digit", "by place"
    lower_case: str = "skip"  # a cell in lower case; also "upper", "capitals" (printed so, too)
    commands: str = "AP"  # the commands that are carried out
    command_blanks: str = "skip"  # blanks around a command
    command_indented: bool = True  # whether these are also blanks before it
    command_cr: str = "skip"  # a carriage return after a command
    refusal: str = ""  # for "text"
    exchanged: bool = False  # rows and columns are exchanged
    repeats: str = ""  # what is read twice at the end of the input: "", "action", "line"
    most_actions: int = 0  # how many lines are read; 0: all
    after_error: str = "stop"  # "stop", "command", "actions", "actions, turn lost"
    error_counts: bool = False  # after an error that does not stop it, it is the next turn
    # An action from column A is taken for the command A: "", "at once", "at end" (as the last line
    # of the script), "after error" (as the line with the error), "at end, after error"
    column_a: str = ""
    # After an odd line that is taken for a command the script is read on, up to the next odd line.
    goes_on: bool = False


@dataclass(frozen=True)
class Checks:
    """How an action of the script is checked."""

    order: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    check_1: bool = True  # whether check 1 is made
    check_2: bool = True
    check_3: bool = True
    check_4: bool = True
    check_5: bool = True
    check_6: bool = True
    columns: str = "ABCDEFGH"  # the columns of the board
    rows: str = "12345678"
    bounded: str = "both"  # for which cell that holds, "source" or "target"; else as it should
    opponents: str = "all"  # what check 5 refuses: "all", "pieces", "not my piece", "not mine"
    turn: bool = True  # False: players may also act with the opponent's men
    mover: str = (
        "player"  # whose actions check 6 allows: those of the "player", of the man's "owner"
    )
    light: bool = True  # whether light cells are on the board
    # What a cell outside of the board holds that passes for one on it: "nothing", "something"
    # (neither empty nor a man), "foreign" (taken, and it counts as the opponent's), "array" (the
    # cell at this place of a C array)
    beyond: str = "nothing"
    white_opens: bool = False  # the first action may be white's


@dataclass(frozen=True)
class Tree:
    """How the tree computes the next action."""

    depth: int = 3
    # Where maximum and minimum are exchanged: "", "both", "white", "black", "inner", "root",
    # "root max", "by level"; "w2": where white is to act on level 2; "1": on level 1
    exchanged: str = ""
    players: str = "alternate"  # "alternate", "same", "twice", "black", "white"
    ties_black: str = "first"
    ties_white: str = "first"
    ties_by_cost: bool = False  # of children with the same value the best board is taken
    most_children: int = 0  # how many children a node has at most; 0: all
    cells: str = "rows"  # "columns", "columns upward", "backward", "rows upward", "rows leftward"
    men: str = "mixed"  # "pieces first", "towers first"
    skipped: str = ""  # a column or row without children: "A", "H", "1", "8"
    prey: str = "mover"  # whose opponent is captured: that of the "mover" or of the "root" player
    directions_black: str = "NE SE SW NW"
    directions_white: str = "NE SE SW NW"
    # "", "captures first", "moves first"; ", man by man"; "after first": each child is inserted
    # right after the first one
    arranged: str = ""
    # The value of a node whose player cannot act: "limit", "zero", "material", "flipped",
    # "INT_MIN", "INT_MAX"
    stuck: str = "limit"
    stuck_levels: str = "01234"  # the levels on which it has this value; else the limit
    stuck_players: str = "bw"
    blocked: bool = True  # whether a player with men but no action has lost
    limit_at_leaf: bool = False  # the reading `limits`
    # The board that gives a leaf its value: "own", "parent", "uncaptured" (its own, with the men
    # that the last action captured)
    leaf: str = "own"
    overflows: bool = False  # values are negated in a C int, where -INT_MIN is INT_MIN
    best_from: int | None = None  # the best value before the first child
    zero_unset: bool = False  # a best value of 0 counts as unset
    all_lost: str = "first"  # the choice if all actions lose: "first", "none", "last"
    piece: int = 1
    black_tower: int = 3
    white_tower: int = 3
    # What a tower that is captured takes away from the cost in the tree, if the program keeps the
    # cost instead of counting men
    captured_tower: int = 3
    merged: bool = False  # equal boards on a level share a node
    pruned: bool = False  # alpha-beta
    board_shown: bool = False  # the tree's board becomes the board of the game
    chooses: str = "value"  # "value", "any capture" (the first capture, if any), "first"


@dataclass(frozen=True)
class Prints:
    """How the transcript is printed."""

    size: str = "BOARD SIZE: 8x8"
    # What stands above the first board if the script has no action; "usual": the same as ever
    without_actions: str = "usual"
    black: str = "#BLACK PIECES: {}"
    white: str = "#WHITE PIECES: {}"
    heads: str = "size black white"  # which lines stand above the first board
    columns: str = "     A   B   C   D   E   F   G   H"
    rule: str = "   +---+---+---+---+---+---+---+---+"
    rules_between: bool = True
    row: str = " {number} | {men} |"
    between: str = " | "
    empty: str = "."
    upside_down: bool = False
    delimiter: str = "=" * 37
    delimits_scripted: bool = True  # where a delimiter is printed
    delimits_computed: bool = True
    delimits_errors: bool = False
    delimits_winner: bool = False
    delimits_start: bool = False
    delimits_end: bool = False
    title: str = "{mark}{player} ACTION #{number}: {action}"
    mark: str = "*** "
    marks: str = "computed"  # "computed", "all"
    names: tuple[str, str] = ("BLACK", "WHITE")
    # Whose name is printed: "turn", "black", "exchanged", "computed black", "P from black" (the
    # actions of P as if black began)
    named: str = "turn"
    number_from: int = 1
    # "all", "each side", "computed apart", "computed not counted", "computed alike", "nodes"
    numbers: str = "all"
    cost: str = "BOARD COST: {}"
    # "after", "before"; "computed before", "scripted before": only for these actions; "value": the
    # tree's value of a computed action
    cost_of: str = "after"
    # For which actions a man that is promoted still counts as a piece in the cost: "", "scripted",
    # "computed", "all"
    cost_promotes_late: str = ""
    cost_for: str = "black"  # from whose view: "black", "player"
    # The cost is kept from action to action, and a capture changes it by the worth of a man:
    # "", "pieces" (every man counts 1), "men" (a tower counts 3)
    cost_kept: str = ""
    kept_promotion: int = 2  # what a promotion adds to a cost that is kept
    limit_printed: bool = False  # the reading `limits`
    piece: int = 1
    black_tower: int = 3
    white_tower: int = 3
    board_of: str = "after"
    black_wins: str = "BLACK WIN!\n"
    white_wins: str = "WHITE WIN!\n"
    winner: str = "right"  # "right", "other", "none", "black only", "white only", "black",
    # "white" (always this one), "by cost", "other if blocked", "other if captured"
    error_1: str = "ERROR: Source cell is outside of the board.\n"
    error_2: str = "ERROR: Target cell is outside of the board.\n"
    error_3: str = "ERROR: Source cell is empty.\n"
    error_4: str = "ERROR: Target cell is not empty.\n"
    error_5: str = "ERROR: Source cell holds opponent's piece/tower.\n"
    error_6: str = "ERROR: Illegal action.\n"
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
    """How many actions are computed, and how a game ends."""

    a: int = 1
    p: int = 10
    p_depth: int = 0  # the depth of the trees of P; 0: the same as for A
    p_goes_on_in_tree: bool = False  # P makes a new tree only when the last one is used up
    p_to_number: bool = False  # P stops at action number ten, counting the script's actions
    stops: bool = True  # whether the end of the game ends P
    # If not, whether it is the other player's turn then: "", "next", "counted" (as an action)
    turn_after_end: str = ""
    passes: bool = False  # a stuck player passes; the game ends if both are stuck
    p_same_player: bool = False
    captor_goes_on: bool = False  # a man that captured and can capture again acts again
    acts: str = "all"  # actions without which a player has lost: "all", "by pieces", "moves"
    blocked_ends: bool = True  # whether a player with men but no action has lost
    # Who has lost before a computed action: "turn" (the player to act, if stuck), "either" (any
    # player who is stuck)
    over: str = "turn"
    # The winner is printed instead of a computed action if the tree says that the game is decided:
    # "", "won" or "lost" for the player to act, "both", "black wins", "white wins"
    foreseen: str = ""
    foreseen_after: bool = False  # then the action is printed all the same, above the winner
    # Where else the winner is printed, if the next player is stuck:
    winner_after_p: bool = False
    winner_after_a: bool = False
    winner_at_end: bool = False  # at the end of a script without a command
    # After an action of the script: "", "stop", "go on", "next" (in place of the next action)
    winner_in_script: str = ""
    winner_instead: bool = False  # in place of the action that ends the game
    winner_always: bool = False  # after P, even if the game goes on


@dataclass(frozen=True)
class Knobs:
    """The values of all knobs: one program."""

    script: Moves = field(default_factory=Moves)
    tree_moves: Moves = field(default_factory=Moves)
    reads: Reads = field(default_factory=Reads)
    checks: Checks = field(default_factory=Checks)
    tree: Tree = field(default_factory=Tree)
    prints: Prints = field(default_factory=Prints)
    plays: Plays = field(default_factory=Plays)


REFERENCE = Knobs()
_Group = TypeVar("_Group")
KnobValues = Mapping[str, object]  # values by "group.knob", such as "tree.depth"


def with_setting(knobs: Knobs, setting: KnobValues) -> Knobs:
    """Return the knobs with some values replaced; `KeyError` for an unknown knob."""
    groups: dict[str, dict[str, object]] = {}
    for path, value in setting.items():
        group, name = path.split(".")
        if name not in _names(group):
            raise KeyError(path)
        groups.setdefault(group, {})[name] = value
    return _with_values(
        knobs,
        {group: _with_values(getattr(knobs, group), values) for group, values in groups.items()},
    )


def _with_values(one: _Group, values: Mapping[str, object]) -> _Group:
    """Return a copy with other values.

    `dataclasses.replace` calls an `__init__` with some fifty arguments, which takes ten times as
    long; the diagnosis makes a hundred thousand copies.
    """
    copy = object.__new__(type(one))
    copy.__dict__.update(one.__dict__)
    copy.__dict__.update(values)
    return copy


@cache
def _names(group: str) -> frozenset[str]:
    return frozenset(knob.name for knob in fields(getattr(REFERENCE, group)))


def reference_knobs(
    limits: bool, winner_after_tenth: bool = False, winner_without_command: bool = False
) -> Knobs:
    """Return the correct program under a reading and the habits that a rubric may accept."""
    return with_setting(
        REFERENCE,
        {
            "tree.limit_at_leaf": limits,
            "prints.limit_printed": limits,
            "plays.winner_after_p": winner_after_tenth,
            "plays.winner_at_end": winner_without_command,
        },
    )
