import json
import subprocess
import sys

import pytest

from checkers_cli.grading.limits import Limits
from checkers_cli.grading.verdicts import (
    SIGNALS,
    STOPS,
    Charge,
    Facts,
    Kind,
    Verdict,
)


def test_the_ids_are_those_of_contest_systems() -> None:
    ids = ["AC", "PE", "WA", "RTE", "TLE", "WTL", "MLE", "OLE", "CE", "SV", "JE"]
    assert [verdict.value for verdict in Verdict] == ids
    assert Verdict("RTE") is Verdict.CRASHED


@pytest.mark.parametrize("fact", ["words", "letter", "lost_for", "severity", "paper"])
def test_identifying_facts_of_verdicts_are_unique(fact: str) -> None:
    facts = [getattr(verdict, fact) for verdict in Verdict if getattr(verdict, fact)]
    assert len(set(facts)) == len(facts) >= len(Verdict) - 2


def test_only_one_verdict_is_a_pass() -> None:
    assert [verdict for verdict in Verdict if verdict.passed] == [Verdict.ACCEPTED]


def test_two_verdicts_are_timeouts() -> None:
    timed_out = [verdict.value for verdict in Verdict if verdict.timed_out]
    assert timed_out == ["TLE", "WTL"]


def test_every_failure_costs_something() -> None:
    free = [verdict for verdict in Verdict if verdict.charge is Charge.NOTHING]
    assert free == [Verdict.ACCEPTED, Verdict.JUDGE_ERROR]


def test_a_verdict_without_all_its_facts_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="missing"):
        Facts(id="XX", kind=Kind.STOPPED)  # type: ignore[call-arg]


def test_a_failure_that_costs_nothing_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="XX: charge"):
        Facts(
            id="XX", kind=Kind.STOPPED, letter="x", words="x", paper=("", ""), ink=("", ""),
            reason="x", stopped="x",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "ended", "reason"),
    [
        (Verdict.CPU_TIME, "stopped: time ran out", "used more than 5 s of CPU time"),
        (Verdict.MEMORY, "stopped: memory ran out", "used more than 512 MB of memory"),
        (Verdict.MEMORY, "stopped: too many files", "made too many files"),
        (Verdict.OUTPUT, "signal SIGXFSZ", "wrote more than 8192 kB"),
        (Verdict.CRASHED, "signal SIGFPE", "crashed: SIGFPE: it divided by zero"),
        (Verdict.CRASHED, "signal {odd}", "crashed: signal {odd}"),
        (Verdict.WRONG, "exit status 0", ""),
    ],
)
def test_reasons_name_the_limit_or_the_signal(verdict: Verdict, ended: str, reason: str) -> None:
    assert verdict.reason_for(ended, Limits().words) == reason


@pytest.mark.parametrize("verdict", Verdict)
def test_every_reason_names_only_limits_that_exist(verdict: Verdict) -> None:
    for ended in ("", *(f"stopped: {stop.words}" for stop in verdict.stops)):
        assert "{" not in verdict.reason_for(ended, Limits().words)


def test_the_ways_to_be_stopped_have_these_verdicts() -> None:
    assert {why: verdict.value for why, (_, verdict) in STOPS.items()} == {
        "start": "RTE", "cpu": "TLE", "wall": "WTL", "memory": "MLE", "inodes": "MLE",
        "unread": "OLE",
    }  # fmt: skip
    assert {verdict.value for verdict in SIGNALS.values()} == {"TLE", "OLE", "SV"}


def test_no_way_to_be_stopped_is_claimed_by_two_verdicts() -> None:
    claims = [stop.why for verdict in Verdict for stop in verdict.stops]
    assert len(STOPS) == len(claims)
    signals = [number for verdict in Verdict for number in verdict.signals]
    assert len(SIGNALS) == len(signals)


MADE_UP = """
    HEAT = Facts(
        id="HOT", kind=Kind.STOPPED, letter="h", words="made the machine hot",
        severity=10, lost_for="too hot",
        reason="made it hotter than allowed in {cpu}", stopped="it was too hot",
        hint="Look for a way to keep cool.", terminal="bright_red",
        paper=("#abcdef", "#fedcba"), ink=("#111111", "#eeeeee"),
        stops=(Stop("heat", "the machine was hot"),),
    )
"""
# Loads the table with one more verdict before anything else can import it, then shows everything.
SHOW = """
import io, json, sys, tempfile, types
from pathlib import Path
import checkers_cli.grading
source = Path(checkers_cli.grading.__path__[0], "verdicts.py").read_text()
place = "    def __new__"
assert source.count(place) == 1
module = types.ModuleType("checkers_cli.grading.verdicts")
sys.modules[module.__name__] = module
exec(source.replace(place, MADE_UP + place), module.__dict__)
sys.path.insert(0, TESTS)
from dataclasses import replace
from rich.console import Console
from grading import made
from checkers_cli.grading.execution.judge import judge
from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.reports import summary_table, write_all
from checkers_cli.grading.results import Build, Header, Run
from checkers_cli.grading.results_file import read_submissions, write_results
from checkers_cli.grading.rubric.marks import mark
from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.grading.summary import Summary, row_of

case = TestCase("a.txt", 0, False, b"G6-F5\\n", None)
ended = Ended("heat", 0, 0.1, 0.1, 0, b"", b"")
verdict = judge(case, ended, Limits(), [0]).under(0, case)
reason = verdict.reason_for(ended.words, Limits().words)
run = Run("no-action", 0, False, verdict, reason, ended.words)
build = Build(True, "gcc")
passed = [Run(c.name, c.stage, False, module.Verdict.ACCEPTED) for c in made.CASES[2:6]]
marks = mark(Rubric(), build, [run, *passed], None, 0, None, False)
graded = replace(next(iter(made.cohort())), runs=(run, *passed), marks=marks)
folder = Path(tempfile.mkdtemp())
with (folder / "results.json").open("wb") as stream:
    write_results(made.header(), [graded], stream.write)
(again,) = read_submissions(folder / "results.json")
write_all.write_reports(folder / "results.json", folder, None)
page = Console(file=io.StringIO(), width=200)
page.print(summary_table.summary_table(Summary(made.header(), (row_of(graded),), 1, 1)))
json.dump({
    "same": again == graded,
    "ended": ended.words,
    "reason": reason,
    "stage 0": [marks.sections[0].mark, [d.why for d in marks.sections[0].deductions]],
    "hints": diagnose(b"x", b"y", verdict, ended.words).hints,
    "facts": diagnose(b"x", b"y", verdict, ended.words).facts,
    "terminal": page.file.getvalue(),
    "files": {p.name: p.read_text() for p in folder.rglob("*") if p.is_file()},
}, sys.stdout)
"""


def test_a_made_up_verdict_is_forgotten_nowhere(request: pytest.FixtureRequest) -> None:
    code = f"MADE_UP = {MADE_UP!r}\nTESTS = {str(request.config.rootpath / 'tests')!r}\n{SHOW}"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["same"] is True
    assert found["ended"] == "stopped: the machine was hot"
    assert found["reason"] == "made it hotter than allowed in 5 s"
    assert found["stage 0"] == [0.0, ["1 case: too hot (no-action)"]]
    assert "Look for a way to keep cool." in found["hints"]
    assert "The program was stopped because it was too hot." in found["facts"]
    assert "HOT 1" in found["terminal"]
    files = found["files"]
    assert '<span class="tag v-HOT">h</span> <b>HOT</b> made the machine hot' in files["index.html"]
    assert "--HOT: #abcdef" in files["index.html"]
    assert "--HOT: #fedcba" in files["index.html"]
    assert ",HOT," in files["marks.csv"].splitlines()[0]
    assert 'failure type="HOT" message="made it hotter than allowed in 5 s"' in files["junit.xml"]
