"""`checkers grade`: grades a folder of submissions, and writes reports."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from checkers_cli.cli import tell
from checkers_cli.cli.extras import need_libraries
from checkers_cli.cli.grading_options import TerminalObserver, case_options, console, sandbox_option
from checkers_cli.cli.options import PATH, jobs_option, out_option, quiet_option
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK, UnusableInput
from checkers_cli.util.progress import Progress
from checkers_cli.util.text import plural, printable
from checkers_cli.util.workers import available_cores

if TYPE_CHECKING:
    from checkers_cli.grading.summary import Summary

_SHEETS = ("canvas", "moodle")  # options with an exported sheet to fill in
_WITH_FROM = {"results", "out", *_SHEETS, "sandbox", "jobs", "quiet"}
_TROUBLES = 5  # submissions that are named if they could not be judged


@click.command(short_help="Grade a folder of submissions, and write reports.")
@click.argument("submissions", type=PATH, required=False)
@case_options
@click.option(
    "--hidden", type=PATH, metavar="DIR",
    help="A folder of further cases that students never see, with golden files beside them if you "
    "have any.",
)  # fmt: skip
@out_option(
    "--report",
    help="The folder for the reports, and for what is needed to continue after an interruption.  "
    "[default: report; with --from the folder of RESULTS]",
)
@click.option("--title", help="The name of the assignment in reports and in Canvas.")
@click.option(
    "--late", type=PATH, metavar="CSV", help="How many days late, in columns: student, days."
)
@click.option(
    "--by-hand", type=PATH, metavar="CSV",
    help="Marks given by hand, in columns: student, and the sections of the rubric.",
)  # fmt: skip
@click.option(
    "--canvas", type=PATH, metavar="CSV", help="A gradebook exported from Canvas, to fill in."
)
@click.option(
    "--moodle", type=PATH, metavar="CSV", help="A grading worksheet from Moodle, to fill in."
)
@sandbox_option("bubblewrap")
@click.option("--fresh", is_flag=True, help="Delete all earlier results in the report folder.")
@click.option(
    "--from", "results", type=PATH, metavar="RESULTS",
    help="Write the reports again from a results.json, and run nothing.",
)  # fmt: skip
@click.option(
    "--gradescope", is_flag=True,
    help="Run as the autograder of Gradescope; SUBMISSIONS is its folder.  [default: /autograder]",
)  # fmt: skip
@jobs_option
@quiet_option
def command(
    submissions: str | None, out: str | None, results: str | None, gradescope: bool,
    jobs: int | None, quiet: bool, **options: Any,
) -> int:  # fmt: skip
    """Build and run all SUBMISSIONS, compare their output, mark them, and write reports.

    Each file or folder in SUBMISSIONS is a submission: a C source, a folder or archive of sources,
    a Python script, an executable, or a download from Canvas or Moodle. Submissions run isolated in
    bubblewrap. You can interrupt the command at any time: the same command continues, and grades
    only what has changed.

    \b
    Examples:
      checkers grade submissions --out report
      checkers grade submissions --hidden secret --memory-check --rubric rubric.toml
      checkers grade submissions --late late.csv --by-hand marks.csv --canvas gradebook.csv

    Exit status: 0 if all are graded, 1 if some could not be judged (a problem of the machine, not
    of the students), 2 if nothing was graded.
    """
    need_libraries("jinja2", "msgspec", "rich")
    from checkers_cli.grading.request import Request
    from checkers_cli.util.files import ending_cleanly

    request = Request(
        jobs=jobs or available_cores(),
        sheets={name: options.pop(name) for name in _SHEETS},
        **options,
    )
    with ending_cleanly():
        if results is not None:
            _refuse_others(click.get_current_context())
            folder = Path(results).parent if out is None else Path(out)
            return _rebuild(results, folder, request.sheets)
        if gradescope:
            return _be_gradescope(submissions or "/autograder", request)
        if submissions is None:
            raise UnusableInput("which submissions? Give the folder that they are in")
        return _grade(submissions, Path(out or "report"), request, quiet)


def _refuse_others(ctx: click.Context) -> None:
    """Refuse options that have no effect together with --from."""
    given = [
        param.opts[0] if isinstance(param, click.Option) else param.make_metavar(ctx)
        for param in ctx.command.params
        if ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        and param.name not in _WITH_FROM
    ]
    if given:
        raise UnusableInput(
            f"--from only writes reports, and runs and marks nothing: leave out {', '.join(given)}"
        )


def _grade(submissions: str, report: Path, request: Any, quiet: bool) -> int:
    from checkers_cli.grading.pipeline import grade
    from checkers_cli.grading.reports.summary_table import summary_lines, summary_table

    try:
        with Progress("Grading", quiet) as progress:
            summary = grade(submissions, report, request, TerminalObserver(progress))
    except KeyboardInterrupt:
        tell("interrupted; the results so far are kept, and the same command continues")
        raise
    console().print(summary_table(summary))
    for line in summary_lines(summary):
        click.echo(line)
    count = plural(len(summary.rows), "submission")
    done = f"{plural(summary.built, 'build')}, {plural(summary.ran, 'run')}"
    if not (summary.built or summary.ran or summary.judge_errors):
        done = "nothing had changed"
    click.echo(f"\n{count} graded ({done}); see {report / 'index.html'}")
    return _tell_troubles(summary)


def _tell_troubles(summary: "Summary") -> int:
    """Say which submissions could not be judged and why; that is never the students' fault."""
    for row in [row for row in summary.rows if row.trouble][:_TROUBLES]:
        tell(f"{printable(row.student)}: not judged: {printable(row.trouble)}")
    if summary.judge_errors:
        count = plural(summary.judge_errors, "submission")
        tell(f"{count} could not be judged completely, through no fault of the students")
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

    path, trouble = grade_for_gradescope(
        Path(folder), request, TerminalObserver(Progress(hidden=True))
    )
    click.echo(f"wrote {path}")
    if trouble:
        tell(f"not judged: {printable(trouble)}")
    return EXIT_DIFFERENT if trouble else EXIT_OK
