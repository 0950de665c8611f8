"""Makes the submissions of the cohort: one right program, others that differ from it, and cases."""

import shutil
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from support import EXAMPLES

HERE = Path(__file__).parent / "cohort_programs"
VARIANTS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "variants.toml").read_text())


def make_submission(name: str, folder: Path) -> Path:
    """Put a submission of the cohort into a folder; where it is."""
    variant = VARIANTS[name]
    source = HERE / variant.get("source", "correct.c")
    if source.is_dir():
        return Path(shutil.copytree(source, folder / name))
    text = source.read_text()
    for old, new in variant.get("replacements", []):
        assert text.count(old) == 1, f"{name}: {old!r} must occur once in correct.c"
        text = text.replace(old, new)
    path = folder / f"{name}.c"
    path.write_text(text)
    return path


def make_cohort(folder: Path, names: Iterable[str] | None = None) -> Path:
    """Put all submissions of the cohort, or those named, into a new folder."""
    folder.mkdir(parents=True)
    for name in VARIANTS if names is None else names:
        make_submission(name, folder)
    return folder


def copy_cases(names: Iterable[str], folder: Path) -> Path:
    """Put these examples, named without their `.txt`, into a new folder."""
    folder.mkdir()
    for name in names:
        shutil.copy(EXAMPLES / f"{name}.txt", folder)
    return folder
