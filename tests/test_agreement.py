"""The two engines, written apart, agree on everything, under all readings and habits."""

import io
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import (
    EXAMPLE_NAMES,
    EXAMPLES,
    RIGHT_RULES,
    any_positions,
    board_of,
    cells,
    node_count,
    played_positions,
    player_of,
)

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.bench.random_scripts import mixed_scripts, random_script
from checkers_cli.faults.engine import choosing, mailbox, tree
from checkers_cli.faults.engine import program as engine
from checkers_cli.faults.engine.checking import check_action
from checkers_cli.faults.engine.knobs import REFERENCE, reference_knobs, with_setting
from checkers_cli.faults.engine.printing import printer
from checkers_cli.rules.checks import IllegalAction, checked_action
from checkers_cli.rules.position import Position, legal_actions
from checkers_cli.rules.readings import printed_cost
from checkers_cli.script.parser import MalformedScript, read_script
from checkers_cli.script.transcript import transcript_of
from checkers_cli.search.minimax import Node, best_child, count_nodes, minimax_tree

positions = st.one_of(played_positions(), any_positions())
# Of a reading and two habits, each one there or not: limits, after the tenth, without a command.
ALL_HABITS = list(product((False, True), repeat=3))
habits = st.sampled_from(ALL_HABITS)


@given(positions)
@settings(max_examples=400)
def test_legal_actions_boards_and_costs(position: Position) -> None:
    board, player = board_of(position), player_of(position)
    actions = legal_actions(position)
    found = mailbox.actions(board, player, RIGHT_RULES)
    assert [action.name for action in actions] == [action.name for action in found]
    assert position.cost == tree.cost(board)
    for action, twin in zip(actions, found, strict=True):
        after = position.after(action)
        expected = mailbox.act(board, twin, RIGHT_RULES)
        assert board_of(after) == expected
        assert after.cost == tree.cost(expected)
        assert after.black_to_act is not position.black_to_act
        stuck = not mailbox.actions(expected, player_of(after), RIGHT_RULES)
        for limits in (False, True):
            line = printer(reference_knobs(limits).prints).cost(expected, player, stuck)
            assert line == f"BOARD COST: {printed_cost(after, limits)}"


@given(positions, cells, cells)
@settings(max_examples=1500)
def test_the_six_errors(position: Position, source: str, target: str) -> None:
    board, player = board_of(position), player_of(position)
    found = check_action(board, player, source, target, REFERENCE, RIGHT_RULES)
    name, error = f"{source}-{target}", None
    try:
        assert checked_action(position, source, target).name == name
    except IllegalAction as illegal:
        error = illegal.error
    assert error == (None if isinstance(found, mailbox.Action) else found)
    assert isinstance(found, int) or found.name == name


def assert_trees_agree(position: Position, depth: int, limits: bool) -> None:
    knobs = with_setting(reference_knobs(limits), {"tree.depth": depth})
    thinker = choosing.TreeSearch(knobs.tree, knobs.tree_moves)
    root = minimax_tree(position, depth, limits)
    twin = thinker.build(board_of(position), player_of(position))
    assert_same_tree(root, twin)
    assert count_nodes(root) == node_count(twin)
    assert thinker.count_nodes(board_of(position), player_of(position)) == count_nodes(root)
    best, choice = best_child(root), thinker.choose(board_of(position), player_of(position))
    if best is None or choice is None:
        assert best is None
        assert choice is None
    else:
        assert best.action.name == choice.action.name
        assert board_of(best.position) == choice.board


def assert_same_tree(node: Node, other: tree.Node) -> None:
    assert node.action.name == (other.action.name if other.action else "")
    assert board_of(node.position) == other.board
    assert player_of(node.position) == other.player
    assert node.value == other.value
    assert len(node.children) == len(other.children)
    for child, twin in zip(node.children, other.children, strict=True):
        assert_same_tree(child, twin)


@given(positions, st.integers(1, 3), st.booleans())
@settings(max_examples=100)
def test_trees_and_choices(position: Position, depth: int, limits: bool) -> None:
    assert_trees_agree(position, depth, limits)


@pytest.mark.slow
@given(positions, st.booleans())
@settings(max_examples=400)
def test_many_more_trees(position: Position, limits: bool) -> None:
    assert_trees_agree(position, 3, limits)


@st.composite
def scripts(draw: st.DrawFn) -> bytes:
    """Random games, now and then with an illegal or malformed line, in all kinds of layout."""
    random = draw(st.randoms(use_true_random=False))
    lines = random_script(random, draw(st.integers(0, 120)), "").splitlines()
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), f"{draw(cells)}-{draw(cells)}")
    if draw(st.integers(0, 4)) == 0:
        rubbish = draw(st.text(st.characters(codec="utf-8"), max_size=8))
        lines.insert(draw(st.integers(0, len(lines))), rubbish)
    lines.append(draw(st.sampled_from(["", "A", "P", "A\nA", "P\n\n"])))
    end = draw(st.sampled_from(["\n", "\r\n", " \n", "\n\n", "\t\n  "]))
    return end.join(lines).encode() + draw(st.sampled_from([b"", b"\n", b"\xff"]))


@given(scripts(), habits)
@settings(max_examples=300)
def test_whole_transcripts(script: bytes, habit: tuple[bool, bool, bool]) -> None:
    assert fast_transcript(script, *habit) == slow_transcript(script, *habit)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_whole_games(seed: int) -> None:
    """Random games without an error, often to their end, each under one of the eight habits."""
    ended = 0
    for number, script in enumerate(mixed_scripts(150 if seed == 1 else 2000, seed)):
        habit = ALL_HABITS[number // 3 % 8]  # the command goes round in threes
        fast, slow = (made(script.encode(), *habit) for made in (fast_transcript, slow_transcript))
        assert fast == slow, (script, habit)
        ended += fast[0].endswith("WIN!\n")
    assert ended


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_examples_under_all_habits(name: str) -> None:
    script = (EXAMPLES / name).read_bytes()
    for habit in ALL_HABITS:
        assert fast_transcript(script, *habit) == slow_transcript(script, *habit)


@pytest.mark.parametrize("place", [1, 2])
def test_each_habit_shows_in_the_examples(place: int) -> None:
    """That of the two engines neither leaves a habit out."""
    habit = tuple(number == place for number in range(3))
    shown = [
        slow_transcript((EXAMPLES / name).read_bytes(), *habit)
        != slow_transcript((EXAMPLES / name).read_bytes())
        for name in EXAMPLE_NAMES
    ]
    assert any(shown)


def fast_transcript(script: bytes, *habit: bool) -> tuple[str, int | None]:
    limits, after_tenth, without_command = habit or (False, False, False)
    settings = Settings(
        limits=limits, winner_after_tenth=after_tenth, winner_without_command=without_command
    )
    pieces: list[str] = []
    try:
        for event in replay(read_script(io.BytesIO(script)), settings):
            pieces.append(transcript_of(event))
    except MalformedScript as malformed:
        return "".join(pieces), malformed.line
    return "".join(pieces), None


def slow_transcript(script: bytes, *habit: bool) -> tuple[str, int | None]:
    try:
        return engine.transcript(script, knobs=reference_knobs(*habit or (False,))), None
    except engine.Malformed as malformed:
        return malformed.transcript_so_far, malformed.line_number
