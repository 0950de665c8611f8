"""Each `a-*` and `p-*` example computes, or ends, for the reason in its name.

Other rules than the real ones are tried on the same tree, to show that the choice would differ.
"""

from collections.abc import Callable
from functools import partial

import pytest
from shown import (
    FURTHEST_ROW,
    GOLDENS,
    OPPONENT,
    PIECE,
    RULE_LINE,
    SCRIPTS,
    TOWER,
    Step,
    colour,
    is_jump,
    men,
    on,
    steps,
)
from support import action_names, node_count

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.choosing import tree_search
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs
from checkers_cli.faults.engine.mailbox import Board, start_board
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.engine.tree import Node, cost

LOST = {"black": -2147483648, "white": 2147483647}
WINNER_LINE = {"black": "BLACK WIN!", "white": "WHITE WIN!"}
NAMES = sorted(name for name in SCRIPTS if name.startswith(("a-", "p-")))
LIMITS = reference_knobs(limits=True)
DIRECTIONS = {"north-east": "NE", "south-east": "SE", "south-west": "SW", "north-west": "NW"}


def computed(name: str) -> list[Step]:
    """The last actions of the transcript, those that the command made."""
    return steps(name)[len(SCRIPTS[name].split()) - 1 :]


def at_hand(name: str) -> tuple[Board, str]:
    """The board that the command was given on, and the player to act."""
    played = len(SCRIPTS[name].split()) - 1
    board = steps(name)[played - 1].after if played else start_board()
    return board, "white" if played % 2 else "black"


def tree(board: Board, player: str) -> Node:
    return tree_search(REFERENCE.tree, REFERENCE.tree_moves).build(board, player)


def action_to(node: Node) -> str:
    return node.action.name if node.action else ""


def root_of(name: str) -> Node:
    root = tree(*at_hand(name))
    assert [step.player for step in computed(name)] == [root.player]
    return root


def action_of(name: str) -> str:
    (step,) = computed(name)
    return step.action


def has_men(board: Board, player: str) -> bool:
    return men(board, PIECE[player] + TOWER[player]) > 0


def worth(node: Node, level: int, stuck: Callable[[Node, int], int], limits: bool = False) -> int:
    """The node's value where `stuck` values a node without children above the full depth."""
    if level == 3:
        lost = limits and not action_names(node.board, node.player)
        return LOST[node.player] if lost else cost(node.board)
    if not node.children:
        return stuck(node, level)
    values = [worth(child, level + 1, stuck, limits) for child in node.children]
    return max(values) if node.player == "black" else min(values)


def lost(node: Node, level: int) -> int:
    return LOST[node.player]


def by_formula(node: Node, level: int) -> int:
    return cost(node.board)


def as_zero(node: Node, level: int) -> int:
    return 0


def as_won(node: Node, level: int) -> int:
    return LOST[OPPONENT[node.player]]


def only_at(there: int, wrong: Callable[[Node, int], int], node: Node, level: int) -> int:
    return wrong(node, level) if level == there else lost(node, level)


def choice(root: Node, stuck: Callable[[Node, int], int] = lost, limits: bool = False) -> str:
    """The left-most best action, by those values."""
    best = worth(root, 0, stuck, limits)
    return next(action_to(c) for c in root.children if worth(c, 1, stuck, limits) == best)


def values(root: Node) -> dict[str, int]:
    return {action_to(child): worth(child, 1, lost) for child in root.children}


def best_actions(root: Node) -> list[str]:
    return [action for action, value in values(root).items() if value == worth(root, 0, lost)]


def of_colour(name: str) -> Node:
    root = root_of(name)
    assert root.player == colour(name)
    return root


def one_action(name: str, player: str, number: int) -> None:
    root = root_of(name)
    assert root.player == player
    assert f"*** {player.upper()} ACTION #{number}: {action_of(name)}\n".encode() in GOLDENS[name]


def middle(name: str) -> None:
    assert 12 <= men(of_colour(name).board, "bwBW") <= 20


def near_the_end(name: str) -> None:
    assert men(of_colour(name).board, "bwBW") <= 6


def worked_example(name: str) -> None:
    root = root_of(name)
    assert men(root.board, "bwBW") == 4
    assert [on(root.board, cell) for cell in ("A6", "C8", "C6", "B7")] == ["B", "b", "w", "w"]
    assert node_count(root) == 30
    assert values(root) == {"A6-B5": 1, "C8-D7": 0}
    assert action_of(name) == "A6-B5"


def left_most(name: str) -> None:
    root = of_colour(name)
    best = best_actions(root)
    assert action_of(name) == best[0]
    assert len(best) > 1
    assert action_to(root.children[0]) not in best


def direction_order(name: str, first: str, second: str) -> None:
    """The two directions of one man are best; the one that is looked at first is taken."""
    (step,) = computed(name)
    row, column = int(step.action[1]), step.action[0]
    tied = [a for a in best_actions(root_of(name)) if a[:2] == step.action[:2]]
    ways = [("N" if int(a[4]) < row else "S") + ("E" if a[3] > column else "W") for a in tied]
    assert step.direction == ways[0] == first
    assert second in ways


def four_directions_tie(name: str) -> None:
    best = best_actions(root_of(name))
    assert action_of(name) == best[0]
    assert {action[:2] for action in best[:4]} == {best[0][:2]}
    assert len({action[3:] for action in best[:4]}) == 4
    direction_order(name, "NE", "NW")


def capture_chosen(name: str) -> None:
    root = of_colour(name)
    assert is_jump(action_of(name))
    assert best_actions(root) == [action_of(name)]
    assert action_to(root.children[0]) != action_of(name)


def capture_declined(name: str) -> None:
    root = of_colour(name)
    captures = [action for action in values(root) if is_jump(action)]
    assert captures
    assert not set(captures) & set(best_actions(root))
    assert not is_jump(action_of(name))


def promotion_chosen(name: str) -> None:
    root = of_colour(name)
    (step,) = computed(name)
    assert bool(step.taken) == ("by-capture" in name)
    assert (step.man, step.target[1]) == (PIECE[root.player], FURTHEST_ROW[root.player])
    assert on(step.after, step.target) == TOWER[root.player]
    assert best_actions(root) == [step.action]
    assert len(root.children) > 2


def all_lose(name: str) -> None:
    root = of_colour(name)
    assert len(root.children) > 1
    assert set(values(root).values()) == {LOST[root.player]}
    assert action_of(name) == action_to(root.children[0])


def only_one(name: str) -> None:
    assert [action_to(child) for child in of_colour(name).children] == [action_of(name)]


def immobility(name: str, level: int) -> None:
    """Valuing nodes without children on that level in another way would choose otherwise."""
    root = of_colour(name)
    children = root.children
    nodes = children if level == 1 else [node for child in children for node in child.children]
    childless = [node for node in nodes if not node.children]
    assert childless
    assert any(has_men(node.board, node.player) for node in childless) == ("blocked" in name)
    assert choice(root) == action_of(name)
    for wrong in (by_formula, as_zero, as_won):
        assert choice(root, partial(only_at, level, wrong)) != action_of(name)


def immobility_at_1(name: str) -> None:
    """The chosen action wins at once: nothing follows it, and only the other reading shows it."""
    immobility(name, 1)
    (step,) = computed(name)
    assert action_names(step.after, OPPONENT[step.player]) == []
    assert not GOLDENS[name].endswith(b"WIN!\n")
    limits = transcript(SCRIPTS[name], knobs=LIMITS).splitlines()
    formula = GOLDENS[name].decode("ascii").splitlines()
    differing = [pair for pair in zip(formula, limits, strict=True) if pair[0] != pair[1]]
    limit = LOST[OPPONENT[step.player]]
    assert differing == [(f"BOARD COST: {step.cost}", f"BOARD COST: {limit}")]


def readings_differ(name: str) -> None:
    root = of_colour(name)
    assert choice(root) == action_of(name) != choice(root, limits=True)
    title = f"*** {root.player.upper()} ACTION #{len(steps(name))}: {choice(root, limits=True)}"
    assert title in transcript(SCRIPTS[name], knobs=LIMITS).splitlines()


def finished(name: str, winner: str, how: str) -> None:
    """The transcript ends with the winner right after a board, for the named reason."""
    last = steps(name)[-1]
    loser = OPPONENT[winner]
    assert GOLDENS[name].decode("ascii").splitlines()[-2:] == [RULE_LINE, WINNER_LINE[winner]]
    assert last.player == winner
    assert action_names(last.after, loser) == []
    assert has_men(last.after, loser) == (how == "block")
    assert bool(last.taken) or how == "block"


def on_finished(name: str, winner: str, how: str) -> None:
    finished(name, winner, how)
    assert computed(name) == []
    assert b"***" not in GOLDENS[name]


def ends_early(name: str, winner: str, how: str) -> None:
    finished(name, winner, how)
    assert 3 <= len(computed(name)) < 10


def tenth_finishes(name: str, winner: str, how: str) -> None:
    last = computed(name)[-1]
    assert len(computed(name)) == 10
    assert last.player == winner
    assert action_names(last.after, OPPONENT[winner]) == []
    assert has_men(last.after, OPPONENT[winner]) == (how == "block")
    assert GOLDENS[name].decode("ascii").splitlines()[-1] == RULE_LINE


def plays_ten(name: str, player: str) -> None:
    board, first = at_hand(name)
    made = computed(name)
    assert first == player
    assert (board == start_board()) == ("start" in name)
    assert [step.player for step in made] == [player, OPPONENT[player]] * 5
    for step in made:  # a new tree for each
        assert choice(tree(step.before, step.player)) == step.action
    assert GOLDENS[name].count(b"*** ") == 10
    assert action_names(made[-1].after, player)
    assert made[0].before == board


def direction_order_of_white(name: str, first: str, second: str) -> None:
    direction_order(name, first, second)
    assert at_hand(name)[1] == "white"


def only_captures(name: str) -> None:
    names = [action_to(child) for child in root_of(name).children]
    assert names
    assert all(map(is_jump, names))


def only_so(name: str, *fault_ids: str) -> None:
    """With these faults in its tree, a program computes another action."""
    for fault_id in fault_ids:
        knobs = knobs_with([CATALOGUE[fault_id]])
        wrong = tree_search(knobs.tree, knobs.tree_moves).choose(*at_hand(name))
        assert wrong is not None
        assert wrong.action.name != action_of(name)
    assert choice(root_of(name)) == action_of(name)


CLAIMS: dict[str, Callable[[str], None]] = {
    "a-own-men-are-no-prey": lambda name: only_so(name, "own-men-captured-in-tree"),
    "a-own-towers-are-no-prey": lambda name: only_so(
        name, "own-men-captured-in-tree", "own-towers-captured-in-tree"
    ),
    "a-towers-are-prey-of-towers": lambda name: only_so(
        name, "towers-not-captured-by-towers-in-tree"
    ),
    "a-only-captures-are-left": only_captures,
    "a-white-south-west-before-north-west": partial(
        direction_order_of_white, first="SW", second="NW"
    ),
    "a-tower-counts-3-not-4": lambda name: only_so(name, "tower-worth-4-in-tree"),
    "a-black-tower-counts-3-not-2": lambda name: only_so(name, "black-tower-worth-2-in-tree"),
    "a-at-the-start": partial(one_action, player="black", number=1),
    "a-white-after-one-action": partial(one_action, player="white", number=2),
    "a-worked-example": worked_example,
    "a-four-directions-tie": four_directions_tie,
    "p-at-the-start": partial(plays_ten, player="black"),
    "p-in-the-middle-black": partial(plays_ten, player="black"),
    "p-in-the-middle-white": partial(plays_ten, player="white"),
    "p-on-finished-game-black-wins": partial(on_finished, winner="black", how="last-capture"),
    "p-on-finished-game-white-wins": partial(on_finished, winner="white", how="block"),
}
FOR_BOTH: dict[str, Callable[[str], None]] = {
    "a-in-the-middle": middle,
    "a-near-the-end": near_the_end,
    "a-left-most-best-is-not-the-first": left_most,
    "a-capture-chosen": capture_chosen,
    "a-capture-declined": capture_declined,
    "a-promotion-by-move-chosen": promotion_chosen,
    "a-promotion-by-capture-chosen": promotion_chosen,
    "a-all-actions-lose": all_lose,
    "a-only-one-action": only_one,
    "a-immobility-level-1-blocked": immobility_at_1,
    "a-immobility-level-1-captured-out": immobility_at_1,
    "a-immobility-level-2-blocked": partial(immobility, level=2),
    "a-immobility-level-2-captured-out": partial(immobility, level=2),
    "a-immobility-level-3-readings-differ": readings_differ,
}
CLAIMS |= {f"{stem}-{player}": claim for stem, claim in FOR_BOTH.items() for player in OPPONENT}
for first, second in (
    ("north-east", "south-east"),
    ("south-east", "south-west"),
    ("south-west", "north-west"),
    ("north-east", "north-west"),
):
    ways = {"first": DIRECTIONS[first], "second": DIRECTIONS[second]}
    CLAIMS[f"a-{first}-before-{second}"] = partial(direction_order, **ways)
for won_by in OPPONENT:
    for reason in ("block", "last-capture"):
        ending = {"winner": won_by, "how": reason}
        CLAIMS[f"a-on-finished-game-{won_by}-wins-by-{reason}"] = partial(on_finished, **ending)
        CLAIMS[f"p-ends-early-{won_by}-wins-by-{reason}"] = partial(ends_early, **ending)
        CLAIMS[f"p-tenth-action-finishes-by-{reason}-{won_by}"] = partial(tenth_finishes, **ending)


def test_no_command_example_is_unclaimed() -> None:
    assert sorted(CLAIMS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_command_is_that_of_the_name(name: str) -> None:
    assert SCRIPTS[name].split()[-1] == name[0].upper().encode()


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_the_example_shows_what_its_name_says(name: str) -> None:
    CLAIMS[name](name)
