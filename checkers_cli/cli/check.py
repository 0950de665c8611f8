"""`checkers check`: runs one program on all cases, on a student's own machine."""

from contextlib import ExitStack
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from checkers_cli.cli import tell
from checkers_cli.cli.extras import need_libraries
from checkers_cli.cli.grading_options import TerminalObserver, case_options, console, sandbox_option
from checkers_cli.cli.options import PATH, jobs_option
from checkers_cli.util.errors import EXIT_BAD_INPUT, EXIT_DIFFERENT, EXIT_OK
from checkers_cli.util.progress import Progress
from checkers_cli.util.text import listed, printable
from checkers_cli.util.workers import available_cores

if TYPE_CHECKING:
    from checkers_cli.grading.plan import Plan
    from checkers_cli.grading.results import Graded


@click.command(short_help="Run one program on all cases, and explain its failures.")
@click.argument("program", type=PATH)
@case_options
@click.option(
    "--case",
    "in_full",
    multiple=True,
    metavar="NAME",
    help="Show this case in full instead of an explanation. May be given several times.",
)
@click.option(
    "--all",
    "all_in_full",
    is_flag=True,
    help="Show the whole explanation, and all failed cases in full.",
)
@sandbox_option("limits")
@jobs_option
def command(
    program: str, jobs: int | None, explain: float, in_full: tuple[str, ...], all_in_full: bool,
    **options: Any,
) -> int:  # fmt: skip
    """Say which cases PROGRAM passes, and explain those that it fails.

    What is stated as a fact was tested: a known mistake foretold what PROGRAM prints for scripts
    that were not used to find it. Other mistakes are said to be possible.

    PROGRAM is an executable, a C source, a folder or archive of sources, or a Python script.
    Sources are built with the command of the course.

    \b
    Examples:
      checkers check ./program
      checkers check program.c --memory-check
      checkers check my-sources/ --cases my-scripts
      checkers check program.c --case a-at-the-start --case p-at-the-start

    Scripts that the assignment does not promise (blank lines, lower case, ...) are reported last,
    as robustness, and do not count.

    Exit status: 0 if PROGRAM passes everything that counts, 1 if not, 2 if a file, an option or a
    compiler cannot be used.
    """
    need_libraries("msgspec", "rich")
    from checkers_cli.grading.one_program import files_beside, grade_one
    from checkers_cli.grading.reports.terminal import (
        MOST_LINES,
        show_case,
        show_explanation,
        show_verdicts,
    )
    from checkers_cli.grading.request import Request
    from checkers_cli.util.files import ending_cleanly

    if in_full and all_in_full:
        raise click.UsageError("--all shows all failed cases: leave out --case.")
    request = Request(
        jobs=jobs or available_cores(),
        # All cases are run even if only some are shown: the reading of the assignment by which a
        # program is judged depends on all of them.
        explain=0.0 if in_full else explain,
        shortest=not in_full,
        in_full=in_full,
        all_in_full=all_in_full,
        **options,
    )
    screen = console()
    with ending_cleanly(), ExitStack() as stack:

        def show(_: "Plan", graded: "Graded") -> bool:
            show_verdicts(graded, screen)
            if request.explain and any(run.failed for run in graded.runs):
                waiting = Progress().waiting("looking for known mistakes", explain)
                stack.enter_context(waiting)
            return not in_full

        plan, graded = grade_one(program, request, TerminalObserver(Progress(hidden=True)), show)
    if not in_full:
        most = None if all_in_full else MOST_LINES
        show_explanation(plan.header, graded, screen, quote(program), most)
    failed = {run.case for run in graded.runs if run.failed}
    for case in plan.cases if graded.build.ok else ():
        if case.name in plan.in_full and (in_full or case.name in failed):
            show_case(graded, case.name, case.script, screen)
    if graded.build.judge_error:
        return EXIT_BAD_INPUT
    if not graded.build.ok and (others := files_beside(program)):
        tell(f"only {printable(program)} was built; with {listed(others)}, give the folder instead")
    marked = [run for run in graded.runs if plan.rubric.is_marked(run.within)]
    fine = graded.build.ok and all(run.verdict.passed for run in marked)
    memory = graded.memory
    freed = memory is None or not (memory.findings or memory.judge_error)
    return EXIT_OK if fine and freed else EXIT_DIFFERENT
