import shutil
from pathlib import Path

import pytest
from support import EXAMPLE_NAMES, EXAMPLES, GOLDENS, CommandLine
from syrupy.assertion import SnapshotAssertion


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with scripts that have golden files."""
    monkeypatch.chdir(tmp_path)
    Path("scripts").mkdir()
    for name, text in {"one": "G6-F5\n", "two": "A\n", "three": "A1-A1\n"}.items():
        Path("scripts", f"{name}.txt").write_text(text)
    return tmp_path


def make_goldens(cli: CommandLine) -> None:
    assert cli("run", "scripts", "--out", "golden").exit_code == 1


def test_the_examples_have_their_golden_files(cli: CommandLine) -> None:
    result = cli("verify", EXAMPLES, GOLDENS)
    assert result.exit_code == 0
    assert result.stdout.endswith(f"{len(EXAMPLE_NAMES)} cases: {len(EXAMPLE_NAMES)} same\n")


def test_one_changed_character_is_named(cli: CommandLine, tmp_path: Path) -> None:
    shutil.copytree(GOLDENS, tmp_path / "golden")
    golden = tmp_path / "golden" / EXAMPLE_NAMES[0]
    lines = golden.read_text().split("\n")
    lines[6] = lines[6][:9] + "x" + lines[6][10:]
    golden.write_text("\n".join(lines))
    result = cli("verify", EXAMPLES, tmp_path / "golden")
    assert result.exit_code == 1
    assert f"DIFFERS  {EXAMPLE_NAMES[0]}: line 7, column 10\n" in result.stdout
    assert f"{golden}: line 7, column 10\n" in result.stdout


def test_every_kind_of_difference(
    cli: CommandLine, here: Path, snapshot: SnapshotAssertion
) -> None:
    make_goldens(cli)
    golden = Path("golden", "one.txt")
    golden.write_text(golden.read_text().replace("COST: 0\n", "COST:  0\n"))
    Path("golden", "two.txt").unlink()
    Path("golden", "orphan.txt").touch()
    Path("scripts", "bad.txt").write_text("A\nA\n")
    result = cli("verify", "scripts", "golden")
    assert result.exit_code == 2  # the malformed script
    assert result.stdout == snapshot
    Path("scripts", "bad.txt").unlink()
    assert cli("verify", "scripts", "golden").exit_code == 1


def test_a_missing_or_orphaned_golden_file_alone_is_a_difference(
    cli: CommandLine, here: Path
) -> None:
    make_goldens(cli)
    Path("golden", "orphan.txt").touch()
    assert cli("verify", "scripts", "golden").exit_code == 1
    Path("golden", "orphan.txt").rename(Path("scripts", "new.txt"))
    assert cli("verify", "scripts", "golden").exit_code == 1


def test_update_asks_and_writes_only_what_differs(cli: CommandLine, here: Path) -> None:
    make_goldens(cli)
    Path("golden", "one.txt").write_text("old")
    Path("golden", "two.txt").unlink()
    unchanged = Path("golden", "three.txt").stat()
    refused = cli("verify", "scripts", "golden", "--update", stdin="n\n")
    assert refused.exit_code == 1
    assert "would replace golden/one.txt\nwould create golden/two.txt\n" in refused.stdout
    assert "nothing written" in refused.stdout
    assert Path("golden", "one.txt").read_text() == "old"
    agreed = cli("verify", "scripts", "golden", "--update", stdin="y\n")
    assert agreed.exit_code == 0
    assert "2 written" in agreed.stdout
    assert Path("golden", "three.txt").stat().st_mtime_ns == unchanged.st_mtime_ns
    assert Path("golden", "three.txt").stat().st_ino == unchanged.st_ino
    assert cli("verify", "scripts", "golden").exit_code == 0


def test_no_answer_is_a_no(cli: CommandLine, here: Path) -> None:
    make_goldens(cli)
    Path("golden", "one.txt").write_text("old")
    result = cli("verify", "scripts", "golden", "--update", stdin="")
    assert result.exit_code == 1
    assert "nothing written (--yes writes without asking)" in result.stdout
    assert Path("golden", "one.txt").read_text() == "old"


def test_ctrl_c_at_the_question_is_ctrl_c(
    cli: CommandLine, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    make_goldens(cli)
    Path("golden", "one.txt").write_text("old")
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.readline", interrupt)
    assert cli("verify", "scripts", "golden", "--update").exit_code == 130
    assert Path("golden", "one.txt").read_text() == "old"


def test_a_golden_file_that_cannot_be_written_does_not_stop_the_others(
    cli: CommandLine, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_goldens(cli)
    for name in ("one", "two"):
        Path("golden", f"{name}.txt").write_text("old")
    replace = Path.replace

    def deny(self: Path, target: Path) -> Path:  # permissions would not stop root
        if target.name == "one.txt":
            raise PermissionError(13, "Permission denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", deny)
    result = cli("verify", "scripts", "golden", "--update", "--yes")
    assert result.exit_code == 2
    assert result.stderr == "checkers: golden/one.txt: cannot be written: permission denied\n"
    assert "1 written" in result.stdout
    assert Path("golden", "one.txt").read_text() == "old"
    assert Path("golden", "two.txt").read_text() != "old"


def test_update_with_yes(cli: CommandLine, here: Path) -> None:
    make_goldens(cli)
    Path("golden", "one.txt").unlink()
    Path("golden", "orphan.txt").touch()
    result = cli("verify", "scripts", "golden", "--update", "--yes")
    assert result.exit_code == 1  # the orphan stays
    assert Path("golden", "one.txt").exists()
    assert Path("golden", "orphan.txt").exists()
    assert "not fixed by --update: 1 orphaned or unusable" in result.stdout
    Path("golden", "orphan.txt").unlink()
    nothing = cli("verify", "scripts", "golden", "--update", "--yes")
    assert nothing.exit_code == 0
    assert "nothing to write" in nothing.stdout


def test_update_does_not_hide_an_unusable_script(cli: CommandLine, here: Path) -> None:
    make_goldens(cli)
    Path("scripts", "bad.txt").write_text("rubbish\n")
    Path("golden", "one.txt").unlink()
    for options in ([], ["--update", "--yes"], ["--update", "--yes"]):
        assert cli("verify", "scripts", "golden", *options).exit_code == 2
    assert not Path("golden", "bad.txt").exists()


def test_yes_needs_update(cli: CommandLine, here: Path) -> None:
    result = cli("verify", "scripts", "scripts", "--yes")
    assert result.exit_code == 2
    assert "--yes belongs to --update" in result.stderr


def test_the_reading_counts(cli: CommandLine, here: Path) -> None:
    end = ("--position", "B:WC4:BKD5")
    Path("end.txt").write_text("D5-B3\n")
    Path("end-out.txt").write_text(cli("run", "end.txt", *end).stdout)
    assert cli("verify", "end.txt", "end-out.txt", *end).exit_code == 0
    limits = cli("verify", "end.txt", "end-out.txt", *end, "--reading", "limits")
    assert limits.exit_code == 1
    assert "BOARD·COST:·2147483647␊" in limits.stdout
