"""Texts of submissions: whatever they are, reading them takes little time, and never too much."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import Silent, needs_gcc

from checkers_cli.grading import reading
from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.execution import sanitizers
from checkers_cli.grading.execution.build_problem import build_problem
from checkers_cli.grading.execution.judge import judge_output
from checkers_cli.grading.execution.messages import read_messages
from checkers_cli.grading.execution.silenced import silenced_warnings
from checkers_cli.grading.execution.units import choose_units
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.pipeline import grade
from checkers_cli.grading.reading import Readers, Unreadable
from checkers_cli.grading.reports.csv_table import safe_cell
from checkers_cli.grading.reports.text import clean
from checkers_cli.grading.request import Request
from checkers_cli.grading.sandbox.runner import LIMITS_ONLY
from checkers_cli.grading.submissions import lms, versions
from checkers_cli.grading.submissions.discover import Entry, Submission
from checkers_cli.grading.submissions.filenames import slug, without_suffix
from checkers_cli.grading.verdicts import Verdict

ENTRY = Entry("ann", "ann", "ann", "ann.c", "plain", False, ("ann.c",))
CASE = TestCase("a.txt", 1, False, b"G6-F5\nA\n", None)


def stall(text: str) -> str:
    """Take for ever, as a regular expression can."""
    while "stall" in text:
        pass
    return text


def compute(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def hoard(size: int) -> int:
    return len(bytes(size))


def known(case: TestCase) -> int:
    return id(case)


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Readers]:
    monkeypatch.setattr(reading, "SECONDS", 1)
    with ExitStack() as stack:
        yield Readers(1, [CASE], stack)


def test_what_takes_too_long_is_given_up(readers: Readers) -> None:
    assert readers(stall, "fine") == "fine"
    with pytest.raises(Unreadable, match="it takes more than 1 s to read"):
        readers(stall, "stall")
    assert readers(stall, "fine again") == "fine again"


def test_what_takes_too_much_memory_is_given_up(readers: Readers) -> None:
    with pytest.raises(Unreadable, match="too much memory"):
        readers(hoard, 8 << 30)
    assert readers(hoard, 1000) == 1000


def test_all_that_is_read_of_a_submission_is_limited_too(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SECONDS_IN_ALL", 1.5)
    one, other = readers.for_one(), readers.for_one()
    for _ in range(4):
        one(compute, 0.4)
    with pytest.raises(Unreadable, match=r"more than 1.5 s"):
        one(stall, "fine")
    assert other(stall, "fine") == "fine"


def test_processes_know_the_cases(readers: Readers) -> None:
    assert readers(known, CASE) == id(CASE)  # a fork has everything at the same place
    assert readers(known, TestCase("b.txt", 0, False, b"", None)) != id(CASE)


def stalling(module: str, name: str) -> Callable[..., object]:
    """A function that works as the original, but stalls on texts of ann."""
    from importlib import import_module

    original = getattr(import_module(module), name)

    def stall_on_ann(*args: object, **named: object) -> object:
        stall("stall" if "ann" in repr((args, named)) else "")
        return original(*args, **named)

    return stall_on_ann


PLACES = [
    ("checkers_cli.grading.submissions.discover", "select_contents", "CE"),
    ("checkers_cli.grading.execution.units", "_cleaned", "CE"),
    ("checkers_cli.grading.execution.messages", "_cut", "CE"),
    ("checkers_cli.grading.execution.judge", "presentation_only", "OLE"),
    ("checkers_cli.grading.feedback.departure", "find_departure", "WA"),
]


@pytest.mark.slow
@needs_gcc
@pytest.mark.parametrize(("module", "name", "verdict"), PLACES)
def test_a_text_that_cannot_be_read_in_time_harms_one_submission_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str, verdict: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "SECONDS", 1)
    source = '#include <stdio.h>\n#warning "%s"\nint main(void) { puts("%s"); }\n'
    Path("class", "ann").mkdir(parents=True)
    Path("class", "ann", "ann.c").write_text(source % ("ann", "ann"))
    make_submission("correct", Path("class"))
    copy_cases(("capture-optional",), Path("cases"))
    monkeypatch.setattr(f"{module}.{name}", stalling(module, name))
    asked = Request(cases="cases", sandbox=LIMITS_ONLY, explain=0)
    grade("class", Path("report"), asked, Silent())
    found = json.loads(Path("report", "results.json").read_text())["submissions"]
    assert {one["key"]: one["runs"][0]["verdict"] for one in found} == {
        "ann": verdict,
        "correct": "AC",
    }


def submission(text: str) -> Submission:
    return Submission(ENTRY, "c", {"main.c": text.encode()}, ("main.c",), False, "", ())


READ: dict[str, Callable[[str], object]] = {
    "messages": lambda text: read_messages(text.encode(), 1, "/tmp/checkers-abcdefgh"),
    "problem": lambda text: build_problem(
        read_messages(text.encode(), 1, "").text, {"main.c": text.encode()}, ["main.c"]
    ),
    "problem without cutting": lambda text: build_problem(text.encode(), {"a.c": b"x"}, ["a.c"]),
    "sources": lambda text: choose_units(submission(text)),
    "silenced warnings": lambda text: silenced_warnings(
        {"main.c": text.encode(), "Makefile": text.encode()}, True
    ),
    "sanitizers": lambda text: sanitizers.read_sanitizers(text, ["main.c", "a/b.c"]),
    "valgrind": lambda text: sanitizers.read_valgrind(text, ["main.c", "a/b.c"]),
    "valgrind's lines": lambda text: sanitizers.read_valgrind(
        "\n".join(f"==1== {line}" for line in text.split("\n")), ["main.c"]
    ),
    "output": lambda text: judge_output(CASE, text.encode(), (0, 1, 2, 4, 8)),
    "diagnosis": lambda text: diagnose(CASE.expected(0), text.encode(), Verdict.WRONG),
    "diagnosis of the rest": lambda text: diagnose(
        CASE.expected(0) + text.encode(), CASE.expected(0) + b"x" + text.encode(), Verdict.WRONG
    ),
    "name in a download": lambda text: lms.read_labels([text, f"{text}_1_2_a.c"]),
    "names": lambda text: (lms.restore_names([text]), slug(text), without_suffix(text)),
    "versions": lambda text: versions.newest([text, f"{text}2"]),
    "words in reports": clean,
    "cell of a table": safe_cell,
}
PIECES = [
    "/a", "a", " ", "\t", "1", ":", ":1", "1:1:", "::", "(", ")", "'", '"', "`", "\\", "/*", "*/",
    "//", "#", "|", " |", "+", "-", "=", ".", ",", "_", "-1", "2026", "é", "\0", "\r", "\x1a",
    "A", "b", "0x1", "warning: ", "error: ", "x:1:1: warning: ", "undefined reference to `",
    "multiple definition of `", "fatal error: x: ", "#if defined ", "#include <", '#include "',
    "#define a ", "#pragma GCC ", "_Pragma", '# 1 "', "??/", "\\\n", "-W",
    'R"(', '"" ', "__has_include(<", "#include /**/", "\\ ",
    "main ", "main(", "int f(){", "}", "ERROR: AddressSanitizer ", " on address",
    "runtime error: ", "a:1:1: runtime error: ", "Direct leak of 1 byte(s) in ", " #1 0x1 in a ",
    "==1== ", "1 bytes in 1 blocks are ", "   at 0x1: a (", "BLACK ACTION #", "BOARD COST: ",
    "A1-B2", "=====", "BOARD SIZE", "WHITE WIN", "_1_2_", "assignsubmission_file", "old", "V1",
]  # fmt: skip


def seconds(read: Callable[[str], object], text: str) -> float:
    """The least CPU time of a few tries: everything else on the machine only adds to it."""
    best = 99.0
    for _ in range(3):
        started = time.process_time()
        read(text)
        best = min(best, time.process_time() - started)
        if best > 5:
            break
    return best


@pytest.mark.slow
@pytest.mark.parametrize("what", READ)
@pytest.mark.parametrize("end", ["$", "\n"], ids=["one line", "many lines"])
def test_the_time_to_read_a_text_grows_as_its_length(what: str, end: str) -> None:
    read = READ[what]
    for piece in PIECES:
        size = 16_000 // (len(piece) + 1)
        short, long = (
            (piece + end) * count if end == "\n" else f"x{piece * count}{end}"
            for count in (size, 4 * size)
        )
        started = time.process_time()
        read(short)
        if time.process_time() - started < 0.02:  # the square of 16,000 takes far longer
            continue
        once, four_times = seconds(read, short), seconds(read, long)
        # A square would be 16 times as much.
        assert four_times < max(8 * once, 0.05), (piece, once, four_times)


def test_a_condition_of_blanks_is_read_in_no_time() -> None:
    started = time.process_time()
    choose_units(submission(f"#if defined{' ' * 300_000}$\n#endif\nint main(void) {{}}\n"))
    assert time.process_time() - started < 5  # it took ten minutes
