import shlex
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from support import PROJECT

from checkers_cli.cli import extras
from checkers_cli.cli.extras import install_command, need_libraries, requirements
from checkers_cli.util.errors import UnusableInput

LIBRARIES = ["jinja2>=3.1", "msgspec>=0.19", "rich>=13.9"]


def test_every_extra_asks_for_what_the_hint_names() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    assert project["name"] == extras.DISTRIBUTION
    assert project["optional-dependencies"]["grade"] == LIBRARIES
    assert list(extras._REQUIREMENTS) == LIBRARIES
    assert list(requirements()) == LIBRARIES


@pytest.mark.parametrize(
    ("required", "found"),
    [
        (["click>=8.2", "a>=1; extra == 'all'", 'b>=2 ; extra == "all"', "c; extra == 'dev'"],
         ["a>=1", "b>=2"]),
        (["click>=8.2"], LIBRARIES),
        (None, LIBRARIES),
    ],
)  # fmt: skip
def test_versions_are_those_of_the_installed_distribution(
    required: list[str] | None, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "requires", lambda _: required)
    assert list(requirements()) == found


def test_versions_are_known_without_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "DISTRIBUTION", "no-such-distribution")
    assert list(requirements()) == LIBRARIES


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, [sys.executable, "-m", "pip", "install"]),
        ({"pyvenv.cfg": "home = /usr/bin\n"}, [sys.executable, "-m", "pip", "install"]),
        ({"pyvenv.cfg": "home = /usr/bin\nuv = 0.9.1\n"},
         ["uv", "pip", "install", "--python", "PREFIX"]),
        ({"pyvenv.cfg": "uv = 0.9.1\n", "uv-receipt.toml": "[tool]\n"},
         ["uv", "pip", "install", "--python", "PREFIX"]),
        ({"pyvenv.cfg": "home = /usr/bin\n", "pipx_metadata.json": "{}"},
         ["pipx", "inject", "tower-checkers"]),
        # pipx can make its environments with uv; it installs into them itself.
        ({"pyvenv.cfg": "uv = 0.9.1\n", "pipx_metadata.json": "{}"},
         ["pipx", "inject", "tower-checkers"]),
    ],
    ids=["pip", "venv", "uv-venv", "uv-tool", "pipx", "pipx-with-uv"],
)  # fmt: skip
def test_the_command_fits_the_environment(
    files: dict[str, str], words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = tmp_path / "a folder" / "tower-checkers"
    prefix.mkdir(parents=True)
    for name, text in files.items():
        (prefix / name).write_text(text)
    monkeypatch.setattr(sys, "prefix", str(prefix))
    expected = [str(prefix) if word == "PREFIX" else word for word in words]
    assert shlex.split(install_command()) == [*expected, *LIBRARIES]


def test_a_missing_library_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich", None)
    need_libraries("jinja2")
    with pytest.raises(UnusableInput) as caught:
        need_libraries("jinja2", "rich")
    assert str(caught.value) == f"rich is not installed: {install_command()}"
