"""`checkers check`: one program, on a student's own machine."""

from typing import Any

import click

from checkers_cli.cli import tell
from checkers_cli.cli.grading_options import by_language, case_options, needed
from checkers_cli.cli.options import jobs_option
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK
from checkers_cli.util.workers import available_cores


@click.command(short_help="Try one program on all cases.")
@click.argument("program", type=click.Path(readable=False))
@case_options
@click.option(
    "--sandbox", type=click.Choice(("limits", "bubblewrap")), default="limits", show_default=True,
    help="How the program is kept from doing harm.",
)  # fmt: skip
@jobs_option
def command(
    program: str, build: tuple[str, ...], run: tuple[str, ...], jobs: int | None, **options: Any
) -> int:
    """Say which cases PROGRAM passes and, for the first that it fails, what is wrong.

    PROGRAM is an executable, a C source, a folder or archive of sources, or a Python script;
    sources are built with the course's own command.

    \b
    Examples:
      checkers check ./program
      checkers check program.c --memory-check
      checkers check my-sources/ --cases my-scripts

    Exit status: 0 only if all pass, 1 if not, 2 if something could not be used.
    """
    try:
        from rich.console import Console

        from checkers_cli.grading.reports.terminal import show_check
    except ImportError as error:
        raise needed(error.name or "rich") from None
    from checkers_cli.grading.one_program import grade_one
    from checkers_cli.grading.request import Request
    from checkers_cli.util.files import ending_cleanly

    request = Request(
        build=by_language("--build", build),
        run=by_language("--run", run),
        jobs=jobs or available_cores(),
        **options,
    )
    with ending_cleanly():
        _, graded = grade_one(program, request, _Quiet())
    show_check(graded, Console(highlight=False, emoji=False, markup=False))
    fine = graded.build.ok and all(run.verdict.passed for run in graded.runs)
    memory = graded.memory
    freed = memory is None or not (memory.findings or memory.judge_error)
    return EXIT_OK if fine and freed else EXIT_DIFFERENT


class _Quiet:
    """One program is done in a moment: there is no progress to show."""

    def begin(self, total: int) -> None: ...

    def advance(self, done: int, name: str) -> None: ...

    def tell(self, line: str) -> None:
        tell(line)
