"""Terminal output of `grade` and `check`: a table of submissions, or one submission in detail."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from checkers_cli.grading.feedback.fault_text import (
    explanation_lines,
    explanation_words,
    faults_named,
    nothing_known,
    shortest_lines,
)
from checkers_cli.grading.reports.side_by_side import StyledLine, side_by_side, two_lines
from checkers_cli.grading.results import Diagnosis, Graded, Run
from checkers_cli.grading.summary import Summary
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.text import printable

_WRONG = "red"
_NOT_BUILT = "The program does not build"
_NOT_YOUR_FAULT = "The program could not be built, which is not your fault"
_WIDEST = 3  # letters of a verdict id
_NAMES = ("expected", "yours")  # headings of the two sides
_LISTED = 12  # failures that are listed, one a line; the others are counted


def verdict_text(verdict: Verdict) -> Text:
    """A verdict's id in its colour."""
    return Text(verdict.value, verdict.terminal)


def summary_table(summary: Summary) -> Table:
    """One line for each submission."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", overflow="fold")
    table.add_column("build")
    for stage in range(3):
        table.add_column(f"stage {stage}", justify="right")
    table.add_column("verdicts")
    table.add_column(f"of {summary.header.out_of:g}", justify="right")
    for row in summary.rows:
        verdicts = Text(" ").join(
            Text.assemble(verdict_text(verdict), f" {count}")
            for verdict, count in row.verdicts.items()
        )
        student = row.student if row.name == row.student else f"{row.student} {row.name}"
        table.add_row(
            Text(printable(student)),
            Text(row.build, "" if row.build == "ok" else "yellow"),
            *(Text(f"{passed}/{of}" if of else "-") for passed, of in row.passed),
            verdicts,
            Text(f"{row.total:g}{'' if row.complete else ' ...'}"),
        )
    return table


def show_check(graded: Graded, console: Console) -> None:
    """Show how many cases pass, and the first failure with its diagnosis."""
    build = graded.build
    if build.command:
        console.print(Text(f"$ {build.command}", "dim"), soft_wrap=True)
    if build.messages:
        console.print(Text(_printable_lines(build.messages).rstrip()), soft_wrap=True)
    if not build.ok:
        words = _NOT_YOUR_FAULT if build.judge_error else _NOT_BUILT
        line = Text(f"{words}: {printable(build.problem)}", f"bold {_WRONG}")
        console.print(line, soft_wrap=True)
        return
    _show_cases(graded, console)
    _show_memory(graded, console)


def _show_cases(graded: Graded, console: Console) -> None:
    for stage in range(3):
        runs = [run for run in graded.runs if run.stage == stage]
        if runs:
            passed = sum(run.verdict.passed for run in runs)
            style = "green" if passed == len(runs) else _WRONG
            console.print(Text(f"stage {stage}: {passed} of {len(runs)} cases pass", style))
    for habit in graded.habits:
        known = HABITS.get(habit)  # results of a later version may have unknown ones
        sentence = known.sentence if known else habit
        words = f"Accepted reading of the assignment: {sentence}."
        console.print(Text(words), soft_wrap=True)
    failed = [run for run in graded.runs if not run.verdict.passed]
    failed.sort(key=lambda run: run.stage)  # failures of earlier stages are best fixed first
    if not failed:
        return
    _show_explanation(graded, console)
    console.print()
    for run in failed[:_LISTED]:
        console.print(_line(run), soft_wrap=True)
    if len(failed) > _LISTED:
        console.print(f"... and {len(failed) - _LISTED} more")
    first = next((run for run in failed if run.diagnosis is not None), None)
    if first is not None:
        console.print(Text(f"\nIn detail: {printable(first.case)}", "bold"), soft_wrap=True)
        for line in diagnosis_texts(first.diagnosis):
            console.print(line, soft_wrap=True)
    if graded.shortest is not None:
        console.print()
        _show_lines(shortest_lines(graded.shortest), console)


def _show_explanation(graded: Graded, console: Console) -> None:
    explained = explanation_words(graded.explanation, len(graded.runs))
    if explained is not None:
        console.print()
        _show_lines(explanation_lines(explained), console)
        if faults := faults_named(graded.explanation):
            console.print(f"More: checkers faults show {' '.join(faults)}", soft_wrap=True)
    elif nothing_known(graded):
        console.print()
        console.print(Text(nothing_known(graded)), soft_wrap=True)


def _show_lines(lines: Iterable[str], console: Console) -> None:
    for number, line in enumerate(lines):
        console.print(Text(printable(line), "" if number else "bold"), soft_wrap=True)


def _line(run: Run) -> Text:
    verdict = verdict_text(run.verdict)
    verdict.pad_right(_WIDEST - len(verdict.plain))
    return Text.assemble(verdict, f"  {printable(run.case)}: ", printable(run.reason))


def _show_memory(graded: Graded, console: Console) -> None:
    if graded.memory is None:
        return
    console.print()
    if graded.memory.problem:
        line = Text(f"Memory check: {printable(graded.memory.problem)}", "yellow")
        console.print(line, soft_wrap=True)
    elif not graded.memory.findings:
        console.print(Text(f"Memory check ({graded.memory.tool}): no problems found", "green"))
    if graded.memory.findings:
        console.print(Text(f"Memory check ({graded.memory.tool}) found:", f"bold {_WRONG}"))
    for finding in graded.memory.findings:
        where = f", in {printable(finding.where)}" if finding.where else ""
        on = f" (on {printable(finding.case)})" if finding.case else ""
        line = Text(f"- {finding.kind}: {printable(finding.what)}{where}{on}")
        console.print(line, soft_wrap=True)


def diagnosis_texts(diagnosis: Diagnosis | None) -> Iterator[Text]:
    """A diagnosis as lines: summary and facts, the two boards or lines, the hints."""
    if diagnosis is None:
        return
    yield Text(printable(diagnosis.summary))
    for fact in diagnosis.facts:
        yield Text(f"- {printable(fact)}")
    if diagnosis.expected is not None or diagnosis.actual is not None:
        yield Text()
        yield from _texts(side_by_side(diagnosis, _NAMES))
    if diagnosis.lines is not None:
        yield Text()
        yield from _texts(two_lines(diagnosis.lines, _NAMES))
    if diagnosis.hints:
        yield Text("\nWhat to look at:", "bold")
        for hint in diagnosis.hints:
            yield Text(f"- {printable(hint)}")


def _texts(lines: Iterable[StyledLine]) -> Iterator[Text]:
    return (Text.assemble(*line) for line in lines)


def _printable_lines(text: str) -> str:
    """The messages of the compiler, with control characters escaped and tabs expanded."""
    return "\n".join(printable(line.expandtabs()) for line in text.splitlines())
