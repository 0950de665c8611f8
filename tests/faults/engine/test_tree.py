"""The explicit tree, against values worked out by hand from the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import any_positions, board_of, node_count, place, played_positions, player_of

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.choosing import TreeSearch, tree_search
from checkers_cli.faults.engine.knobs import REFERENCE, with_setting
from checkers_cli.faults.engine.mailbox import Board, start_board
from checkers_cli.faults.engine.tree import Node, cost, negated
from checkers_cli.rules.position import Position

INT_MIN = -2147483648
INT_MAX = 2147483647
WORKED_EXAMPLE = place(A6="B", C8="b", C6="w", B7="w")


def thinking(depth: int = 3, **knobs: object) -> TreeSearch:
    """A thinker with some knobs of the tree changed."""
    setting = {f"tree.{knob}": value for knob, value in knobs.items()}
    tree = with_setting(REFERENCE, {"tree.depth": depth, **setting}).tree
    return tree_search(tree, REFERENCE.tree_moves)


def values(root: Node) -> dict[str, int]:
    """The values of the root's children, by action."""
    return {child.action.name: child.value for child in root.children if child.action}


def chosen(board: Board, player: str, depth: int = 3, **knobs: object) -> str | None:
    """The action that is computed."""
    choice = thinking(depth, **knobs).choose(board, player)
    return choice.action.name if choice else None


def test_cost_counts_towers_three_times() -> None:
    assert cost(start_board()) == 0
    assert cost(place(A8="b", C8="b", B1="B")) == 5
    assert cost(place(A2="w", C2="w", B7="W", H8="b")) == -4


def test_worked_example() -> None:
    root = thinking().build(WORKED_EXAMPLE, "black")
    assert node_count(root) == 30
    assert root.value == 1
    assert root.action is None
    assert list(values(root).items()) == [("A6-B5", 1), ("C8-D7", 0)]
    best = thinking().best_child(root)
    assert best is root.children[0]
    assert best.player == "white"
    assert best.board == place(B5="B", C8="b", C6="w", B7="w")


def test_a_choice_has_the_board() -> None:
    choice = thinking().choose(WORKED_EXAMPLE, "black")
    assert choice is not None
    assert choice.action.name == "A6-B5"
    assert choice.board == place(B5="B", C8="b", C6="w", B7="w")


def test_all_nodes_are_counted_though_a_choice_does_not_need_them() -> None:
    assert thinking().count_nodes(WORKED_EXAMPLE, "black") == 30


def test_tree_of_the_start_has_a_node_for_every_way() -> None:
    assert node_count(thinking().build(start_board(), "black")) == 1 + 7 + 49 + 379


def test_left_most_of_equals_for_both_players() -> None:
    for player, expected in (("black", "A6-B5"), ("white", "B3-C4")):
        assert set(values(thinking(1).build(start_board(), player)).values()) == {0}
        assert chosen(start_board(), player, 1) == expected


def test_white_takes_the_minimum() -> None:
    # B3-C4 and B3-A4 keep 0; H7-G8 promotes to -2.
    root = thinking(1).build(place(B3="w", H7="w", H1="b", F1="b"), "white")
    assert list(values(root).items()) == [("B3-C4", 0), ("B3-A4", 0), ("H7-G8", -2)]
    assert root.value == -2
    assert thinking(1).best_child(root) is root.children[2]


def test_left_most_action_is_chosen_when_all_lose() -> None:
    # After either move the other side captures the last man; both values are the limit.
    black = thinking().build(place(C4="b", E2="w", A2="w"), "black")
    assert list(values(black).items()) == [("C4-D3", INT_MIN), ("C4-B3", INT_MIN)]
    assert thinking().best_child(black) is black.children[0]
    white = thinking().build(place(F5="w", D7="b", H7="b"), "white")
    assert list(values(white).items()) == [("F5-G6", INT_MAX), ("F5-E6", INT_MAX)]
    assert thinking().best_child(white) is white.children[0]


def test_stuck_at_the_full_depth_depends_on_the_reading() -> None:
    # C2 promotes (3), C6 captures the last white piece (2 by the formula).
    board = place(C2="b", C6="b", D5="w")
    formula = thinking(1).build(board, "black")
    limits = thinking(1, limit_at_leaf=True).build(board, "black")
    assert values(formula) == {"C2-D1": 3, "C2-B1": 3, "C6-E4": 2, "C6-B5": 1}
    assert values(limits) == {"C2-D1": 3, "C2-B1": 3, "C6-E4": INT_MAX, "C6-B5": 1}
    assert chosen(board, "black", 1) == "C2-D1"
    assert chosen(board, "black", 1, limit_at_leaf=True) == "C6-E4"


@pytest.mark.parametrize("limits", [False, True])
def test_stuck_above_the_full_depth_is_the_limit_in_both_readings(limits: bool) -> None:
    root = thinking(2, limit_at_leaf=limits).build(place(C2="b", C6="b", D5="w"), "black")
    assert list(values(root))[2] == "C6-E4"
    assert root.children[2].children == []
    assert root.children[2].value == INT_MAX
    lost = thinking(1, limit_at_leaf=limits).build(place(C2="w"), "black")
    assert lost.value == INT_MIN
    assert thinking(1, limit_at_leaf=limits).best_child(lost) is None


def test_minus_int_min_is_int_min_in_c() -> None:
    assert negated(INT_MIN) == INT_MIN
    assert negated(INT_MAX) == INT_MIN + 1
    assert negated(3) == -3


# On this board at depth 1, black's children have the values 3, 3, 2, 1 by the formula.
FOUR = place(C2="b", C6="b", D5="w")


@pytest.mark.parametrize(
    ("knobs", "expected"),
    [
        ({}, "C2-D1"),
        ({"ties_black": "last"}, "C2-B1"),
        ({"ties_white": "last"}, "C2-D1"),
        ({"exchanged": "both"}, "C6-B5"),
        ({"exchanged": "black"}, "C6-B5"),
        ({"exchanged": "white"}, "C2-D1"),
        ({"exchanged": "root"}, "C6-B5"),
        ({"exchanged": "inner"}, "C2-D1"),
        ({"exchanged": "root max"}, "C2-D1"),
        ({"exchanged": "by level"}, "C2-D1"),
        ({"exchanged": "0"}, "C6-B5"),
        ({"exchanged": "b0"}, "C6-B5"),
        ({"exchanged": "w0"}, "C2-D1"),
        ({"exchanged": "1"}, "C2-D1"),
        ({"chooses": "first"}, "C2-D1"),
        ({"most_children": 2}, "C2-D1"),
        ({"chooses": "any capture"}, "C6-E4"),
        ({"black_tower": 1}, "C6-E4"),  # 1, 1, 2, 1
        ({"black_tower": 2}, "C2-D1"),  # 2, 2, 2, 1
        ({"piece": -1}, "C2-D1"),  # 3 - 1 + 1, 3, -2, -2 + 1
        ({"leaf": "parent"}, "C2-D1"),  # all are worth 1
        ({"best_from": 0}, "C2-D1"),
        ({"best_from": 3}, "C2-D1"),  # none is better: the first
        ({"players": "white"}, "D5-B7"),  # the capture is white's best
        ({"skipped": "C"}, None),
    ],
)
def test_choice_with_a_knob_changed(knobs: dict[str, object], expected: str | None) -> None:
    assert chosen(FOUR, "black", 1, **knobs) == expected


def test_the_root_takes_the_largest_for_white_too() -> None:
    board = place(B3="w", H7="w", H1="b", F1="b")
    assert chosen(board, "white", 1) == "H7-G8"
    assert chosen(board, "white", 1, exchanged="root max") == "B3-C4"
    assert chosen(board, "white", 1, ties_white="last", exchanged="white") == "B3-A4"


def test_a_search_from_0_keeps_the_first_child_if_none_is_better() -> None:
    board = place(H4="b", B5="b", C4="w", B1="w", D1="w", F1="w")
    right = thinking(1).build(board, "black")
    assert list(values(right).items()) == [("H4-G3", -2), ("B5-D3", -1), ("B5-A4", -2)]
    assert chosen(board, "black", 1) == "B5-D3"
    assert chosen(board, "black", 1, best_from=0) == "H4-G3"
    assert thinking(1, best_from=0).build(board, "black").value == 0


def test_a_best_value_of_0_taken_for_unset_is_forgotten() -> None:
    board = place(B5="b", C4="w", H1="w")
    right = thinking(1).build(board, "black")
    assert list(values(right).items()) == [("B5-D3", 0), ("B5-A4", -1)]
    assert chosen(board, "black", 1) == "B5-D3"
    assert chosen(board, "black", 1, zero_unset=True) == "B5-A4"
    assert thinking(1, zero_unset=True).build(board, "black").value == -1


def test_choice_when_all_actions_lose_depends_on_the_knob() -> None:
    board = place(C4="b", E2="w", A2="w")
    assert chosen(board, "black") == "C4-D3"
    assert chosen(board, "black", all_lost="last") == "C4-B3"
    assert chosen(board, "black", all_lost="none") is None
    white = place(F5="w", D7="b", H7="b")
    assert chosen(white, "white", all_lost="last") == "F5-E6"
    assert chosen(white, "white", all_lost="none") is None


@pytest.mark.parametrize(
    ("knobs", "expected"),
    [
        ({}, INT_MIN),
        ({"stuck": "zero"}, 0),
        ({"stuck": "material"}, -1),
        ({"stuck": "flipped"}, INT_MAX),
        ({"blocked": False}, -1),
    ],
)
def test_value_of_a_blocked_player(knobs: dict[str, object], expected: int) -> None:
    blocked = place(A8="b", B7="w", C6="w")
    assert thinking(3, **knobs).build(blocked, "black").value == expected


@pytest.mark.parametrize(
    ("knobs", "expected"),
    [
        ({"stuck_levels": "1"}, INT_MIN),
        ({"stuck_levels": "0"}, 0),
        ({"stuck_players": "b"}, 0),
        ({"stuck_players": "w"}, INT_MIN),
        ({"stuck_players": "b", "stuck_levels": "12"}, INT_MIN),
    ],
)
def test_value_of_a_blocked_player_by_level_and_player(
    knobs: dict[str, object], expected: int
) -> None:
    blocked = place(A8="b", B7="w", C6="w")
    assert thinking(3, stuck="zero", **knobs).build(blocked, "black").value == expected


def test_maximum_and_minimum_are_exchanged_on_one_level_only() -> None:
    # Level 1 is white's: with the maximum it would let black keep its men.
    def value(exchanged: str) -> int:
        return thinking(2, exchanged=exchanged).build(place(C4="b", E2="w"), "black").value

    worst = min(values(thinking(2).build(place(C4="b", E2="w"), "black")).values())
    assert value("") == 0
    assert value("0") == value("b0") == worst
    assert value("w0") == value("b1") == value("2") == 0
    assert value("1") == value("w1") == value("inner")


@pytest.mark.parametrize("depth", [1, 2])
def test_a_captured_tower_takes_away_less_from_a_cost_that_is_kept(depth: int) -> None:
    board = place(C6="b", B5="w", D5="W", H8="w")
    right = values(thinking(depth).build(board, "black"))
    kept = values(thinking(depth, captured_tower=1).build(board, "black"))
    assert right["C6-E4"] == -1  # W is gone: a piece of black, two of white
    assert kept == {**right, "C6-E4": -3}


def test_a_leaf_before_its_capture_still_counts_the_captured_man() -> None:
    board = place(C4="b", D3="W", A6="b")
    right, wrong = (
        values(thinking(1, leaf=leaf).build(board, "black")) for leaf in ("own", "uncaptured")
    )
    assert right == {"C4-E2": 2, "C4-B3": -1, "A6-B5": -1}
    assert wrong == {"C4-E2": -1, "C4-B3": -1, "A6-B5": -1}


def test_most_children_are_the_first() -> None:
    root = thinking(1, most_children=2).build(FOUR, "black")
    assert list(values(root)) == ["C2-D1", "C2-B1"]


def test_ties_by_cost_prefer_the_better_board() -> None:
    # Every action wins; C6-E4 captures at once.
    board = place(C4="b", C6="b", D5="w")
    right = thinking(3).choose(board, "black")
    assert right is not None
    best = thinking(3, ties_by_cost=True).choose(board, "black")
    assert best is not None
    assert best.value == right.value
    assert cost(best.board) >= cost(right.board)


def test_player_without_men_has_lost_even_if_blocked_players_have_not() -> None:
    assert thinking(blocked=False).build(place(C2="w"), "black").value == INT_MIN
    assert thinking(stuck="INT_MIN").build(place(C2="b"), "white").value == INT_MIN


def test_player_to_act_on_each_level() -> None:
    def players(knob: str) -> list[str]:
        node, found = thinking(players=knob).build(start_board(), "white"), []
        while True:
            found.append(node.player)
            if not node.children:
                return found
            node = node.children[0]

    assert players("alternate") == ["white", "black", "white", "black"]
    assert players("same") == ["white"] * 4
    assert players("twice") == ["white", "white", "black", "white"]
    assert players("black") == ["black", "white", "black", "white"]


def test_prey_of_the_root_lets_the_other_side_capture_its_own_men() -> None:
    # White may jump over its own D3 at level 1, and not over black's F3.
    board = place(H8="b", C2="w", D3="w", F3="b")
    level_1 = thinking(2).build(board, "black").children[-1]
    assert values(level_1).keys() == {"C2-B3", "D3-E4", "D3-C4"}
    level_1 = thinking(2, prey="root").build(board, "black").children[-1]
    assert values(level_1).keys() == {"C2-B3", "C2-E4", "D3-E4", "D3-C4"}


def test_negation_turns_a_win_into_a_loss() -> None:
    # C6-E4 captures white's last man: worth INT_MIN to white, and its negation is INT_MIN again.
    assert chosen(FOUR, "black", 2) == "C6-E4"
    assert chosen(FOUR, "black", 2, overflows=True) != "C6-E4"


def test_merged_and_pruned_trees_choose_the_same() -> None:
    for knobs in ({"merged": True}, {"pruned": True}):
        assert chosen(WORKED_EXAMPLE, "black", **knobs) == "A6-B5"
        assert chosen(start_board(), "white", **knobs) == "B3-C4"
    known = {id(node) for node in _nodes(thinking(merged=True).build(start_board(), "black"))}
    assert len(known) < 1 + 7 + 49 + 379


def _nodes(node: Node) -> list[Node]:
    return [node, *(below for child in node.children for below in _nodes(child))]


OF_THE_TREE = [
    fault
    for fault in CATALOGUE.values()
    if any(path.startswith(("tree.", "tree_moves.")) for path in fault.setting)
]


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(played_positions(), any_positions()),
    st.lists(st.sampled_from(OF_THE_TREE), max_size=3),
    st.booleans(),
)
def test_a_choice_is_that_of_the_explicit_tree(
    position: Position, faults: list[Fault], limits: bool
) -> None:
    knobs = with_setting(knobs_with(faults), {"tree.limit_at_leaf": limits})
    search = TreeSearch(knobs.tree, knobs.tree_moves)
    board, player = board_of(position), player_of(position)
    root = search.build(board, player)
    best, choice = search.best_child(root), search.choose(board, player)
    if choice is None:
        assert best is None
    else:
        assert best is not None
        assert (choice.action, choice.board, choice.value) == (best.action, best.board, best.value)
        assert choice.root_value == root.value
        nodes = {id(node) for node in _nodes(root)}  # boards that are merged count once
        assert search.count_nodes(board, player) == len(nodes)
