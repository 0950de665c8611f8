"""Mistakes in promotion."""

from collections.abc import Iterator

from checkers_cli.faults.catalogue.fault import Fault

_RULE = "A piece that ends its action, a move or a capture, on the furthest row becomes a tower."
_ROW = "Which row is the furthest for each colour, and when do you check whether a piece is on it?"
_WHERE = "In how many places does your program move a man? Compare them."


def _promotion(
    name: str, title: str, hint: str, omission: bool = False, **knobs: object
) -> Iterator[Fault]:
    """Yield the same mistake four times.

    It can be everywhere, in the tree only, in all that is computed, or in the script's actions. In
    the last two, the board of the game after a computed action is the one that the tree has made.
    """
    tree = {f"tree_moves.{knob}": value for knob, value in knobs.items()}
    script = {f"script.{knob}": value for knob, value in knobs.items()}
    made = {"tree.board_shown": True}
    yield Fault(name, title, _RULE, hint, {**script, **tree}, omission=omission)
    hint = f"{hint} {_WHERE}"
    yield Fault(f"{name}-in-tree", f"{title}, but only in the tree", _RULE, hint, tree)
    for place, words, setting in (
        (
            "when-computed",
            "but only in computed actions",
            {**tree, **made},
        ),
        ("in-script", "but only in the script's actions", {**script, **made}),
    ):
        yield Fault(f"{name}-{place}", f"{title}, {words}", _RULE, hint, setting, omission=omission)


FAULTS = (
    *_promotion("no-promotion", "no piece is ever promoted", _ROW, omission=True, promotes=""),
    *_promotion(
        "no-promotion-by-capture",
        "a piece that reaches the furthest row by a capture is not promoted",
        "Does the code for captures reach the code that promotes?",
        promotes_by_capture=False,
    ),
    *_promotion(
        "no-promotion-by-move",
        "a piece that reaches the furthest row by a move is not promoted",
        "Does the code for moves reach the code that promotes?",
        promotes_by_move=False,
    ),
    *_promotion("no-promotion-of-white", "white pieces are never promoted", _ROW, promotes="b"),
    *_promotion("no-promotion-of-black", "black pieces are never promoted", _ROW, promotes="w"),
    *_promotion("promotion-early", "pieces are promoted one row early", _ROW, rows_early=1),
    *_promotion(
        "promotion-by-capturing",
        "a piece that captures is promoted, on whichever row it lands",
        "Which condition must hold for a promotion? Try a capture in the middle of the board.",
        promotes_captors=True,
    ),
    *_promotion(
        "promotion-late",
        "pieces are promoted one action late",
        "In which order do you move the man, promote it, and print the board?",
        promotes_late=True,
    ),
    *_promotion(
        "promotion-again",
        "a tower that reaches the furthest row again gets a letter that stands for no man",
        "Which men does your promotion change? Move a tower away from the furthest row and back.",
        promotes_again=True,
    ),
    *_promotion(
        "promotion-lost",
        "a tower that leaves the furthest row is a piece again",
        "What does your program store for a tower? Move one away from the furthest row.",
        demotes=True,
    ),
)
