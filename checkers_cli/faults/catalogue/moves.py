"""Mistakes in the actions of men.

Many programs implement the rules twice: to check the script's actions, and to build the tree. So
most of these faults come in three forms: in both places, in the tree only, in the script only.
"""

from collections.abc import Iterator
from dataclasses import replace

from checkers_cli.faults.catalogue.fault import Fault

_PIECE = "A piece acts only forward; a tower acts in all four directions."
_MOVE = "A move goes one cell diagonally, to an empty cell."
_CAPTURE = (
    "A capture jumps over one adjacent opposing man to the empty cell right behind it, and "
    "that man is removed."
)
_JUMP = "A capture jumps over one adjacent opposing man to the empty cell right behind it."
_OPTIONAL = "Captures are optional, and a turn is exactly one move or one jump."
_DONE = {"removes", "removed", "replaces"}  # knobs of what an action does to the board
_COLOURS = {"b": "black", "w": "white"}
_DIRECTIONS = {"NE": "north-east", "SE": "south-east", "SW": "south-west", "NW": "north-west"}
_SLIP = "Did you copy the code of one direction for another? Compare the copies line by line."


def _scoped(
    name: str, title: str, rule: str, hint: str, where: str = "both tree script", **knobs: object
) -> Iterator[Fault]:
    """Yield the same mistake up to three times: in both places, in the tree, in the script.

    Knobs of what an action does to the board belong to `script` for computed actions too, because
    the game carries out both kinds of actions in one place.
    """
    tree = {f"tree_moves.{knob}": value for knob, value in knobs.items()}
    script = {f"script.{knob}": value for knob, value in knobs.items()}
    if "both" in where:
        yield Fault(name, title, rule, hint, {**script, **tree})
    if "tree" in where:
        more = " The script's actions are not affected: look at where the tree gets its actions."
        words = f"{title}, but only in the tree"
        yield Fault(f"{name}-in-tree", words, rule, hint + more, tree)
    if "script" in where:
        words = f"{title}, but only in the script's actions"
        more = " The tree is not affected: look at where an action of the script is checked."
        if knobs.keys() <= _DONE:
            words = f"{title}, in the game but not in the tree"
            more = " The tree is not affected: look at where an action is carried out in the game."
        yield Fault(f"{name}-in-script", words, rule, hint + more, script)


def _done(name: str, title: str, rule: str, hint: str, **knobs: object) -> Iterator[Fault]:
    """Yield a mistake in what an action does to the board, also where the tree makes the board."""
    yield from _scoped(name, title, rule, hint, "both tree script", **knobs)
    made = {"tree.board_shown": True}
    for group, place, words in (
        (
            "tree_moves",
            "when-computed",
            "but only in computed actions",
        ),
        ("script", "when-scripted", "but only in the script's actions"),
    ):
        setting = {f"{group}.{knob}": value for knob, value in knobs.items()} | made
        yield Fault(f"{name}-{place}", f"{title}, {words}", rule, hint, setting)


def _backward() -> Iterator[Fault]:
    hint = "Which way is forward for each colour, and where does your program check it?"
    for kind, verb in (("move", "move"), ("capture", "capture")):
        knob = f"pieces_{kind}_backward"
        yield from _scoped(
            f"pieces-{kind}-backward", f"pieces can {verb} backward", _PIECE, hint, **{knob: "bw"}
        )
        for letter, colour in _COLOURS.items():
            yield from _scoped(
                f"{colour}-pieces-{kind}-backward", f"{colour} pieces can {verb} backward", _PIECE,
                hint, where="both", **{knob: letter},
            )  # fmt: skip
    hint = "Follow an action of a tower through your code. Does it depend on which way is forward?"
    for kind, verb in (("move", "move"), ("capture", "capture")):
        knob = f"towers_{kind}_backward"
        yield from _scoped(
            f"towers-{kind}-forward-only", f"towers cannot {verb} backward", _PIECE, hint,
            **{knob: ""},
        )  # fmt: skip
    both = {"towers_move_backward": "", "towers_capture_backward": ""}
    yield from _scoped("towers-like-pieces", "towers cannot act backward", _PIECE, hint, **both)
    for letter, colour in _COLOURS.items():
        left = "bw".replace(letter, "")
        yield from _scoped(
            f"{colour}-towers-like-pieces", f"{colour} towers cannot act backward", _PIECE, hint,
            towers_move_backward=left, towers_capture_backward=left,
        )  # fmt: skip


def _directions() -> Iterator[Fault]:
    for short, direction in _DIRECTIONS.items():
        rest = " ".join(other for other in _DIRECTIONS if other != short)
        for kind in ("moves", "captures"):
            yield from _scoped(
                f"no-{kind}-{direction}", f"{kind} to the {direction} are missing", _PIECE, _SLIP,
                where="tree", **{kind: rest},
            )  # fmt: skip
    hint = "When your program has found an action in one direction, does it still try the others?"
    pairs = (("NE", "NW"), ("NW", "NE"), ("SE", "SW"), ("SW", "SE"))
    for first, second in pairs:
        yield from _scoped(
            f"{_DIRECTIONS[second]}-or-{_DIRECTIONS[first]}",
            f"a man with an action to the {_DIRECTIONS[first]} gets none to the "
            f"{_DIRECTIONS[second]}",
            "Every action of a man, in each of the four directions, is a child of its own.",
            hint,
            where="tree",
            shadowed=f"{first} {second}",
        )
    edge = "Where do your loops and comparisons end? Try actions along all four edges."
    for short, direction in _DIRECTIONS.items():
        for end in ("18"[short[0] == "S"], "AH"[short[1] == "E"]):
            line = f"row {end}" if end.isdigit() else f"column {end}"
            yield from _scoped(
                f"no-{direction}-to-{line.lower().replace(' ', '-')}",
                f"actions to the {direction} that end in {line} are missing",
                "The board ends at its edges, and the cells there are cells like all others.",
                edge, where="both tree", edge=f"{short} {end}",
            )  # fmt: skip
    yield from _slips()


def _slips() -> Iterator[Fault]:
    """Yield slips: the code of a direction was copied, and one sign was not changed."""
    across = (("NE", "NW"), ("NW", "NE"), ("SE", "SW"), ("SW", "SE"))
    along = (("NE", "SE"), ("SE", "NE"), ("NW", "SW"), ("SW", "NW"))
    for slip in across + along:
        direction, other = (_DIRECTIONS[short] for short in slip)
        yield from _scoped(
            f"{direction}-jump-looks-{other}",
            f"a capture to the {direction} looks for the man to jump over in the {other}",
            _JUMP, _SLIP, where="tree", looks=" ".join(slip),
        )  # fmt: skip
        yield from _scoped(
            f"{direction}-jump-lands-{other}",
            f"a capture to the {direction} looks for the empty cell in the {other}",
            _JUMP, _SLIP, where="tree", lands=" ".join(slip),
        )  # fmt: skip


def _removals() -> Iterator[Fault]:
    """Yield slips in which a capture removes the wrong man, or none."""
    hint = (
        "From which row and column does your program remove the captured man? Try all directions."
    )
    for colours, whose in (("bw", ""), ("b", "black "), ("w", "white ")):
        yield from _scoped(
            f"{whose.replace(' ', '-')}backward-capture-removes-in-front",
            f"a {whose}tower that captures backward removes the man in front of it instead",
            _CAPTURE, hint, where="both script", removed=f"{colours} backward forward",
        )  # fmt: skip
    for side, words in (("S", "southern"), ("N", "northern")):
        for men, who in (("all", ""), ("towers", "tower-")):
            yield from _scoped(
                f"{who}capture-removes-{words}-man",
                f"of two opposing men beside a {'tower' if who else 'man'} that captures, the "
                f"{words} one is removed",
                _CAPTURE, hint, where="both script", removed=f"{men} column {side}",
            )  # fmt: skip
    for short, direction in _DIRECTIONS.items():
        for men, who in (("all", ""), ("towers", "a tower's ")):
            name = "tower-" if who else ""
            yield from _scoped(
                f"{name}capture-{direction}-removes-nothing",
                f"{who or 'a '}capture to the {direction} does not remove the captured man",
                _CAPTURE, hint, where="both script", removed=f"{men} {short} none",
            )  # fmt: skip
        for other, instead in _DIRECTIONS.items():
            if other != short:
                name = f"capture-{direction}-removes-{instead}"
                title = f"a capture to the {direction} removes the man in the {instead}"
                slip = f"all {short} {other}"
                yield from _scoped(name, title, _CAPTURE, hint, where="both", removed=slip)
                yield Fault(
                    f"{name}-when-computed",
                    f"{title}, but only in computed actions",
                    _CAPTURE,
                    f"{hint} {_SLIP}",
                    {"tree_moves.removed": slip, "tree.board_shown": True},
                )


def _captures() -> Iterator[Fault]:
    over = "Which men can be jumped over? Look at every comparison that decides this."
    yield from _scoped(
        "own-men-captured", "a man can capture men of its own colour", _CAPTURE, over,
        over_own="all",
    )  # fmt: skip
    yield from _scoped(
        "own-towers-captured", "a man can capture towers of its own colour", _CAPTURE, over,
        over_own="towers",
    )  # fmt: skip
    yield from _scoped(
        "towers-not-captured", "towers cannot be captured", _CAPTURE, over, tower_captors="none"
    )
    for captors, others in (("pieces", "towers"), ("towers", "pieces")):
        yield from _scoped(
            f"towers-not-captured-by-{others}", f"{others} cannot capture towers", _CAPTURE, over,
            tower_captors=captors,
        )  # fmt: skip
    for colour, other in (("black", "white"), ("white", "black")):
        yield from _scoped(
            f"towers-not-captured-by-{other}", f"{other} cannot capture towers", _CAPTURE, over,
            tower_captors=colour,
        )  # fmt: skip
    edge = "Which cells can a capture end on? Try column A, column H, row 1 and row 8."
    for name, words, ends in (
        ("edges", "an edge of the board", "AH18"),
        ("last-row-and-column", "row 8 or in column H", "H8"),
        ("first-row-and-column", "row 1 or in column A", "A1"),
    ):
        yield from _scoped(
            f"no-captures-to-{name}", f"a capture cannot end on {words}", _CAPTURE, edge,
            edge=f"x {ends}",
        )  # fmt: skip
    yield from _scoped(
        "capture-over-nothing", "a man can jump over an empty cell", _CAPTURE, over,
        over_empty="all",
    )  # fmt: skip
    yield from _scoped(
        "tower-capture-over-nothing", "a tower can jump over an empty cell", _CAPTURE, over,
        over_empty="towers",
    )  # fmt: skip
    none = _scoped(
        "no-captures", "no man can capture", _CAPTURE,
        "Where in your code does a man jump over another?", captures="",
    )  # fmt: skip
    yield from (replace(fault, omission=True) for fault in none)
    yield from _done(
        "captured-not-removed", "a captured man stays on the board", _CAPTURE,
        "After a jump, which cells have changed? Count them.", removes=False,
    )  # fmt: skip
    landing = "A jump needs a man to jump over and a cell to land on. Do you check both?"
    yield from _scoped(
        "landing-not-checked", "a man can land on a cell that is taken", _CAPTURE, landing,
        where="tree", landing_free=False,
    )  # fmt: skip
    yield Fault(
        "landing-not-checked-in-script",
        "a man can land on a cell that is taken, but only in the script's actions",
        _CAPTURE,
        "",
        {"script.landing_free": False},
        equivalent="Check 4 refuses every action of the script whose target is not empty, before "
        "the landing cell of a jump is checked.",
    )
    forced = "Look for a place where a move is refused because a capture is possible."
    yield from _scoped(
        "captures-forced",
        "a player who can capture must capture",
        _OPTIONAL,
        forced,
        forced="player",
    )
    yield from _scoped(
        "captures-forced-for-man",
        "a man that can capture cannot move",
        _OPTIONAL,
        forced,
        forced="man",
    )
    yield from _scoped(
        "second-jump", "a man can capture twice in one action", _OPTIONAL,
        "How many cells away from its source can a target be?", second_jump=True,
    )  # fmt: skip


def _reach() -> Iterator[Fault]:
    far = "How far can a tower go in one action? Count the cells."
    yield from _scoped("towers-slide", "towers move any distance", _MOVE, far, towers_slide=True)
    yield from _scoped(
        "towers-capture-from-afar", "towers capture men that are not adjacent", _CAPTURE, far,
        towers_capture_from_afar=True,
    )  # fmt: skip
    yield from _scoped(
        "straight-moves", "men can move along rows and columns", _MOVE,
        "In a move, must the row change, the column, or both?", where="script", straight="all",
    )  # fmt: skip
    yield from _scoped(
        "moves-along-columns", "men can move one cell along a column", _MOVE,
        "In a move, must the row change, the column, or both?", where="script", straight="column",
    )  # fmt: skip
    yield from _scoped(
        "moves-straight-ahead", "men can move one cell straight ahead, along a column", _MOVE,
        "In a move, must the row change, the column, or both?", where="script", straight="ahead",
    )  # fmt: skip
    yield from _scoped(
        "edges-wrap", "next to column H is column A of the next row",
        "The board ends at its edges.",
        "What does your program read next to a cell of column H? In a C array the end of one row "
        "is followed by the beginning of the next.",
        where="both tree", wraps="all",
    )  # fmt: skip
    yield from _scoped(
        "captures-wrap", "a capture over a man in column A or H ends at the opposite edge",
        "The board ends at its edges.",
        "For the cell behind the captured man, does your program check the column, or only its "
        "place in the array?",
        where="both tree", wraps="landing",
    )  # fmt: skip
    yield from _done(
        "source-not-emptied", "a man that acts also stays on its source cell",
        "A man that acts leaves the cell that it comes from.",
        "After a move, which cells have changed? Count them.", replaces=False,
    )  # fmt: skip
    yield from _scoped(
        "towers-do-not-act", "towers cannot act at all", _PIECE,
        "For which letters does your program look for actions?", where="tree",
        towers_act=False,
    )  # fmt: skip


FAULTS = (*_backward(), *_reach(), *_captures(), *_removals(), *_directions())
