"""The table that `grade` prints at its end, and the lines below it."""

from collections import Counter
from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from checkers_cli.grading.reports.screen import verdict_text
from checkers_cli.grading.rubric.schema import MARK
from checkers_cli.grading.summary import Summary
from checkers_cli.util.text import plural, printable


def summary_table(summary: Summary) -> Table:
    """One line for each submission."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", overflow="fold")
    table.add_column("build")
    for stage in range(3):
        table.add_column(f"stage {stage}", justify="right")
    table.add_column("failed")
    table.add_column("execution", justify="right")
    execution = summary.header.sections[0].out_of
    with_totals = any(row.total is not None for row in summary.rows)
    if with_totals:
        table.add_column(f"of {summary.header.out_of:g}", justify="right")
    for row in summary.rows:
        failures = Text(" ").join(
            Text.assemble(verdict_text(verdict), f" {count}")
            for verdict, count in row.failures.items()
        )
        student = row.student if row.name == row.student else f"{row.student} {row.name}"
        table.add_row(
            Text(printable(student)),
            Text(row.build, "" if row.build == "ok" else "yellow"),
            *(Text(f"{passed}/{of}" if of else "-") for passed, of in row.passed),
            failures,
            Text("-" if row.execution is None else f"{row.execution:g} of {execution:g}"),
            *([Text("-" if row.total is None else f"{row.total:g}")] if with_totals else []),
        )
    return table


def summary_lines(summary: Summary) -> Iterator[str]:
    """The lines below the table: missing marks, and robustness last."""
    missing = Counter(name for row in summary.rows for name in row.waiting)
    if missing:
        words = ", ".join(
            name if count == len(summary.rows) else f"{name} ({count} of {len(summary.rows)})"
            for name, count in missing.items()
        )
        yield f"not yet marked by hand: {words}"
    beyond = sum(not case.within for case in summary.header.cases)
    if beyond:
        marked = "marked too" if summary.header.beyond == MARK else "not marked"
        robust = sum(passed == of > 0 for passed, of in (row.robustness for row in summary.rows))
        yield (
            f"robustness ({plural(beyond, 'case')} beyond what the assignment promises, {marked}): "
            f"{robust} of {plural(len(summary.rows), 'submission')} pass"
            f"{'es' if robust == 1 else ''} all"
        )
