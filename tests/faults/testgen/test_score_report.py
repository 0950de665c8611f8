import json

import pytest
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.testgen.score_report import percent, score_data, score_table
from checkers_cli.faults.testgen.scoring import Score

FOUND = Score(
    ["long.txt", "short.txt", "idle.txt"],
    {
        "depth-1": frozenset({"long.txt", "short.txt"}),
        "depth-2": frozenset({"long.txt"}),
        "p-plays-9": frozenset(),
    },
)
SIZES = {"long.txt": 120, "short.txt": 2, "idle.txt": 1}


@pytest.fixture(autouse=True)
def _one_equivalent(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Fault("same", "nothing is wrong", "", "", {}, "tree", equivalent="It cannot be seen.")
    monkeypatch.setattr("checkers_cli.faults.testgen.score_report.EQUIVALENT", (one,))


def test_table_for_a_terminal(snapshot: SnapshotAssertion) -> None:
    assert score_table(FOUND, SIZES) == snapshot


def test_table_of_one_case_that_catches_every_fault(snapshot: SnapshotAssertion) -> None:
    assert (
        score_table(Score(["a.txt"], {"depth-1": frozenset({"a.txt"})}), {"a.txt": 1}) == snapshot
    )


def test_json_data(snapshot: SnapshotAssertion) -> None:
    assert json.dumps(score_data(FOUND, SIZES), indent=1) == snapshot


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [
        (0, 9, "0%"),
        (9, 9, "100%"),
        (0, 0, "100%"),
        (1, 3, "33.3%"),
        (9999, 10000, "99.9%"),
        (1, 10000, "0.1%"),
    ],
)
def test_percentage_is_never_rounded_to_all_or_nothing(part: int, whole: int, words: str) -> None:
    assert percent(part, whole) == words
