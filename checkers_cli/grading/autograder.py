"""The Gradescope autograder: grades one submission and writes `results/results.json`."""

from dataclasses import replace
from pathlib import Path

from checkers_cli.grading.one_program import grade_entry
from checkers_cli.grading.reports.gradescope import read_metadata, write_gradescope
from checkers_cli.grading.request import Request
from checkers_cli.grading.session import Observer
from checkers_cli.grading.submissions.discover import one_submission
from checkers_cli.grading.summary import trouble_of
from checkers_cli.util.disk import unusable
from checkers_cli.util.text import printable


def grade_for_gradescope(folder: Path, request: Request, observer: Observer) -> tuple[Path, str]:
    """Grade the submission in `FOLDER/submission`; lateness comes from the metadata.

    Returns the path of the results, and why the submission could not be judged completely (empty
    if it could).
    """
    entry = one_submission(str(folder / "submission"))
    metadata_path = folder / "submission_metadata.json"
    late = 0.0
    if metadata_path.exists():
        metadata = read_metadata(str(metadata_path))
        late = metadata.late_days
        entry = replace(
            entry,
            student=printable(", ".join(metadata.ids)) or entry.student,
            name=printable(", ".join(metadata.names)) or entry.name,
        )
    plan, graded = grade_entry(entry, request, observer, late)
    path = folder / "results" / "results.json"
    try:
        write_gradescope(plan.header, graded, path)
    except OSError as error:
        raise unusable(str(path), error) from None
    return path, trouble_of(graded)
