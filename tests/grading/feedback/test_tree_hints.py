import pytest
from hypothesis import given, settings
from support import WORKED_EXAMPLE, played_positions

from checkers_cli.grading.feedback.tree_hints import Choice, explain_choice
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START, Position, legal_actions
from checkers_cli.search.minimax import decide


def choice(position: Position, actual: str, depth: int = 3) -> Choice:
    decision = decide(position, depth, False)
    assert decision is not None
    assert decision.action.name != actual
    return Choice(position, decision.action.name, actual)


def explained(position: Position, actual: str, depth: int = 3) -> str:
    return explain_choice(choice(position, actual, depth), depth)


TOWERS = "W:WF3,G6,KB7,KF7,KC8:BKG2,B3,KD3"
TIES = "B:WE4,A6,KD7,KA8:BKB1,KE2,H5"


@pytest.mark.parametrize(
    ("position", "actual", "words"),
    [
        (TIES, "B1-A2", "Both actions have the same value."),
        (TOWERS, "B7-C6", "the computed action is worth -3, the expected one -5"),
        (WORKED_EXAMPLE, "A6-C4", "not legal"),
        (WORKED_EXAMPLE, "\xff", "not legal"),
    ],
)
def test_explain_choice_compares_values_in_the_tree(position: str, actual: str, words: str) -> None:
    assert words in explained(parse_position(position), actual)


def test_explain_choice_ignores_letter_case() -> None:
    position = parse_position(WORKED_EXAMPLE)
    assert explained(position, "c8-d7") == explained(position, "C8-D7")


@settings(deadline=None)
@given(played_positions())
def test_every_other_legal_action_is_explained(position: Position) -> None:
    decision = decide(position, 2, False)
    for action in legal_actions(position)[:4]:
        if decision is not None and action.name != decision.action.name:
            assert explained(position, action.name, 2)


def test_choice_is_not_explained_if_the_tree_expects_another_action() -> None:
    assert explain_choice(Choice(START, "A1-A2", "A6-B5"), 3) == ""
