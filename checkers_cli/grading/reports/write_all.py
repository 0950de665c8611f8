"""Writes all reports from `results.json`, in one pass."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from checkers_cli.grading.reports.gradescope import Gradescope
from checkers_cli.grading.reports.html import Pages
from checkers_cli.grading.reports.junit import JUnit
from checkers_cli.grading.reports.marks_table import open_marks
from checkers_cli.grading.reports.text import Times
from checkers_cli.grading.reports.uploads import UPLOADS
from checkers_cli.grading.results import Graded, Header
from checkers_cli.grading.results_file import read_header, read_submissions
from checkers_cli.util.disk import unusable

Sheets = Mapping[str, str | None]  # exported sheets to fill in, by a key of `UPLOADS`
_NO_SHEETS: Sheets = MappingProxyType({})

# Folders with one file for each submission.
_FOLDERS = {"students": ".html", "staff": ".html", "gradescope": ".json"}


def check_sheets(header: Header, sheets: Sheets) -> None:
    """Check the exported sheets before grading, which may take hours."""
    for name, open_upload in UPLOADS.items():
        open_upload(header, Path(), sheets.get(name))


@contextmanager
def writing_into(folder: Path) -> Iterator[None]:
    """Turn an error of writing into one line that names the file."""
    try:
        yield
    except OSError as error:
        path = Path(error.filename or folder)
        if path.name.endswith(".tmp"):  # a temporary file: name its folder instead
            path = path.parent
        raise unusable(str(path), error, "cannot be written: ") from None


class Report(Protocol):
    """A report that is being written; its files are complete at the end of its block."""

    @property
    def notices(self) -> Sequence[str]:
        """Messages for staff, one a line, complete at the end of the block."""

    def add(self, graded: Graded) -> None:
        """Add a submission."""

    def __enter__(self) -> "Report": ...

    def __exit__(self, kind: object, error: object, trace: object) -> None: ...


def open_reports(header: Header, folder: Path, times: Times | None, sheets: Sheets) -> list[Report]:
    """All reports. A new report is one more entry here."""
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
    """Write all reports into a folder, and return the messages for staff."""
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
    """Remove the files of submissions that are no longer in the results.

    Only names that have a file in every folder are removed: files that staff put there stay.
    """
    found = (
        {path.name.removesuffix(suffix) for path in (folder / name).glob(f"*{suffix}")}
        for name, suffix in _FOLDERS.items()
    )
    for key in set.intersection(*found) - keys:
        for name, suffix in _FOLDERS.items():
            with suppress(OSError):
                (folder / name / f"{key}{suffix}").unlink()
