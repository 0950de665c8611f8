"""Mistakes in the cost of a board, which is printed and is also the value of a leaf."""

from collections.abc import Iterator

from checkers_cli.faults.catalogue.fault import Fault

_RULE = "The cost is b + 3B - w - 3W over the counts on the board."
_AFTER = "After an action, the cost of the board that it leads to is printed."
_COUNT = "Take a board with towers of both colours, compute its cost by hand, and compare."


def _worth(name: str, title: str, **worths: int) -> Iterator[Fault]:
    printed = {f"prints.{knob}": value for knob, value in worths.items()}
    tree = {f"tree.{knob}": value for knob, value in worths.items()}
    yield Fault(name, title, _RULE, _COUNT, {**printed, **tree})
    only = "Does your program compute the cost in more than one place? Compare these places."
    yield Fault(f"{name}-printed", f"{title}, but only where it is printed", _RULE, only, printed)
    yield Fault(f"{name}-in-tree", f"{title}, but only in the tree", _RULE, only, tree)


def _kept() -> Iterator[Fault]:
    hint = "Does your program count the men on the board, or change a variable with each action?"
    yield Fault(
        "captured-tower-counts-1",
        "a captured tower changes the cost by 1, where it is printed and in the tree",
        _RULE,
        hint,
        {"prints.cost_kept": "pieces", "tree.captured_tower": 1},
    )
    yield Fault(
        "captured-tower-counts-1-in-tree",
        "a captured tower changes the cost by 1, but only in the tree",
        _RULE,
        hint,
        {"tree.captured_tower": 1},
    )
    # A tower that counts 1 with promotions that count nothing is `tower-worth-1-printed`.
    for kept, tower, name, promotion in (
        ("pieces", 1, "", 2),
        ("pieces", 1, "-promotion-3", 3),
        ("men", 3, "-tower-3-promotion-0", 0),
        ("men", 3, "-tower-3-promotion-3", 3),
    ):
        setting: dict[str, object] = {"prints.cost_kept": kept}
        if promotion != 2:
            setting["prints.kept_promotion"] = promotion
        change = f"changes it by {promotion}" if promotion else "does not change it"
        yield Fault(
            f"cost-kept{name}",
            f"a captured tower changes the printed cost by {tower}, and a promotion {change}",
            _RULE,
            hint,
            setting,
        )


FAULTS = (
    *_worth("tower-worth-1", "a tower counts 1 in the cost", black_tower=1, white_tower=1),
    *_worth("tower-worth-2", "a tower counts 2 in the cost", black_tower=2, white_tower=2),
    *_worth("tower-worth-0", "towers do not count in the cost", black_tower=0, white_tower=0),
    *_worth("tower-worth-4", "a tower counts 4 in the cost", black_tower=4, white_tower=4),
    *_worth("black-tower-worth-1", "a black tower counts 1 in the cost", black_tower=1),
    *_worth("white-tower-worth-1", "a white tower counts 1 in the cost", white_tower=1),
    *_worth("black-tower-worth-2", "a black tower counts 2 in the cost", black_tower=2),
    *_worth("white-tower-worth-2", "a white tower counts 2 in the cost", white_tower=2),
    *_worth("black-tower-worth-0", "black towers do not count in the cost", black_tower=0),
    *_worth("white-tower-worth-0", "white towers do not count in the cost", white_tower=0),
    *_worth("white-tower-added", "white towers are added to the cost", white_tower=-3),
    *_worth(
        "cost-sign-flipped", "the cost has the wrong sign", piece=-1, black_tower=-3, white_tower=-3
    ),
    Fault(
        "cost-for-player",
        "the cost is printed from the view of the player who acted",
        _RULE,
        "Whose men count as positive in the cost, and does that depend on the turn?",
        {"prints.cost_for": "player"},
    ),
    *_kept(),
    Fault(
        "cost-before-action",
        "the printed cost is that of the board before the action",
        _AFTER,
        "When does your program compute the cost, and what is on the board at that moment?",
        {"prints.cost_of": "before"},
    ),
    *(
        Fault(
            f"cost-before-{kind}-action",
            f"the printed cost of a {kind} action is that of the board before it",
            _AFTER,
            "When does your program compute the cost, and what is on the board at that moment?",
            {"prints.cost_of": f"{kind} before"},
        )
        for kind in ("computed", "scripted")
    ),
    *(
        Fault(
            f"cost-before-promotion{suffix}",
            f"the printed cost{of} counts a man that is promoted as a piece",
            _AFTER,
            "What comes first in your program, the promotion or the cost?",
            {"prints.cost_promotes_late": kind},
        )
        for kind, suffix, of in (
            ("all", "", ""),
            ("scripted", "-in-script", " of an action in the script"),
            ("computed", "-when-computed", " of a computed action"),
        )
    ),
    Fault(
        "value-printed",
        "the value of a computed action in the tree is printed instead of the cost of its board",
        _AFTER,
        "A board has a cost, and a node has a value. Which of the two do you print?",
        {"prints.cost_of": "value"},
    ),
    Fault(
        "limit-printed",
        "the cost of a board whose next player cannot act is printed as INT_MIN or INT_MAX, "
        "although leaves have the cost by the formula",
        "The printed cost and the value of a leaf follow the same reading of the assignment.",
        "What does your program do about a player who cannot act when it prints a cost, and what "
        "at a leaf?",
        {"prints.limit_printed": True},
    ),
    Fault(
        "limit-at-leaf",
        "a leaf whose next player cannot act has the value INT_MIN or INT_MAX, although the cost "
        "is printed by the formula",
        "The printed cost and the value of a leaf follow the same reading of the assignment.",
        "What does your program do about a player who cannot act when it prints a cost, and what "
        "at a leaf?",
        {"tree.limit_at_leaf": True},
    ),
)
