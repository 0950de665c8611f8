import csv
from pathlib import Path

import pytest

from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.execution.judge import Judged
from checkers_cli.grading.execution.run import Outcome
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.steps import SubmissionState
from checkers_cli.grading.store import Store, open_store
from checkers_cli.grading.submissions.discover import Entry
from checkers_cli.grading.times import StoredTimes, read_times, write_times
from checkers_cli.util.errors import UnusableInput

CASES = (
    TestCase("one.txt", 0, False, b"", None),
    TestCase('odd, "name"\n.txt', 0, False, b"G6-F5\n", None),
)
PLAN = Plan((), CASES, load_rubric(None), "gcc", "limits")
WORKS = [
    SubmissionState(Entry(key, key, key, key, "plain", False, ()), build_key=f"build of {key}")
    for key in ("ada", "bob")
]


def put(store: Store, who: int, what: int, cpu: float) -> None:
    fact = Outcome(Judged(None, 1), "exit status 0", cpu, "", False)
    store.put([(PLAN.run_key(WORKS[who].build_key, CASES[what]), fact, None)])


def test_times_are_looked_up_by_submission_and_case(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        put(store, 0, 0, 0.25)
        put(store, 1, 1, 1.5)
        times = StoredTimes(PLAN, store, WORKS)
        assert times["ada", "one.txt"] == 0.25
        assert times["bob", CASES[1].name] == 1.5
        assert times.get(("ada", CASES[1].name)) is None  # never run
        assert len(times) == len(list(times)) == 4
        for unknown in (("eve", "one.txt"), ("ada", "two.txt"), ("bob", "one.txt")):
            with pytest.raises(KeyError):
                times[unknown]


def test_the_file_has_a_row_for_each_run(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        put(store, 0, 0, 0.25)
        put(store, 0, 1, 0.0004)
        put(store, 1, 1, 1.5)
        write_times(tmp_path, PLAN, store, WORKS)
    with (tmp_path / "times.csv").open(newline="", encoding="utf-8") as stream:
        assert list(csv.reader(stream)) == [
            ["submission", "case", "cpu seconds"],
            ["ada", "one.txt", "0.2500"],
            ["ada", CASES[1].name, "0.0004"],
            ["bob", CASES[1].name, "1.5000"],
        ]
    assert read_times(tmp_path) == {
        ("ada", "one.txt"): 0.25,
        ("ada", CASES[1].name): 0.0004,
        ("bob", CASES[1].name): 1.5,
    }


def test_missing_or_malformed_times(tmp_path: Path) -> None:
    assert read_times(tmp_path) is None
    for text in (b"a,b,c\n1,2\n", b"a,b,c\n1,2,x\n", b"a,b,c\n\xff,2,3\n"):
        (tmp_path / "times.csv").write_bytes(text)
        with pytest.raises(UnusableInput, match=r"times\.csv: not written by `checkers grade`"):
            read_times(tmp_path)
