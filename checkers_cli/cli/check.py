"""`checkers check`: runs one program on all cases, on a student's own machine."""

from typing import Any

import click

from checkers_cli.cli.extras import need_libraries
from checkers_cli.cli.grading_options import TerminalObserver, case_options, console, sandbox_option
from checkers_cli.cli.options import PATH, jobs_option
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK
from checkers_cli.util.progress import Progress
from checkers_cli.util.workers import available_cores


@click.command(short_help="Run one program on all cases, and explain its first failure.")
@click.argument("program", type=PATH)
@case_options
@sandbox_option("limits")
@jobs_option
def command(program: str, jobs: int | None, **options: Any) -> int:
    """Say which cases PROGRAM passes, and explain the first case that it fails.

    PROGRAM is an executable, a C source, a folder or archive of sources, or a Python script.
    Sources are built with the command of the course.

    \b
    Examples:
      checkers check ./program
      checkers check program.c --memory-check
      checkers check my-sources/ --cases my-scripts

    Exit status: 0 if PROGRAM passes everything, 1 if not, 2 if a file or an option cannot be used.
    """
    need_libraries("msgspec", "rich")
    from checkers_cli.grading.one_program import grade_one
    from checkers_cli.grading.reports.terminal import show_check
    from checkers_cli.grading.request import Request
    from checkers_cli.util.files import ending_cleanly

    request = Request(jobs=jobs or available_cores(), **options)
    with ending_cleanly():
        _, graded = grade_one(program, request, TerminalObserver(Progress(hidden=True)))
    show_check(graded, console())
    fine = graded.build.ok and all(run.verdict.passed for run in graded.runs)
    memory = graded.memory
    freed = memory is None or not (memory.findings or memory.judge_error)
    return EXIT_OK if fine and freed else EXIT_DIFFERENT
