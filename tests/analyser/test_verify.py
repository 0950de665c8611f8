import os
from pathlib import Path

import pytest

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.verify import GoldenFinding, find_cases, update, verify
from checkers_cli.util.errors import UnusableInput


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    scripts, expected = tmp_path / "scripts", tmp_path / "expected"
    scripts.mkdir()
    expected.mkdir()
    for name in ("one.txt", "two.txt", "three.txt"):
        (scripts / name).write_text("A\n")
    for finding in examine(scripts, expected):
        update(finding.case, Settings())
    return scripts, expected


def examine(scripts: Path, expected: Path) -> list[GoldenFinding]:
    return list(verify(find_cases(str(scripts), str(expected)), Settings(), 1))


def kinds(scripts: Path, expected: Path) -> dict[str, str]:
    return {finding.case.name: finding.kind for finding in examine(scripts, expected)}


def test_unchanged_golden_files_are_the_same(folders: tuple[Path, Path]) -> None:
    assert set(kinds(*folders).values()) == {"same"}


def test_each_kind_of_difference(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    golden = expected / "one.txt"
    golden.write_bytes(golden.read_bytes().replace(b"BLACK ACTION", b"BLACK  ACTION"))
    (expected / "two.txt").unlink()
    (expected / "orphan.txt").write_text("")
    (scripts / "bad.txt").write_text("rubbish\n")
    assert kinds(scripts, expected) == {
        "bad.txt": "unusable",
        "one.txt": "different",
        "orphan.txt": "orphaned",
        "three.txt": "same",
        "two.txt": "missing",
    }


def test_the_other_name_of_a_golden_file(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    (expected / "one.txt").rename(expected / "one-out.txt")
    assert kinds(scripts, expected)["one.txt"] == "same"


def test_both_names_of_a_golden_file(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    (expected / "one-out.txt").write_bytes((expected / "one.txt").read_bytes())
    found = {str(finding.case.golden.name): finding for finding in examine(scripts, expected)}
    assert found["one-out.txt"].kind == "same"
    assert found["one.txt"].kind == "orphaned"
    assert found["one.txt"].message == "not used, because one-out.txt exists too"


def test_scripts_and_golden_files_in_one_folder(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    for name in ("one", "two"):
        (expected / f"{name}.txt").rename(scripts / f"{name}-out.txt")
    # A script must not be taken for its own golden file: --update would overwrite it.
    assert kinds(scripts, scripts) == {"one.txt": "same", "two.txt": "same", "three.txt": "missing"}
    for finding in examine(scripts, scripts):
        if finding.kind == "missing":
            update(finding.case, Settings())
    assert (scripts / "three.txt").read_text() == "A\n"
    assert set(kinds(scripts, scripts).values()) == {"same"}


def test_golden_files_in_a_folder_below_the_scripts(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    expected.rename(scripts / "expected")
    assert set(kinds(scripts, scripts / "expected").values()) == {"same"}


def test_a_script_is_not_its_own_golden_file(folders: tuple[Path, Path]) -> None:
    script = str(folders[0] / "one.txt")
    with pytest.raises(UnusableInput, match="as the script and as its golden file"):
        find_cases(script, script)


def test_one_script_and_its_golden_file(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    assert kinds(scripts / "one.txt", expected / "two.txt") == {"one.txt": "same"}
    assert kinds(scripts / "one.txt", expected) == {"one.txt": "same"}
    assert kinds(scripts / "one.txt", expected / "none.txt") == {"one.txt": "missing"}


def test_folders_that_cannot_be_compared(folders: tuple[Path, Path], tmp_path: Path) -> None:
    scripts, expected = folders
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnusableInput, match="no such folder"):
        find_cases(str(scripts), str(tmp_path / "missing"))
    with pytest.raises(UnusableInput, match="no scripts"):
        find_cases(str(tmp_path / "empty"), str(expected))


def test_a_golden_file_that_cannot_be_read(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    (expected / "one.txt").unlink()
    (expected / "one.txt").mkdir()
    (finding,) = [f for f in examine(scripts, expected) if f.case.name == "one.txt"]
    assert finding.kind == "unusable"
    assert finding.message.endswith("one.txt: not a regular file")


def test_a_golden_file_that_is_no_file_is_left_alone(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    (expected / "one.txt").unlink()
    os.mkfifo(expected / "one.txt")  # would be waited for
    (finding,) = [f for f in examine(scripts, expected) if f.case.name == "one.txt"]
    assert finding.kind == "unusable"
    with pytest.raises(UnusableInput, match="not a regular file"):
        update(finding.case, Settings())
    assert (expected / "one.txt").is_fifo()


def test_a_name_that_is_as_long_as_can_be(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    (scripts / ("n" * 250 + ".txt")).write_text("A\n")
    (expected / ("o" * 250 + ".txt")).touch()
    found = kinds(scripts, expected)
    assert found["n" * 250 + ".txt"] == "missing"
    assert found["o" * 250 + ".txt"] == "orphaned"


def test_a_golden_file_that_cannot_be_written(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    (expected / "one.txt").unlink()
    (finding,) = [f for f in examine(scripts, expected) if f.kind == "missing"]
    finding.case.golden.mkdir()
    with pytest.raises(UnusableInput, match=r"one\.txt: cannot be written: is a directory"):
        update(finding.case, Settings())


def test_only_a_good_script_makes_a_golden_file(folders: tuple[Path, Path]) -> None:
    scripts, expected = folders
    (scripts / "bad.txt").write_text("rubbish\n")
    (expected / "orphan.txt").write_text("old")
    for finding in examine(scripts, expected):
        if finding.kind != "same":
            with pytest.raises(UnusableInput):
                update(finding.case, Settings())
    assert not (expected / "bad.txt").exists()
    assert (expected / "orphan.txt").read_text() == "old"
