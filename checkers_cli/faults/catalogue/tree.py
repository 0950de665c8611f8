"""Mistakes in the tree that computes an action."""

from collections.abc import Iterator
from itertools import permutations

from checkers_cli.faults.catalogue.fault import Fault

_DEPTH = "The tree has all boards that three actions can reach. Level 0 is the current board."
_MINIMAX = "A node takes the maximum of its children if black is to act, the minimum if white is."
_TURNS = (
    "The player to act makes the first action of the tree, and the players alternate from level to "
    "level."
)
_LEFT = "Of the root's children with the best value the left-most is the action."
_ORDER = "The cells are visited in row-major order: A1, B1, ..., H1, A2, ..."
_DIRECTIONS = (
    "For each man the directions are tried in the order north-east, south-east, south-west, "
    "north-west: in each the move, or else the capture. The children keep this order."
)
_STUCK = (
    "A node above the full depth whose player cannot act has the value INT_MIN if that player is "
    "black, INT_MAX if white."
)
_DRAW = "Draw the tree of a small board (`checkers tree` shows one) and compare it level by level."
_TIES = "When two children have the same value, which one does your comparison keep?"
_END = "Take a board on which a player can be blocked. Which value does your tree give that node?"
_WALK = "Print the root's children in the order in which your program makes them, and compare."


def _orders() -> Iterator[Fault]:
    right = ("NE", "SE", "SW", "NW")
    for order in permutations(right):
        if order != right:
            words, value = ", ".join(order), " ".join(order)
            name = f"directions-{'-'.join(order).lower()}"
            title = f"the directions are tried in the order {words}"
            black, white = {"tree.directions_black": value}, {"tree.directions_white": value}
            yield Fault(name, title, _DIRECTIONS, _WALK, {**black, **white})
            yield Fault(f"{name}-for-black", f"{title} for black's men", _DIRECTIONS, _WALK, black)
            yield Fault(f"{name}-for-white", f"{title} for white's men", _DIRECTIONS, _WALK, white)
    for name, words, black_order, white_order in (
        ("east-first", "east before west, and forward before backward in each", "NE SE NW SW",
         "SE NE SW NW"),
        ("west-first", "west before east, and forward before backward in each", "NW SW NE SE",
         "SW NW SE NE"),
        ("forward-first", "forward before backward, east before west", "NE NW SE SW",
         "SE SW NE NW"),
        ("forward-first-west", "forward before backward, west before east", "NW NE SW SE",
         "SW SE NW NE"),
        ("forward-first-around", "counter-clockwise from forward right, as each player sees it",
         "NE NW SW SE",
         "SW SE NE NW"),
    ):  # fmt: skip
        yield Fault(
            f"directions-{name}",
            f"the directions are tried {words}",
            _DIRECTIONS,
            _WALK,
            {"tree.directions_black": black_order, "tree.directions_white": white_order},
        )


def _walks() -> Iterator[Fault]:
    for name, words, value in (
        ("columns", "column by column", "columns"),
        ("columns-upward", "column by column, from row 8 up", "columns upward"),
        ("backward", "from H8 back to A1", "backward"),
        ("rows-upward", "from row 8 to row 1", "rows upward"),
        ("rows-leftward", "from column H to column A in each row", "rows leftward"),
    ):
        title = f"the cells are visited {words}"
        yield Fault(f"walk-{name}", title, _ORDER, _WALK, {"tree.cells": value})
    for name in ("A", "H", "1", "8"):
        kind = "row" if name.isdigit() else "column"
        yield Fault(
            f"{kind}-{name.lower()}-not-walked",
            f"{kind} {name} is left out when the cells are visited",
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
    yield Fault(
        "children-after-the-first",
        "every new child is put right after the first one in the list of children",
        _DIRECTIONS,
        "Where in the list does your program put a new child? Draw a list of four.",
        {"tree.arranged": "after first"},
    )


def _depths() -> Iterator[Fault]:
    for depth, words in ((1, "one level"), (2, "two levels"), (4, "four levels")):
        hint = "Count the actions from the root to a leaf."
        title = f"the tree is only {words} deep" if depth < 3 else f"the tree is {words} deep"
        setting = {"tree.depth": depth}
        yield Fault(f"depth-{depth}", title, _DEPTH, hint, setting, omission=depth == 1)


def _minimax() -> Iterator[Fault]:
    for name, title, value in (
        ("max-for-min", "maximum and minimum are exchanged for both players", "both"),
        ("white-maximises", "white takes the maximum, as black does", "white"),
        ("black-minimises", "black takes the minimum, as white does", "black"),
        ("root-exchanged", "the worst of the root's children is taken", "root"),
        ("inner-exchanged", "maximum and minimum are exchanged below the root", "inner"),
        ("max-by-level", "levels 0 and 2 take the maximum, whoever is to act", "by level"),
        *(
            (
                f"exchanged-at-level-{level}",
                f"maximum and minimum are exchanged on level {level} of the tree",
                str(level),
            )
            for level in (1, 2)
        ),
        *(
            (
                f"{colour}-exchanged-at-level-{level}",
                f"maximum and minimum are exchanged on level {level} of the tree, "
                f"if {colour} is to act there",
                f"{colour[0]}{level}",
            )
            for colour in ("black", "white")
            for level in (0, 1, 2)
            if (colour, level) != ("white", 0)  # that is `root-maximises`
        ),
        ("root-maximises", "the root takes the largest value, whoever is to act", "root max"),
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
        "ties-by-cost",
        "ties are broken by the cost of the children's boards",
        _LEFT,
        _TIES,
        {"tree.ties_by_cost": True},
    )
    yield Fault(
        "ten-children-at-most",
        "a node has ten children at most",
        "Every action is a child of its own.",
        "Do you keep the children in an array? What happens when it is full?",
        {"tree.most_children": 10},
    )
    yield Fault(
        "inner-ties-right",
        "ties are broken to the right below the root",
        _LEFT,
        "",
        {},
        equivalent="Below the root only the value of the best child is passed up, and tied "
        "children have the same value, so it cannot be seen which of them was taken.",
    )
    yield Fault(
        "nothing-if-all-lose",
        "no action is found when all of them lose, and the winner is printed instead",
        "The left-most best child is the action, also when all of them lose.",
        "Which best value does your search start with? Can every child fail to beat it?",
        {"tree.all_lost": "none"},
    )
    yield Fault(
        "last-if-all-lose",
        "the last action is taken when all of them lose",
        "The left-most best child is the action, also when all of them lose.",
        "Which best value does your search start with? Can every child fail to beat it?",
        {"tree.all_lost": "last"},
    )
    yield Fault(
        "best-from-zero",
        "the search for the best value starts with 0",
        _MINIMAX,
        "Which best value does your search start with? Try a lost position.",
        {"tree.best_from": 0},
    )
    yield Fault(
        "zero-taken-for-unset",
        "a best value of 0 is treated as if there were no value yet",
        _MINIMAX,
        "How does your program know that it has no best value yet? Can a real value look the same?",
        {"tree.zero_unset": True},
    )
    yield Fault(
        "values-not-used",
        "the first action is taken, whatever the values are",
        _LEFT,
        "Can your program choose an action without comparing values?",
        {"tree.chooses": "first"},
        omission=True,
    )
    yield Fault(
        "first-capture-taken",
        "the first capture is taken whenever there is one",
        _LEFT,
        "Can your program choose an action without comparing values?",
        {"tree.chooses": "any capture"},
    )


def _values() -> Iterator[Fault]:
    for name, title, value in (
        ("stuck-worth-material", "its board's cost as value", "material"),
        ("stuck-worth-0", "the value 0", "zero"),
        ("stuck-sign-flipped", "the other one of the values INT_MIN and INT_MAX", "flipped"),
        ("stuck-always-int-min", "the value INT_MIN for either player", "INT_MIN"),
        ("stuck-always-int-max", "the value INT_MAX for either player", "INT_MAX"),
    ):
        node = "a node whose player cannot act has"
        setting = {"tree.stuck": value}
        yield Fault(name, f"{node} {title}", _STUCK, _END, setting)
        for level in "12":
            yield Fault(
                f"{name}-at-level-{level}",
                f"on level {level} of the tree, {node} {title}",
                _STUCK,
                _END,
                {**setting, "tree.stuck_levels": level},
            )
        if value not in ("zero", "material"):  # INT_MIN or INT_MAX for one colour: listed as always
            continue
        for colour in ("black", "white"):
            yield Fault(
                f"{name}-for-{colour}",
                f"a node at which {colour} cannot act has {title}",
                _STUCK,
                _END,
                {**setting, "tree.stuck_players": colour[0]},
            )
    yield Fault(
        "blocked-not-stuck",
        "in the tree a player who has men but no action has not lost",
        _STUCK,
        _END,
        {"tree.blocked": False},
    )
    yield Fault(
        "leaves-a-level-early",
        "a leaf has the cost of its parent's board as value",
        "The value of a leaf at the full depth is the cost of its own board.",
        "From which board does your program compute the cost of a leaf, and when?",
        {"tree.leaf": "parent"},
    )
    yield Fault(
        "leaves-before-capture",
        "in the cost of a leaf the man that was captured last still counts",
        "The value of a leaf at the full depth is the cost of its own board.",
        "When does your program take the captured man off the board: before or after it computes "
        "the cost of a leaf?",
        {"tree.leaf": "uncaptured"},
    )
    yield Fault(
        "negation-overflows",
        "values are negated from level to level, although -INT_MIN does not fit into an int",
        _STUCK,
        "What is -INT_MIN in C? Try a board on which a player can be blocked.",
        {"tree.overflows": True},
    )
    yield Fault(
        "captor-of-the-root",
        "in the tree both players capture men of the root player's opponent",
        _TURNS,
        "Who is the opponent at level 1? Does your program set the opponent for each node?",
        {"tree.prey": "root"},
    )
    yield Fault(
        "equal-boards-merged",
        "equal boards in the tree share one node",
        "A board that is reached in two ways is two nodes.",
        "",
        {"tree.merged": True},
        equivalent="Equal boards with the same player to act have the same children and the same "
        "value, and no two children of the root are equal.",
    )
    yield Fault(
        "alpha-beta",
        "branches that cannot change the result are cut off",
        "The tree is explicit: it contains all boards.",
        "",
        {"tree.pruned": True},
        equivalent="Alpha-beta does not change the value of the root or its left-most best "
        "child, as long as it cuts only below the root and only when the bound is reached.",
    )


FAULTS = (*_depths(), *_minimax(), *_choices(), *_values(), *_walks(), *_orders())
