"""The documents: their console blocks print what they show, and their links lead somewhere."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from grading.cohort import make_submission
from grading.machine import has_bubblewrap, has_gcc
from support import PROGRAM, PROJECT, WORKED_EXAMPLE

DOCUMENTS = [
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((PROJECT / "checkers_cli").rglob("README.md")),
]
README = DOCUMENTS[0].read_text(encoding="utf-8")
# The submissions in the folder that console blocks run in: file names of a Canvas download, and
# which program of the cohort each holds.
SUBMISSIONS = {
    "bytelinus_20411_5001_checkers.c": "correct",
    "careyada_20382_5002_checkers.c": "rightmost",
    "daleryan_LATE_20417_5003_checkers.c": "no-promotion-by-capture",
    "jonesteresa_20366_5004_checkers.c": "not-compiling",
}


def name_of(document: Path) -> str:
    return document.relative_to(PROJECT).as_posix()


def console_blocks() -> list[object]:
    """A parameter for each console block of all documents; its id has the file and a command."""
    return [
        pytest.param(block, id=f"{name_of(document)}: {block[2:].splitlines()[0][:50]}")
        for document in DOCUMENTS
        for block in re.findall(
            r"^```console\n(.*?)^```$", document.read_text(encoding="utf-8"), re.M | re.S
        )
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with what the console blocks use: the examples, a faulty program, submissions."""
    for name in ("examples", "expected_output"):
        shutil.copytree(PROJECT / name, tmp_path / name)
    make_submission("rightmost", tmp_path).rename(tmp_path / "program.c")
    (tmp_path / "submissions").mkdir()
    for name, program in SUBMISSIONS.items():
        make_submission(program, tmp_path).rename(tmp_path / "submissions" / name)
    return tmp_path


@pytest.mark.parametrize("block", console_blocks())
def test_console_block_prints_what_it_shows(block: str, folder: Path) -> None:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    expected = [line for line in block.splitlines() if not line.startswith("$ ")]
    script = "\n".join(commands)
    if re.search(r"program\.c|checkers grade", script) and not has_gcc():
        pytest.skip("gcc does not work here")
    if "checkers grade" in script and not has_bubblewrap():
        pytest.skip("bubblewrap does not work here")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": path, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == expected


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_relative_links_lead_to_files(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)|(?:src|href)=\"([^\"#]+)", text)
    targets = [markdown or html for markdown, html in links]
    missing = [
        target
        for target in targets
        if "://" not in target and not (document.parent / target).exists()
    ]
    assert missing == []


def test_recipes_name_files_that_exist() -> None:
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"\b(?:checkers_cli|tests)/[\w./-]*", text)
    placeholder = re.compile("COMMAND|FAMILY|GAME|NAME")
    named = {path.rstrip(".") for path in paths if not placeholder.search(path)}
    assert len(named) > 30
    assert [path for path in sorted(named) if not (PROJECT / path).exists()] == []


def test_readme_shows_a_real_transcript() -> None:
    transcript = re.search(r"<pre>\n(.*?)</pre>", README, re.S)
    done = subprocess.run(
        [*PROGRAM, "run", "-", "--position", WORKED_EXAMPLE],
        input="A\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert transcript is not None
    assert done.stdout.endswith("\n" + transcript[1])


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= 250


def test_readme_links_to_every_guide() -> None:
    guides = [document for document in DOCUMENTS if document.name == "README.md"][1:]
    assert [name_of(guide) for guide in guides if f"]({name_of(guide)})" not in README] == []


@pytest.mark.parametrize(
    "last", ["checkers run examples/a-at-the-start.txt", "pytest -n auto --dist loadfile"]
)
def test_readme_has_a_command_that_sets_itself_up(last: str) -> None:
    line = rf"^python3 -m venv \.venv && \.venv/bin/pip install .* && \.venv/bin/{re.escape(last)}$"
    assert len(re.findall(line, README, re.M)) == 1
