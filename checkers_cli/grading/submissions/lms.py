"""Parses file names in Canvas and Moodle bulk downloads: the student and the original name."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from posixpath import splitext
from typing import NamedTuple

from checkers_cli.grading.submissions.filenames import printable_name


class Download(NamedTuple):
    """How a learning management system names the files in a download of all submissions."""

    # Has the groups `name`, `student` and `file`, and optionally `late` and `number`. The first
    # number in a name comes from the system; the student chose what follows the numbers.
    pattern: re.Pattern[str]
    renames: bool  # whether a file that is submitted again gets a number: see `restore_names`


DOWNLOADS = {
    # lastnamefirst_[LATE_]<userid>_<submissionid>_<original file name>
    "canvas": Download(
        re.compile(
            r"(?s)(?P<name>[^\W_].*?)_(?P<late>LATE_)?(?P<student>[0-9]{1,20})_"
            r"(?P<number>[0-9]{1,20})_(?P<file>.+)\Z"
        ),
        renames=True,
    ),
    # Full Name_<participant>_assignsubmission_file_[<original file name>]; a folder without it
    "moodle": Download(
        re.compile(
            r"(?s)(?P<name>.+?)_(?P<student>[0-9]{1,20})_assignsubmission_(?:file|onlinetext)"
            r"(?:_(?P<file>.*))?\Z"
        ),
        renames=False,
    ),
}


@dataclass(frozen=True)
class Label:
    """The parts of the name of a downloaded file or folder."""

    origin: str  # a key of `DOWNLOADS`, or plain
    student: str
    name: str
    late: bool
    number: int  # of the submission, growing with time; 0 if the system gives none
    file: str  # the original file name; empty for a Moodle folder


def read_labels(names: Collection[str]) -> dict[str, Label]:
    """The labels of all files and folders; if one system fits all of them, it is used for all."""
    labelled = [name for name in names if read_label(name).origin != "plain"]
    # A student can make one name look like that of another system, but not everybody's names.
    fitting = [
        origin
        for origin, download in DOWNLOADS.items()
        if all(download.pattern.match(name) for name in labelled)
    ]
    origin = fitting[0] if len(fitting) == 1 else ""
    return {name: read_label(name, origin) for name in names}


def read_label(name: str, origin: str = "") -> Label:
    """The label of a name; without an origin, the system whose number comes first is assumed."""
    origins = [origin] if origin in DOWNLOADS else list(DOWNLOADS)
    matches = [(found, one) for one in origins if (found := DOWNLOADS[one].pattern.match(name))]
    if origin == "plain" or not matches:
        return Label("plain", name, name, False, 0, name)
    found, origin = min(matches, key=lambda match: match[0].start("student"))
    groups = found.groupdict()
    late, number = groups.get("late") is not None, int(groups.get("number") or 0)
    return Label(origin, found["student"], found["name"], late, number, found["file"] or "")


def restore_names(names: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Map each file of a Canvas submission to its original name; also return notes for staff.

    Canvas adds `-1`, `-2`, ... before the suffix of a file that is submitted again. Of `main.c` and
    `main-1.c` only the newest is in the result. `part-1.c` and `part-2.c` without a `part.c` are
    the student's own names and stay.
    """
    attempts: dict[str, dict[int, str]] = {}
    for name in names:
        original, number = _split_number(name)
        attempts.setdefault(original, {})[number] = name
    restored: dict[str, str] = {}
    notes: list[str] = []
    for original, numbered in attempts.items():
        newest = numbered[max(numbered)]
        if len(numbered) > 1 and 0 not in numbered:
            restored |= {name: name for name in numbered.values()}
            continue
        restored[newest] = original
        if newest != original:
            older = [printable_name(numbered[number]) for number in sorted(numbered)[:-1]]
            instead = f"; older versions left out: {', '.join(older)}" if older else ""
            notes.append(f"{printable_name(newest)} is used as {printable_name(original)}{instead}")
    return restored, notes


def _split_number(name: str) -> tuple[str, int]:
    """A name without the number that Canvas added, and that number; 0 if there is none."""
    stem, suffix = splitext(name)
    found = re.fullmatch(r"(?s)(.+)-([1-9][0-9]{0,2})", stem)
    return (found[1] + suffix, int(found[2])) if found else (name, 0)
