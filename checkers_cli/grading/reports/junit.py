"""Writes `junit.xml` for CI systems: a failure is the student's fault, an error the grader's.

A case beyond the assignment that fails counts as skipped, unless such cases are marked.
This report is for staff: it has hidden cases.
"""

import shutil
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from checkers_cli.grading.feedback.fault_text import explanation_lines, faults_named
from checkers_cli.grading.reports.text import Times, clean, diagnosis_lines
from checkers_cli.grading.results import Graded, Header, Memory, Run
from checkers_cli.grading.rubric.schema import MARK
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.disk import naming_full_disk
from checkers_cli.util.files import replacing

JUNIT = "junit.xml"
IN_MEMORY = 1 << 20  # bytes; a larger report is kept on disk until the end


class JUnit:
    """The report `junit.xml`, with a test suite for each submission."""

    notices = ()

    def __init__(self, header: Header, folder: Path, times: Times | None = None) -> None:
        self.title = header.title
        self.marks_beyond = header.beyond == MARK
        self.path = folder / JUNIT
        self.times = times or {}
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0
        # The suites are kept apart, because the totals before them are known only at the end.
        self.suites = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed in __exit__

    def __enter__(self) -> "JUnit":
        return self

    def add(self, graded: Graded) -> None:
        """Add the test suite of a submission."""
        suite = ET.Element("testsuite", name=clean(graded.key))
        _add_faults(suite, graded)
        cases = [_build_case(graded), *(self._case(graded, run) for run in graded.runs)]
        cases += [_memory_case(graded.key, graded.memory)] if graded.memory is not None else []
        suite.extend(cases)
        _add_explanation(suite, graded)
        counts = Counter(child.tag for case in cases for child in case)
        seconds = sum(self.times.get((graded.key, run.case), 0.0) for run in graded.runs)
        tally = Counter(
            tests=len(cases), failures=counts["failure"], errors=counts["error"],
            skipped=counts["skipped"],
        )  # fmt: skip
        _set_totals(suite, tally, seconds)
        self.counts.update(tally)
        self.seconds += seconds
        with naming_full_disk(tempfile.gettempdir()):
            self.suites.write(ET.tostring(suite, encoding="utf-8") + b"\n")

    def _case(self, graded: Graded, run: Run) -> ET.Element:
        seconds = self.times.get((graded.key, run.case), 0.0)
        place = f"stage {run.stage}" if run.within else "robustness"
        case = _element(f"{graded.key}.{place}", run.case, seconds)
        if run.verdict.passed:
            return case
        message = run.reason or run.verdict.words
        if run.failed and not run.within and not self.marks_beyond:
            ET.SubElement(case, "skipped", message=clean(f"not marked: {message}"))
            return case
        body = "\n".join([message, *_details(run)])
        _add_outcome(case, not run.verdict.judged, run.verdict.value, message, body)
        return case

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            with suppress(OSError):  # the first error is the one to report
                self.suites.close()
            return
        with self.suites:
            root = ET.Element("testsuites", name=clean(self.title))
            _set_totals(root, self.counts, self.seconds)
            root.text = "\n"
            opening, closing = ET.tostring(root, encoding="utf-8").split(b"\n")
            with naming_full_disk(tempfile.gettempdir()):
                self.suites.seek(0)  # writes what is still in memory
            with replacing(self.path) as stream:
                stream.write(b'<?xml version="1.0" encoding="UTF-8"?>\n' + opening + b"\n")
                shutil.copyfileobj(self.suites, stream)
                stream.write(closing + b"\n")


def _add_faults(suite: ET.Element, graded: Graded) -> None:
    """Add the ids of the confirmed mistakes of a program."""
    faults = faults_named(graded.explanation)
    if faults:
        properties = ET.SubElement(suite, "properties")
        ET.SubElement(properties, "property", name="faults", value=clean("+".join(faults)))


def _add_explanation(suite: ET.Element, graded: Graded) -> None:
    """Add the explanation of the output, if there is one; JUnit wants it after the cases."""
    text = "\n".join(explanation_lines(graded.explanation))
    if text:
        ET.SubElement(suite, "system-out").text = clean(text)


def _set_totals(element: ET.Element, counts: Mapping[str, int], seconds: float) -> None:
    for name in ("tests", "failures", "errors", "skipped"):
        element.set(name, str(counts.get(name, 0)))
    element.set("time", f"{seconds:.3f}")


def _element(place: str, name: str, seconds: float) -> ET.Element:
    return ET.Element("testcase", classname=clean(place), name=clean(name), time=f"{seconds:.3f}")


def _build_case(graded: Graded) -> ET.Element:
    build = graded.build
    case = _element(f"{graded.key}.build", "build", 0.0)
    if build.judge_error:
        _add_outcome(
            case, True, Verdict.JUDGE_ERROR.value, build.problem or Verdict.JUDGE_ERROR.words
        )
    elif not build.ok:
        message = build.problem or Verdict.NOT_BUILT.words
        _add_outcome(case, False, Verdict.NOT_BUILT.value, message, f"{message}\n{build.messages}")
    elif build.messages:
        ET.SubElement(case, "system-err").text = clean(build.messages)
    return case


def _memory_case(key: str, memory: Memory) -> ET.Element:
    case = _element(f"{key}.memory", "memory check", 0.0)
    if memory.judge_error:
        _add_outcome(
            case, True, Verdict.JUDGE_ERROR.value, memory.problem or Verdict.JUDGE_ERROR.words
        )
    elif memory.findings:
        lines = [f"{found.kind}: {found.what}, in {found.where}" for found in memory.findings]
        _add_outcome(case, False, "memory", lines[0], "\n".join(lines))
    return case


def _add_outcome(
    case: ET.Element, grader: bool, kind: str, message: str, body: str | None = None
) -> None:
    element = ET.SubElement(case, "error" if grader else "failure", type=kind)
    element.set("message", clean(message))
    element.text = clean(body or message)  # some readers show only the body


def _details(run: Run) -> Iterator[str]:
    if run.skipped:
        yield "not run: earlier cases ran out of time"
    if run.ended:
        yield f"ended with {run.ended}"
    if run.diagnosis is not None:
        yield from diagnosis_lines(run.diagnosis)
