"""Compares the transcripts of scripts with golden files, and updates the golden files."""

import os
from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from checkers_cli.analyser.compare import Difference, first_difference
from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import GOLDEN_SUFFIX, Source, scripts_in
from checkers_cli.analyser.transcribe import TEXT, UNUSABLE, transcribe
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import replacing
from checkers_cli.util.inputs import TEXT_SUFFIX, need_folder, refuse, text_files
from checkers_cli.util.text import printable, reason
from checkers_cli.util.workers import ordered_map

SAME = "same"
DIFFERENT = "different"
MISSING = "missing"  # there is no golden file for the script
ORPHANED = "orphaned"  # there is no script for the golden file


class GoldenCase(NamedTuple):
    """A script with its golden file, which may not exist."""

    name: str
    script: Source | None
    golden: Path


class GoldenFinding(NamedTuple):
    """The result of comparing one case."""

    case: GoldenCase
    kind: str
    message: str = ""
    difference: Difference | None = None


def find_cases(scripts: str, expected: str) -> list[GoldenCase]:
    """Each script with its golden file, in order of name; then the golden files without script."""
    if os.path.isdir(scripts):
        need_folder(expected, "golden files")
        return _cases_of_folders(scripts, expected)
    source = Source(scripts, os.path.basename(scripts))
    golden = _golden_of(source, Path(expected)) if os.path.isdir(expected) else Path(expected)
    if _same_file(source, golden):
        raise UnusableInput(f"{printable(scripts)}: is given as the script and as its golden file")
    return [GoldenCase(source.name, source, golden)]


def _cases_of_folders(scripts: str, expected: str) -> list[GoldenCase]:
    # Golden files in a folder below the scripts are not scripts.
    sources = list(scripts_in(scripts, refuse, leaving_out=expected))
    if not sources:
        raise UnusableInput(f"{printable(scripts)}: no scripts (*.txt) in this folder")
    cases = [
        GoldenCase(source.name, source, _golden_of(source, Path(expected))) for source in sources
    ]
    known = {case.golden for case in cases}
    if os.path.samefile(scripts, expected):
        known |= {Path(expected, source.name) for source in sources}
    orphans = [Path(path) for path in text_files(expected, refuse) if Path(path) not in known]
    return cases + [GoldenCase(str(path.relative_to(expected)), None, path) for path in orphans]


def _golden_of(script: Source, folder: Path) -> Path:
    """`NAME-out.txt` if there is one, else the script's own name, unless that is the script."""
    other = folder / (script.name.removesuffix(TEXT_SUFFIX) + GOLDEN_SUFFIX)
    same_name = folder / script.name
    return other if os.path.isfile(other) or _same_file(script, same_name) else same_name


def _same_file(script: Source, path: Path) -> bool:
    exist = os.path.exists(path) and os.path.exists(script.path)
    return exist and os.path.samefile(path, script.path)


def verify(cases: Sequence[GoldenCase], settings: Settings, jobs: int) -> Generator[GoldenFinding]:
    """The finding of each case, in order."""
    return ordered_map(partial(_examine, settings), cases, jobs)


def _examine(settings: Settings, case: GoldenCase) -> GoldenFinding:
    if case.script is None:
        twin = case.golden.with_name(case.golden.stem + GOLDEN_SUFFIX)
        if os.path.isfile(twin):
            return GoldenFinding(
                case, ORPHANED, f"not used, because {printable(twin.name)} exists too"
            )
        return GoldenFinding(case, ORPHANED, "no script of this name")
    pieces: list[bytes] = []
    outcome = transcribe(case.script, settings, TEXT, pieces.append)
    if outcome.message:
        return GoldenFinding(case, UNUSABLE, outcome.message)
    if os.path.exists(case.golden) and not os.path.isfile(case.golden):
        return GoldenFinding(case, UNUSABLE, f"{printable(str(case.golden))}: not a regular file")
    try:
        golden = case.golden.read_bytes()
    except FileNotFoundError:
        return GoldenFinding(case, MISSING, f"{printable(str(case.golden))} does not exist")
    except OSError as error:
        return GoldenFinding(case, UNUSABLE, f"{printable(str(case.golden))}: {reason(error)}")
    difference = first_difference(golden, b"".join(pieces))
    if difference is None:
        return GoldenFinding(case, SAME)
    return GoldenFinding(case, DIFFERENT, difference.where(), difference)


def update(case: GoldenCase, settings: Settings) -> None:
    """Write the transcript into the golden file; `UnusableInput` if that fails."""
    if case.script is None:
        raise UnusableInput(f"{printable(str(case.golden))}: there is no script to make it from")
    if not case.script.rereadable:
        raise UnusableInput(f"{case.script.label}: can be read only once; --update needs a file")
    try:
        with replacing(case.golden) as stream:
            outcome = transcribe(case.script, settings, TEXT, stream.write)
            if outcome.message:
                raise UnusableInput(outcome.message)
    except OSError as error:
        problem = f"{printable(str(case.golden))}: cannot be written: {reason(error)}"
        raise UnusableInput(problem) from None
