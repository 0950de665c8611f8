from pathlib import Path

import pytest

from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.inputs import input_label, need_folder, open_input, refuse, text_files


def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    told: list[str] = []
    assert list(text_files(str(tmp_path / "missing"), told.append)) == []
    assert told == [f"{tmp_path / 'missing'}: no such file or directory"]
    with pytest.raises(UnusableInput, match="no such file or directory"):
        list(text_files(str(tmp_path / "missing"), refuse))


def test_a_folder_is_needed(tmp_path: Path) -> None:
    need_folder(str(tmp_path), "scripts")
    (tmp_path / "file").touch()
    for name, what in (("file", "a file, not a folder"), ("nowhere", "no such folder")):
        with pytest.raises(UnusableInput, match=f"{name}: {what}; it should hold scripts"):
            need_folder(str(tmp_path / name), "scripts")


def test_standard_input_has_a_label() -> None:
    assert input_label("-") == "standard input"
    assert input_label("a\nb") == r"a\nb"


def test_a_file_is_opened_as_bytes(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xff")
    with open_input(str(tmp_path / "file")) as stream:
        assert stream.read() == b"\xff"
