"""Gradescope: writes a `results.json` for each student, reads the metadata of a submission.

Students read these results: hidden cases are counted, never named.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from checkers_cli.grading.feedback.fault_text import explanation_lines, for_students, passing
from checkers_cli.grading.reports.text import (
    clean,
    diagnosis_lines,
    robustness_words,
    waiting_words,
)
from checkers_cli.grading.results import EXECUTION, Deduction, Graded, Header, Run, SectionMark
from checkers_cli.grading.rubric.schema import STAGE_NAMES
from checkers_cli.grading.verdicts import Kind, Verdict
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import replacing
from checkers_cli.util.text import plural, printable, reason

FOLDER = "gradescope"
# A failed build is reported once, not for each case.
_NOT_LISTED = (Kind.PASSED, Kind.UNJUDGED, Kind.NOT_BUILT)
LONGEST_OUTPUT = 20_000  # characters of one test: longer ones make Gradescope's pages slow


def gradescope_results(header: Header, graded: Graded) -> dict[str, Any]:
    """The results of a submission in Gradescope's format.

    The tests with marks are the stages and the sections by hand that have a mark, so `max_score`
    adds up to the marks that can be reached so far. Deductions for the program as a whole and for
    lateness are in no test's score; the overall `score` includes them. If a case could not be
    judged there is no score, which Gradescope reports as a failure of the autograder.
    """
    marks = graded.marks
    sections = {section.name: section for section in marks.sections}
    stages = [sections[name] for name in STAGE_NAMES if name in sections]
    tests = [_build_test(graded)]
    for number, stage in enumerate(stages):
        runs = [run for run in graded.within if run.stage == number]
        tests.append(_scored(stage, [*_counts(runs), *_why(stage.deductions), *_failures(runs)]))
    tests += [_scored(s, []) for s in marks.sections if s.by_hand and s.mark is not None]
    if graded.beyond:
        tests.append(_robustness(header, graded))
    for number, test in enumerate(tests, start=1):
        test["number"] = str(number)
    result: dict[str, Any] = {
        "output": _text(_summary(header, graded)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    if EXECUTION in sections and sections[EXECUTION].mark is not None and not graded.judge_error:
        result["score"] = marks.total
    else:
        for test in tests:
            test.pop("score", None)
    return result


def _test(name: str, passed: bool, lines: Iterable[str]) -> dict[str, Any]:
    return {
        "name": _text([name]),
        "name_format": "text",
        "status": "passed" if passed else "failed",
        "output": _text(lines),
        "output_format": "text",
        "visibility": "visible",
    }


def _scored(section: SectionMark, lines: Iterable[str]) -> dict[str, Any]:
    full = section.mark is not None and section.mark >= section.out_of
    test = _test(section.name, section.by_hand or full, lines)
    test["max_score"] = section.out_of
    if section.mark is not None:
        test["score"] = section.mark
    else:
        del test["status"]
    return test


def _build_test(graded: Graded) -> dict[str, Any]:
    """The test without score for the build, the memory check and other program deductions."""
    build = graded.build
    whole = next((s for s in graded.marks.sections if s.name == EXECUTION), None)
    lines = [f"$ {build.command}"] if build.command else []
    if build.judge_error:
        lines.append(Verdict.JUDGE_ERROR.words)
    lines += build.notes
    lines += [build.problem] if build.problem and not build.judge_error else []
    lines += _why(whole.deductions if whole else ())
    memory = graded.memory_for_students
    for finding in memory.findings if memory else ():
        place = f", in {finding.where}" if finding.where else ""
        lines.append(f"{finding.kind}: {finding.what}{place}")
    lines += [build.messages] if build.messages and not build.judge_error else []
    return _test("build and memory", build.ok and not (whole and whole.deductions), lines)


def _robustness(header: Header, graded: Graded) -> dict[str, Any]:
    """The test without score for cases beyond the assignment; it passes or is neutral."""
    runs = graded.beyond
    passed = all(run.verdict.passed for run in runs)
    words = [] if passed else [robustness_words(header, graded)]
    lines = [*_counts(runs), *words, *_failures(runs)]
    test = _test("robustness", passed, lines)
    if not passed:
        del test["status"]
    return test


def _why(deductions: Iterable[Deduction]) -> list[str]:
    return [f"{deduction.amount:g}: {deduction.why}" for deduction in deductions]


def _counts(runs: Iterable[Run]) -> Iterator[str]:
    runs = list(runs)
    for what, hidden in (("", False), ("hidden ", True)):
        those = [run for run in runs if run.hidden is hidden]
        judged = [run for run in those if run.verdict.judged]
        passed = sum(run.verdict.passed for run in judged)
        if judged:
            yield f"{passed} of {len(judged)} {what}cases passed"
        rest = len(those) - len(judged)
        if rest:
            yield f"{plural(rest, what + 'case')} {Verdict.JUDGE_ERROR.words}"


def _failures(runs: Iterable[Run]) -> Iterator[str]:
    for run in runs:
        if run.hidden or run.verdict.kind in _NOT_LISTED:
            continue
        yield f"\n{run.case}: {run.reason or run.verdict.words}"
        if run.diagnosis is not None:
            summary, *rest = diagnosis_lines(run.diagnosis)
            yield from rest if summary == run.reason else (summary, *rest)


def _summary(header: Header, graded: Graded) -> Iterator[str]:
    yield header.title
    if graded.build.ok:
        yield passing(graded.within)
    yield from _why(graded.marks.deductions)
    if graded.habits:
        yield f"Accepted readings of the assignment: {', '.join(graded.habits)}"
    if graded.judge_error:
        yield "Some parts could not be judged, which is not your fault. Staff will take care of it."
    if waiting := waiting_words(graded.marks):
        yield waiting
    lines = list(explanation_lines(for_students(graded.explanation, graded.visible_cases)))
    yield from ["", *lines] if lines else []


def _text(lines: Iterable[str]) -> str:
    text = clean("\n".join(lines)).strip("\n")
    return text if len(text) <= LONGEST_OUTPUT else text[:LONGEST_OUTPUT] + "\n(the rest is cut)"


class Gradescope:
    """The report `gradescope/KEY.json`, one file for each submission."""

    notices = ()

    def __init__(self, header: Header, folder: Path) -> None:
        self.header = header
        self.folder = folder / FOLDER

    def __enter__(self) -> "Gradescope":
        return self

    def add(self, graded: Graded) -> None:
        """Write the file of one submission."""
        write_gradescope(self.header, graded, self.folder / f"{graded.key}.json")

    def __exit__(self, kind: object, error: object, trace: object) -> None: ...


def write_gradescope(header: Header, graded: Graded, path: Path) -> None:
    """Write the `results.json` of one submission."""
    result = gradescope_results(header, graded)
    data = json.dumps(result, indent=1, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    with replacing(path) as stream:
        stream.write(data)


@dataclass(frozen=True)
class Metadata:
    """The students of a submission, and how late it is."""

    ids: tuple[str, ...]  # the student id if there is one, else Gradescope's own
    names: tuple[str, ...]
    late_days: float


def read_metadata(path: str) -> Metadata:
    """Read `submission_metadata.json`; `UnusableInput` names a problem."""
    try:
        data = _object(json.loads(Path(path).read_bytes()), "the file")
        users = [_object(user, "each of users") for user in data.get("users") or []]
        created = _time(data, "created_at")
        due = _due(_object(data.get("assignment") or {}, "assignment"), users)
        if created is None:
            raise ValueError("created_at is missing")
    except OSError as error:
        raise UnusableInput(f"{printable(path)}: {reason(error)}") from None
    except (ValueError, TypeError, RecursionError) as error:
        words = re.sub(r"\s+", " ", str(error))[:150]
        raise UnusableInput(f"{printable(path)}: not Gradescope's metadata: {words}") from None
    late = 0.0
    if due is not None and created > due:
        late = float(math.ceil((created - due) / timedelta(days=1)))
    return Metadata(
        tuple(str(user.get("sid") or user.get("id") or user.get("email") or "") for user in users),
        tuple(str(user.get("name") or "") for user in users),
        late,
    )


def _due(assignment: dict[str, Any], users: Iterable[dict[str, Any]]) -> datetime | None:
    """The due date: the latest of the users' own dates, else that of the assignment."""
    own = [_time(_object(user.get("assignment") or {}, "assignment"), "due_date") for user in users]
    extended = [time for time in own if time is not None]
    return max(extended) if extended else _time(assignment, "due_date")


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name} must be an object")
    return value


def _time(fields: dict[str, Any], name: str) -> datetime | None:
    text = fields.get(name)
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        raise ValueError(f"{name} is not a time: {text!r}") from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
