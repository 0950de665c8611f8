import json

import pytest
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.testgen.generating import Made
from checkers_cli.faults.testgen.report import as_data, index, percent, table
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
    monkeypatch.setattr("checkers_cli.faults.testgen.report.EQUIVALENT", (one,))


def test_a_table(snapshot: SnapshotAssertion) -> None:
    assert table(FOUND, SIZES) == snapshot


def test_a_table_of_one_case_that_catches_everything(snapshot: SnapshotAssertion) -> None:
    assert table(Score(["a.txt"], {"depth-1": frozenset({"a.txt"})}), {"a.txt": 1}) == snapshot


def test_data(snapshot: SnapshotAssertion) -> None:
    assert json.dumps(as_data(FOUND, SIZES), indent=1) == snapshot


def test_an_index(snapshot: SnapshotAssertion) -> None:
    made = [
        Made("stage1-01-depth-2.txt", b"A\n", 1, 17, ("depth-2", "depth-4")),
        Made("stage2-02-p-plays-9.txt", b"P\n", 2, 1, ("p-plays-9",)),
    ]
    assert index(made, "2 cases catch it all.") == snapshot


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
def test_a_share_is_never_rounded_to_all_or_nothing(part: int, whole: int, words: str) -> None:
    assert percent(part, whole) == words
