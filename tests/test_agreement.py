"""The two engines, written apart, agree on everything."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import any_positions, board_of, cells, played_positions, player_of

from checkers_cli.analyser.generate import random_script
from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.faults import reference
from checkers_cli.rules.checks import IllegalAction, checked_action
from checkers_cli.rules.position import Position, legal_actions
from checkers_cli.rules.readings import READINGS, printed_cost
from checkers_cli.script.parser import MalformedScript, read_script
from checkers_cli.script.transcript import transcript_of
from checkers_cli.search.minimax import Node, best_child, count_nodes, minimax_tree

positions = st.one_of(played_positions(), any_positions())


@given(positions)
@settings(max_examples=400, deadline=None)
def test_legal_actions_boards_and_costs(position: Position) -> None:
    board, player = board_of(position), player_of(position)
    actions = legal_actions(position)
    assert [action.name for action in actions] == reference.legal_actions(board, player)
    assert position.cost == reference.cost(board)
    for action in actions:
        after = position.after(action)
        expected = reference.act(board, action.name)
        assert board_of(after) == expected
        assert after.cost == reference.cost(expected)
        assert after.black_to_act is not position.black_to_act
        for reading in READINGS:
            assert printed_cost(after, reading == "limits") == reference.printed_cost(
                expected, player_of(after), reading
            )


@given(positions, cells, cells)
@settings(max_examples=1500, deadline=None)
def test_the_six_errors(position: Position, source: str, target: str) -> None:
    expected = reference.error_of(board_of(position), player_of(position), source, target)
    try:
        assert checked_action(position, source, target).name == f"{source}-{target}"
        error = None
    except IllegalAction as illegal:
        error = illegal.error
    assert error == expected


@given(positions, st.integers(1, 3), st.sampled_from(READINGS))
@settings(max_examples=100, deadline=None)
def test_trees_and_choices(position: Position, depth: int, reading: str) -> None:
    tree = minimax_tree(position, depth, reading == "limits")
    expected = reference.tree(board_of(position), player_of(position), depth, reading)
    assert_same_tree(tree, expected)
    assert count_nodes(tree) == reference.count(expected)
    best, other = best_child(tree), reference.chosen(expected)
    assert (best and best.action.name) == (other and other.action)


def assert_same_tree(node: Node, other: reference.Node) -> None:
    assert (node.action.name or None) == other.action
    assert board_of(node.position) == other.board
    assert node.value == other.value
    assert len(node.children) == len(other.children)
    for child, twin in zip(node.children, other.children, strict=True):
        assert_same_tree(child, twin)


@st.composite
def scripts(draw: st.DrawFn) -> bytes:
    """Random games, now and then with an illegal or malformed line, in all kinds of layout."""
    random = draw(st.randoms(use_true_random=False))
    lines = random_script(random, draw(st.integers(0, 60)), "").splitlines()
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), f"{draw(cells)}-{draw(cells)}")
    if draw(st.integers(0, 4)) == 0:
        rubbish = draw(st.text(st.characters(codec="utf-8"), max_size=8))
        lines.insert(draw(st.integers(0, len(lines))), rubbish)
    lines.append(draw(st.sampled_from(["", "A", "P", "A\nA", "P\n\n"])))
    end = draw(st.sampled_from(["\n", "\r\n", " \n", "\n\n", "\t\n  "]))
    return end.join(lines).encode() + draw(st.sampled_from([b"", b"\n", b"\xff"]))


@given(scripts(), st.sampled_from(READINGS))
@settings(max_examples=300, deadline=None)
def test_whole_transcripts(script: bytes, reading: str) -> None:
    assert fast_transcript(script, reading) == slow_transcript(script, reading)


def fast_transcript(script: bytes, reading: str) -> tuple[str, int | None]:
    pieces: list[str] = []
    try:
        for event in replay(read_script(io.BytesIO(script)), Settings(limits=reading == "limits")):
            pieces.append(transcript_of(event))
    except MalformedScript as malformed:
        return "".join(pieces), malformed.line
    return "".join(pieces), None


def slow_transcript(script: bytes, reading: str) -> tuple[str, int | None]:
    try:
        return reference.transcript(script, reading=reading), None
    except reference.Malformed as malformed:
        return malformed.transcript_so_far, malformed.line_number


@pytest.mark.slow
@given(positions, st.sampled_from(READINGS))
@settings(max_examples=800, deadline=None)
def test_many_more_trees(position: Position, reading: str) -> None:
    tree = minimax_tree(position, 3, reading == "limits")
    expected = reference.tree(board_of(position), player_of(position), 3, reading)
    assert_same_tree(tree, expected)
