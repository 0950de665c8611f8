"""Mistakes in the tree."""

from collections.abc import Iterator
from itertools import permutations

from checkers_cli.faults.catalogue.fault import Fault

_DEPTH = "The tree has all boards reachable in three actions; level 0 is the board at hand."
_MINIMAX = "Black takes the maximum of its children, white the minimum."
_TURNS = "The tree begins with the player to act, and from level to level the players take turns."
_LEFT = "Of the root's children with the best value the left-most is the action."
_ORDER = "The board is walked in row-major order: A1, B1, ..., H1, A2, ..."
_DIRECTIONS = (
    "For each man the directions are north-east, south-east, south-west, north-west, in each the "
    "move or else the capture; the children stay in that order."
)
_STUCK = (
    "A node above the full depth whose player cannot act is worth INT_MIN if that is black, "
    "INT_MAX if that is white."
)
_DRAW = "Draw the tree of a small board (`checkers tree` shows one) and compare it level by level."
_TIES = "When two children have the same value, which one does your comparison keep?"
_END = "Take a board on which a player can be blocked. What value comes up from there?"
_WALK = "Print the children of the root in the order in which you make them, and compare."


def _orders() -> Iterator[Fault]:
    right = ("NE", "SE", "SW", "NW")
    for order in permutations(right):
        if order != right:
            words = ", ".join(order)
            yield Fault(
                f"directions-{'-'.join(order).lower()}",
                f"the directions are tried in the order {words}",
                _DIRECTIONS,
                _WALK,
                {"tree.directions": " ".join(order)},
            )


def _walks() -> Iterator[Fault]:
    for name, words, value in (
        ("columns", "column by column", "columns"),
        ("columns-upward", "column by column, from row 8 up", "columns upward"),
        ("backward", "from H8 back to A1", "backward"),
        ("rows-upward", "from row 8 to row 1", "rows upward"),
        ("rows-leftward", "from column H to column A in each row", "rows leftward"),
    ):
        title = f"the board is walked {words}"
        yield Fault(f"walk-{name}", title, _ORDER, _WALK, {"tree.cells": value})
    for name in ("A", "H", "1", "8"):
        kind = "row" if name.isdigit() else "column"
        yield Fault(
            f"{kind}-{name.lower()}-not-walked",
            f"{kind} {name} is left out when the board is walked",
            _ORDER,
            "Where do your two loops over the board begin and end?",
            {"tree.skipped": name},
        )
    for first in ("pieces", "towers"):
        yield Fault(
            f"{first}-first",
            f"the actions of all {first} come first in the list of children",
            _ORDER,
            _WALK,
            {"tree.men": f"{first} first"},
        )
    for first, second in (("captures", "moves"), ("moves", "captures")):
        for name, words, value in (
            ("first", f"all {first} come before all {second}", ""),
            ("first-man-by-man", f"each man's {first} come before its {second}", ", man by man"),
        ):
            yield Fault(
                f"{first}-{name}",
                f"{words} in the list of children",
                _DIRECTIONS,
                _WALK,
                {"tree.arranged": f"{first} first{value}"},
            )


def _depths() -> Iterator[Fault]:
    for depth, words in ((1, "one level"), (2, "two levels"), (4, "four levels")):
        hint = "Count the actions from the root to a leaf."
        title = f"the tree is only {words} deep" if depth < 3 else f"the tree is {words} deep"
        setting = {"tree.depth": depth}
        yield Fault(f"depth-{depth}", title, _DEPTH, hint, setting, omission=depth == 1)


def _minimax() -> Iterator[Fault]:
    for name, title, value in (
        ("max-for-min", "max and min are exchanged for both players", "both"),
        ("white-maximises", "white takes the maximum as well", "white"),
        ("black-minimises", "black takes the minimum as well", "black"),
        ("root-exchanged", "the worst of the root's children is taken", "root"),
        ("inner-exchanged", "max and min are exchanged below the root", "inner"),
        ("max-by-level", "levels 0 and 2 take the maximum whoever is to act", "by level"),
        ("root-maximises", "the largest value at the root is taken, whoever is to act", "root max"),
    ):
        yield Fault(name, title, _MINIMAX, _DRAW, {"tree.exchanged": value})
    for name, title, value in (
        ("one-player-acts", "one player makes all three actions in the tree", "same"),
        (
            "player-acts-twice",
            "the player at the root makes the first two actions of the tree",
            "twice",
        ),
        ("tree-for-black", "the tree is always made for black", "black"),
        ("tree-for-white", "the tree is always made for white", "white"),
    ):
        yield Fault(name, title, _TURNS, _DRAW, {"tree.players": value})


def _choices() -> Iterator[Fault]:
    last = {"tree.ties_black": "last", "tree.ties_white": "last"}
    yield Fault("ties-right", "ties are broken to the right", _LEFT, _TIES, last)
    for colour in ("black", "white"):
        yield Fault(
            f"{colour}-ties-right",
            f"ties are broken to the right when {colour} is to act",
            _LEFT,
            _TIES,
            {f"tree.ties_{colour}": "last"},
        )
    yield Fault(
        "inner-ties-right",
        "ties are broken to the right below the root",
        _LEFT,
        "",
        {},
        equivalent="Below the root only the value of the best child goes up, and equal children "
        "have equal values: which of them it was cannot be seen.",
    )
    yield Fault(
        "nothing-if-all-lose",
        "no action is found when all of them lose",
        "The left-most best child is the action, also when all of them lose.",
        "What is your best value before the first child is looked at? Can a child fail to beat it?",
        {"tree.all_lost": "none"},
    )
    yield Fault(
        "last-if-all-lose",
        "the last action is taken when all of them lose",
        "The left-most best child is the action, also when all of them lose.",
        "What is your best value before the first child is looked at? Can a child fail to beat it?",
        {"tree.all_lost": "last"},
    )
    yield Fault(
        "best-from-zero",
        "the search for the best value begins at 0",
        _MINIMAX,
        "What is your best value before the first child is looked at? Try a lost position.",
        {"tree.best_from": 0},
    )
    yield Fault(
        "zero-taken-for-unset",
        "a best value of 0 is taken for no value at all",
        _MINIMAX,
        "How does your program know that it has no best value yet? Can a real value look the same?",
        {"tree.zero_unset": True},
    )
    yield Fault(
        "values-not-used",
        "the first of the actions is taken, whatever they are worth",
        _LEFT,
        "Can an action be chosen without a look at the values of the tree?",
        {"tree.chooses": "first"},
        omission=True,
    )
    yield Fault(
        "first-capture-taken",
        "the first capture is taken whenever there is one",
        _LEFT,
        "Can an action be chosen without a look at the values of the tree?",
        {"tree.chooses": "any capture"},
    )


def _values() -> Iterator[Fault]:
    for name, title, value in (
        ("stuck-worth-0", "a node whose player cannot act is worth 0", "zero"),
        ("stuck-worth-material", "a node whose player cannot act is worth its board's cost",
         "material"),
        ("stuck-sign-flipped", "the values INT_MIN and INT_MAX are exchanged in the tree",
         "flipped"),
        ("stuck-always-int-min",
         "a node whose player cannot act is worth INT_MIN, whoever the player is", "INT_MIN"),
    ):  # fmt: skip
        yield Fault(name, title, _STUCK, _END, {"tree.stuck": value})
    yield Fault(
        "blocked-not-stuck",
        "a blocked player who still has men is not seen as lost in the tree",
        _STUCK,
        _END,
        {"tree.blocked": False},
    )
    yield Fault(
        "leaves-a-level-early",
        "a leaf is worth what the board before its last action costs",
        "A leaf at the full depth is worth its own board's cost.",
        "Which board is the cost of a leaf worked out from, and when?",
        {"tree.leaf": "parent"},
    )
    yield Fault(
        "negation-overflows",
        "values are negated from level to level, although INT_MIN cannot be",
        _STUCK,
        "What is -INT_MIN in C? Try a board on which a player can be blocked.",
        {"tree.overflows": True},
    )
    yield Fault(
        "captor-of-the-root",
        "in the tree everyone captures what the player at the root can capture",
        _TURNS,
        "Who is the opponent at level 1? Is it set anew for each node?",
        {"tree.prey": "root"},
    )
    yield Fault(
        "equal-boards-merged",
        "equal boards of the tree are one node",
        "Where the same board is reached along two ways, there are two nodes.",
        "",
        {"tree.merged": True},
        equivalent="Equal boards with the same player to act have the same children and the same "
        "value, and no two children of the root are equal.",
    )
    yield Fault(
        "alpha-beta",
        "branches that cannot matter are cut off",
        "The tree is explicit: all boards are there.",
        "",
        {"tree.pruned": True},
        equivalent="Alpha-beta leaves the value of the root and its left-most best child as they "
        "are, as long as cuts are made below the root and only on reaching the bound.",
    )


FAULTS = (*_depths(), *_minimax(), *_choices(), *_values(), *_walks(), *_orders())
