"""What the README shows is what happens."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import PROJECT

README = (PROJECT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("examples", "expected_output"):
        shutil.copytree(PROJECT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0][2:40])
def test_commands_print_what_is_shown(block: str, folder: Path) -> None:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    expected = [line for line in block.splitlines() if not line.startswith("$ ")]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", "\n".join(commands)],
        cwd=folder,
        env=os.environ | {"PATH": path, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == expected


def test_there_are_blocks_and_the_two_commands() -> None:
    assert len(BLOCKS) >= 6
    assert re.search(
        r"^python3 -m venv .* && \.venv/bin/pytest -n auto --dist loadfile$", README, re.MULTILINE
    )
    assert re.search(r"^python3 -m venv .* && \.venv/bin/checkers run ", README, re.MULTILINE)


def test_what_it_links_to_exists() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (PROJECT / target).exists(), target
