"""Writes every report from `results.json`, in one pass over it."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from checkers_cli.grading.reports.gradescope import open_gradescope
from checkers_cli.grading.reports.html import write_pages
from checkers_cli.grading.reports.junit import open_junit
from checkers_cli.grading.reports.tables import open_marks
from checkers_cli.grading.reports.uploads import open_canvas, open_moodle
from checkers_cli.grading.results import Graded, Header
from checkers_cli.grading.results_file import read_header, read_submissions
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

# Folders with one file for each submission.
_FOLDERS = {"students": ".html", "staff": ".html", "gradescope": ".json"}


@dataclass(frozen=True)
class Uploads:
    """The sheets that were exported for grades to be filled in."""

    canvas: str | None = None
    moodle: str | None = None


def check_uploads(header: Header, uploads: Uploads) -> None:
    """Find out whether the exported sheets can be filled in, before hours of work are done."""
    open_canvas(header, Path(), uploads.canvas)
    open_moodle(header, Path(), uploads.moodle)


@contextmanager
def writing_into(folder: Path) -> Iterator[None]:
    """Says in a line what cannot be written."""
    try:
        yield
    except OSError as error:
        path = Path(error.filename or folder)
        if path.name.endswith(".tmp"):  # a draft: what it was to become has its folder's trouble
            path = path.parent
        words = f"{printable(str(path))}: cannot be written: {reason(error)}"
        raise UnusableInput(words) from None


def write_reports(
    results: Path,
    folder: Path,
    times: Mapping[tuple[str, str], float] | None = None,
    uploads: Uploads | None = None,
) -> list[str]:
    """Write all reports into a folder; what staff should know of them comes back, line by line."""
    uploads = uploads or Uploads()
    header = read_header(results)
    keys: set[str] = set()
    with writing_into(folder), ExitStack() as stack:
        marks = stack.enter_context(open_marks(header, folder))
        canvas = stack.enter_context(open_canvas(header, folder, uploads.canvas))
        moodle = stack.enter_context(open_moodle(header, folder, uploads.moodle))
        # Of an upload that nobody will make, nobody has to be told.
        used = {"canvas": uploads.canvas is not None, "moodle": uploads.moodle is not None}
        junit = stack.enter_context(open_junit(header, folder, times))
        gradescope = stack.enter_context(open_gradescope(header, folder))

        def submissions() -> Iterator[Graded]:
            for graded in read_submissions(results):
                keys.add(graded.key)
                used[graded.origin] = True
                for table in (marks, canvas, moodle):
                    table.add(graded)
                junit.add(graded)
                gradescope.add(graded)
                yield graded

        write_pages(header, submissions(), folder, times)
    _remove_others(folder, keys)
    return [
        *marks.told,
        *(canvas.told if used["canvas"] else ()),
        *(moodle.told if used["moodle"] else ()),
    ]


def _remove_others(folder: Path, keys: set[str]) -> None:
    """Remove the files of submissions that are no longer there; others may have put theirs there.

    A submission has a file of its name in each of the folders, which no notes or copies have.
    """
    found = (
        {path.name.removesuffix(suffix) for path in (folder / name).glob(f"*{suffix}")}
        for name, suffix in _FOLDERS.items()
    )
    for key in set.intersection(*found) - keys:
        for name, suffix in _FOLDERS.items():
            with suppress(OSError):
                (folder / name / f"{key}{suffix}").unlink()
