from pathlib import Path

import pytest

from checkers_cli.faults.explain.plays import Observation
from checkers_cli.faults.recordings import read_recording
from checkers_cli.util.errors import UnusableInput


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    scripts, outputs = tmp_path / "scripts", tmp_path / "outputs"
    for folder in (scripts, outputs):
        folder.mkdir()
    for name in ("a", "b", "c"):
        (scripts / f"{name}.txt").write_text("A\n")
    (outputs / "a.txt").write_bytes(b"\xff\n")
    (outputs / "c.txt").write_text("")
    return scripts, outputs


def test_outputs_have_the_names_of_scripts(folders: tuple[Path, Path]) -> None:
    scripts, outputs = folders
    (outputs / "ends.json").write_text('{"c.txt": "signal 11", "z.txt": "timeout"}')
    found = read_recording(str(scripts), str(outputs))
    assert found.observations == [
        Observation("a.txt", b"A\n", b"\xff\n", True),
        Observation("c.txt", b"A\n", b"", False),
    ]
    assert found.ends == {"c.txt": "signal 11"}
    assert found.left_out == 1


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("outputs/ends.json", "[", "ends.json: not JSON"),
        ("outputs/ends.json", "[1]", "must be an object"),
        ("outputs/ends.json", '{"a.txt": 11}', "must be an object"),
        ("scripts/a.txt", "hello\n", "a.txt:1"),
        ("outputs/a.txt", "x" * ((1 << 24) + 1), "longer than"),
    ],
)
def test_unusable_files(
    folders: tuple[Path, Path], tmp_path: Path, name: str, content: str, problem: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(UnusableInput, match=problem):
        read_recording(*map(str, folders))


def test_unusable_folders(folders: tuple[Path, Path], tmp_path: Path) -> None:
    scripts, outputs = map(str, folders)
    with pytest.raises(UnusableInput, match="no such folder"):
        read_recording(str(tmp_path / "nowhere"), outputs)
    with pytest.raises(UnusableInput, match="no such folder"):
        read_recording(scripts, str(tmp_path / "nowhere"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnusableInput, match="no output has the name of a script"):
        read_recording(scripts, str(tmp_path / "empty"))
