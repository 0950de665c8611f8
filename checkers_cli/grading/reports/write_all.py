"""Writes every report from `results.json`, in one pass over it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from checkers_cli.grading.reports.gradescope import Gradescope
from checkers_cli.grading.reports.html import Pages
from checkers_cli.grading.reports.junit import JUnit
from checkers_cli.grading.reports.marks_table import open_marks
from checkers_cli.grading.reports.uploads import UPLOADS
from checkers_cli.grading.results import Graded, Header
from checkers_cli.grading.results_file import read_header, read_submissions
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

Times = Mapping[tuple[str, str], float]  # CPU seconds by a submission's key and a case's name
Sheets = Mapping[str, str | None]  # exported sheets to fill in, by a key of `UPLOADS`
_NO_SHEETS: Sheets = MappingProxyType({})

# Folders with one file for each submission.
_FOLDERS = {"students": ".html", "staff": ".html", "gradescope": ".json"}


def check_sheets(header: Header, sheets: Sheets) -> None:
    """Find out whether the exported sheets can be filled in, before hours of work are done."""
    for name, open_upload in UPLOADS.items():
        open_upload(header, Path(), sheets.get(name))


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


class Report(Protocol):
    """A report under way; its files are complete once its block has ended."""

    @property
    def notices(self) -> Sequence[str]:
        """What staff should know, line by line, once all submissions are there."""

    def add(self, graded: Graded) -> None:
        """Take in one more submission."""

    def __enter__(self) -> "Report": ...

    def __exit__(self, kind: object, error: object, trace: object) -> None: ...


def open_reports(header: Header, folder: Path, times: Times | None, sheets: Sheets) -> list[Report]:
    """All reports: a new one is one more entry here."""
    return [
        open_marks(header, folder),
        *(make(header, folder, sheets.get(name)) for name, make in UPLOADS.items()),
        JUnit(header, folder, times),
        Gradescope(header, folder),
        Pages(header, folder, times),
    ]


def write_reports(
    results: Path, folder: Path, times: Times | None = None, sheets: Sheets = _NO_SHEETS
) -> list[str]:
    """Write all reports into a folder, in one pass over the results; what staff should know."""
    reports = open_reports(read_header(results), folder, times, sheets)
    keys: set[str] = set()
    with writing_into(folder), ExitStack() as stack:
        for report in reports:
            stack.enter_context(report)
        for graded in read_submissions(results):
            keys.add(graded.key)
            for report in reports:
                report.add(graded)
    _remove_others(folder, keys)
    return [line for report in reports for line in report.notices]


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
