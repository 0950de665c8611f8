import pytest
from hypothesis import given, settings
from support import WORKED_EXAMPLE, played_positions

from checkers_cli.grading.tree_hints import Choice, common_fault, explain_choice
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START, Position, legal_actions
from checkers_cli.search.minimax import best_child, decide, minimax_tree


def choice(position: Position, actual: str, depth: int = 3) -> Choice:
    decision = decide(position, depth, False)
    assert decision is not None
    assert decision.action.name != actual
    return Choice(position, decision.action.name, actual)


def explained(position: Position, actual: str, depth: int = 3) -> str:
    return explain_choice(choice(position, actual, depth), depth) or ""


TOWERS = "W:WF3,G6,KB7,KF7,KC8:BKG2,B3,KD3"
TIES = "B:WE4,A6,KD7,KA8:BKB1,KE2,H5"


@pytest.mark.parametrize(
    ("position", "actual", "words"),
    [
        (TIES, "B1-A2", "It is as good as the expected one."),
        (TOWERS, "B7-C6", "its value is -3, that of the expected action -5"),
        (WORKED_EXAMPLE, "A6-C4", "not legal"),
        (WORKED_EXAMPLE, "\xff", "not legal"),
    ],
)
def test_the_tree_tells_what_the_choice_is(position: str, actual: str, words: str) -> None:
    assert words in explained(parse_position(position), actual)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ([(TIES, "H5-G4"), (TIES, "H5-G4")], "the right-most of the best"),
        ([(TOWERS, "F3-E4"), (TOWERS, "F3-E4")], "the worst action"),
        ([("W:WF1,D5,F7,KH7,KE8:BKB1,G2,KG4,C6", "F1-E2")] * 2, "change roles"),
        ([("W:WC2,A4,D5,A6,F7,KH7,KE8:BKG2,F3,C4", "C2-D3")] * 2, "the first action in order"),
        ([(TIES, "H5-G4"), (TOWERS, "F3-E4")], ""),  # no one fault explains both
        ([(TOWERS, "F3-E4")], ""),  # one choice may be anything
        ([(TOWERS, "F3-E4"), (WORKED_EXAMPLE, "A6-C4")], ""),  # nor what is not legal
        ([], ""),
    ],
)
def test_a_fault_is_named_if_it_explains_all(choices: list[tuple[str, str]], words: str) -> None:
    made = [choice(parse_position(position), actual) for position, actual in choices]
    found = common_fault(made, [], 3)
    assert (words in found) if words and found else (found or "") == words


def test_a_fault_that_a_right_choice_speaks_against_is_not_named() -> None:
    worst = [choice(parse_position(TOWERS), "F3-E4")] * 2
    assert "the worst action" in (common_fault(worst, [], 3) or "")
    right = Choice(parse_position(WORKED_EXAMPLE), "A6-B5", "A6-B5")  # C8-D7 is the worst there
    assert common_fault(worst, [right], 3) is None
    no_choice = Choice(parse_position("B:WB3:BA4"), "A4-C2", "A4-C2")  # best and worst at once
    assert "the worst action" in (common_fault(worst, [no_choice], 3) or "")


@settings(deadline=None, max_examples=30)
@given(played_positions(), played_positions())
def test_a_shallower_tree_is_recognised(first: Position, second: Position) -> None:
    made = []
    for position in (first, second):
        right, shallow = (best_child(minimax_tree(position, depth, False)) for depth in (3, 2))
        if right is None or shallow is None or right.action.name == shallow.action.name:
            return
        made.append(Choice(position, right.action.name, shallow.action.name))
    assert common_fault(made, [], 3)


def test_letter_case_does_not_matter() -> None:
    position = parse_position(WORKED_EXAMPLE)
    assert explained(position, "c8-d7") == explained(position, "C8-D7")


@settings(deadline=None)
@given(played_positions())
def test_every_other_legal_action_is_explained(position: Position) -> None:
    decision = decide(position, 2, False)
    for action in legal_actions(position)[:4]:
        if decision is not None and action.name != decision.action.name:
            assert explained(position, action.name, 2)


def test_an_action_that_the_tree_does_not_choose_is_not_explained() -> None:
    assert explain_choice(Choice(START, "A1-A2", "A6-B5"), 3) is None
