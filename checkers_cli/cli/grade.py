"""`checkers grade`: a folder of submissions in, marks and reports out."""

import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from checkers_cli.cli import tell
from checkers_cli.cli.grading_options import by_language, case_options, needed
from checkers_cli.cli.options import jobs_option
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK, UnusableInput
from checkers_cli.util.text import plural
from checkers_cli.util.workers import available_cores

if TYPE_CHECKING:
    from rich.progress import Progress

    from checkers_cli.grading.summary import Summary

_SHEETS = ("canvas", "moodle")  # options with an exported sheet to fill in
_WITH_FROM = {"results", "report", *_SHEETS, "sandbox", "jobs"}
_TROUBLES = 5  # submissions that could not be judged and are named
_FILE = click.Path(readable=False)


@click.command(short_help="Grade a folder of submissions.")
@click.argument("submissions", type=_FILE, required=False)
@case_options
@click.option(
    "--hidden", type=_FILE, metavar="DIR",
    help="More cases, never shown to students; their golden files, if any, beside them.",
)  # fmt: skip
@click.option(
    "--report", type=_FILE, metavar="DIR",
    help="Where the reports go, and what is needed to go on after an interruption.  "
    "[default: report; with --from the folder of RESULTS]",
)  # fmt: skip
@click.option("--title", help="The assignment's name in reports and in Canvas.")
@click.option("--late", type=_FILE, metavar="CSV", help="Days late: student, days.")
@click.option(
    "--by-hand", type=_FILE, metavar="CSV", help="Marks given by hand: student, section, ..."
)
@click.option(
    "--canvas", type=_FILE, metavar="CSV", help="Canvas's exported gradebook, to be filled in."
)
@click.option(
    "--moodle", type=_FILE, metavar="CSV", help="Moodle's grading worksheet, to be filled in."
)
@click.option(
    "--sandbox", type=click.Choice(("bubblewrap", "limits")), default="bubblewrap",
    show_default=True, help="`limits` is for programs that you trust: it hides nothing from them.",
)  # fmt: skip
@click.option("--fresh", is_flag=True, help="Forget all earlier results in the report folder.")
@click.option(
    "--from", "results", type=_FILE, metavar="RESULTS",
    help="Write the reports again from a results.json; nothing is run.",
)  # fmt: skip
@click.option(
    "--gradescope", is_flag=True,
    help="Be Gradescope's autograder; SUBMISSIONS is its folder.  [default: /autograder]",
)  # fmt: skip
@jobs_option
def command(
    submissions: str | None, report: str | None, results: str | None,
    gradescope: bool, build: tuple[str, ...], run: tuple[str, ...], jobs: int | None,
    **options: Any,
) -> int:  # fmt: skip
    """Build and run all SUBMISSIONS, compare what they print, mark them, and write reports.

    Each child of the folder is a submission: a C source, a folder or archive of sources, a Python
    script, an executable, or what Canvas and Moodle call them in their downloads. They run apart
    from everything else, in bubblewrap. Broken off at any moment, the same command goes on where it
    was; run again, it grades only what has changed.

    \b
    Examples:
      checkers grade submissions --report report
      checkers grade submissions --hidden secret --memory-check --rubric rubric.toml
      checkers grade submissions --late late.csv --by-hand marks.csv --canvas gradebook.csv

    Exit status: 0 all graded, 1 some could not be judged (the machine's fault), 2 nothing was
    graded.
    """
    try:
        import jinja2
        import rich
    except ImportError as error:
        raise needed(error.name or "a library") from None
    del jinja2, rich
    from checkers_cli.grading.request import Request
    from checkers_cli.util.files import ending_cleanly

    request = Request(
        build=by_language("--build", build),
        run=by_language("--run", run),
        jobs=jobs or available_cores(),
        sheets={name: options.pop(name) for name in _SHEETS},
        **options,
    )
    with ending_cleanly():
        if results is not None:
            _refuse_others(click.get_current_context())
            folder = Path(results).parent if report is None else Path(report)
            return _rebuild(results, folder, request.sheets)
        if gradescope:
            return _be_gradescope(submissions or "/autograder", request)
        if submissions is None:
            raise UnusableInput("which submissions? Give the folder that they are in")
        return _grade(submissions, Path(report or "report"), request)


def _refuse_others(ctx: click.Context) -> None:
    """Refuse what was given beside --from and would have no effect: it was meant to have one."""
    given = [
        param.opts[0] if isinstance(param, click.Option) else param.make_metavar(ctx)
        for param in ctx.command.params
        if ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        and param.name not in _WITH_FROM
    ]
    if given:
        raise UnusableInput(
            f"--from writes what is in the results, and runs and marks nothing: "
            f"leave out {', '.join(given)}"
        )


def _grade(submissions: str, report: Path, request: Any) -> int:
    from rich.console import Console

    from checkers_cli.grading.pipeline import grade
    from checkers_cli.grading.reports.terminal import summary_table

    progress = _progress()
    try:
        with progress or nullcontext():
            summary = grade(submissions, report, request, _Observer(progress))
    except KeyboardInterrupt:
        tell("stopped; what is done is kept, and the same command goes on from there")
        raise
    Console(highlight=False, emoji=False, markup=False).print(summary_table(summary))
    if not all(row.complete for row in summary.rows):
        click.echo("(...: a part of the marks is still missing)")
    count = plural(len(summary.rows), "submission")
    done = f"{plural(summary.built, 'build')}, {plural(summary.ran, 'run')}"
    if not (summary.built or summary.ran or summary.judge_errors):
        done = "nothing had changed"
    click.echo(f"\n{count} graded ({done}); see {report / 'index.html'}")
    return _tell_troubles(summary)


def _tell_troubles(summary: "Summary") -> int:
    """Say what could not be judged, which is never the students' fault, and why."""
    from checkers_cli.util.text import printable

    for row in [row for row in summary.rows if row.trouble][:_TROUBLES]:
        tell(f"{printable(row.student)}: not judged: {printable(row.trouble)}")
    if summary.judge_errors:
        tell(f"{summary.judge_errors} could not be judged wholly, through no fault of theirs")
    return EXIT_DIFFERENT if summary.judge_errors else EXIT_OK


def _rebuild(results: str, report: Path, sheets: Mapping[str, str | None]) -> int:
    from checkers_cli.grading.reports.write_all import write_reports
    from checkers_cli.grading.times import read_times

    times = read_times(Path(results).parent)
    for line in write_reports(Path(results), report, times, sheets):
        tell(line)
    click.echo(f"reports written from {results}; see {report / 'index.html'}")
    return EXIT_OK


def _be_gradescope(folder: str, request: Any) -> int:
    from checkers_cli.grading.autograder import grade_for_gradescope
    from checkers_cli.util.text import printable

    path, trouble = grade_for_gradescope(Path(folder), request, _Observer(None))
    click.echo(f"wrote {path}")
    if trouble:
        tell(f"not judged: {printable(trouble)}")
    return EXIT_DIFFERENT if trouble else EXIT_OK


def _progress() -> "Progress | None":
    """A live bar, where there is a terminal to show it."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("Grading"), BarColumn(), MofNCompleteColumn(),
        TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True, emoji=False, markup=False), transient=True,
    )  # fmt: skip


class _Observer:
    """Shows progress, if anywhere, and says what staff should know."""

    def __init__(self, progress: "Progress | None") -> None:
        self.progress = progress
        self.task: Any = None

    def begin(self, total: int) -> None:
        if self.progress is not None:
            self.task = self.progress.add_task("", total=total)

    def advance(self, done: int, name: str) -> None:
        if self.progress is not None:
            from checkers_cli.util.text import printable

            self.progress.update(self.task, completed=done, description=printable(name)[:30])

    def tell(self, line: str) -> None:
        tell(line)
