import json
import shutil
import sys
from pathlib import Path

import pytest
from support import EXAMPLES, CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.cli.extras import install_command
from checkers_cli.faults.testgen.scoring import CATCHABLE, EQUIVALENT

OLD_JSON = (
    "checkers cases score: --json is now --format json > FILE; "
    "the old name goes away in the next release\n"
)
A_FEW = ("a-at-the-start.txt", "crlf-line-ends.txt", "error-1-before-2.txt")


@pytest.fixture
def few(tmp_path: Path) -> Path:
    folder = tmp_path / "few"
    folder.mkdir()
    for name in A_FEW:
        shutil.copy(EXAMPLES / name, folder)
    return folder


@pytest.fixture
def four_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the catalogue had only four faults: the whole of it takes a minute."""
    four = ("no-captures-in-script", "command-with-cr-missed", "depth-1", "p-plays-9")
    monkeypatch.setattr("checkers_cli.faults.testgen.scoring.CATCHABLE", four)
    monkeypatch.setattr("checkers_cli.faults.testgen.score_report.EQUIVALENT", EQUIVALENT[:1])


@pytest.mark.parametrize("command", ["score", "generate"])
def test_help_pages(cli: CommandLine, command: str, snapshot: SnapshotAssertion) -> None:
    result = cli("cases", command, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert result.stdout == snapshot


@pytest.mark.usefixtures("four_wanted")
def test_a_score(cli: CommandLine, few: Path, snapshot: SnapshotAssertion) -> None:
    result = cli("cases", "score", few)
    assert result.exit_code == 0
    assert result.stdout == snapshot
    assert result.stderr == ""


def test_a_score_as_data(cli: CommandLine, few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkers_cli.faults.testgen.scoring.CATCHABLE", CATCHABLE[:40])
    result = cli("cases", "score", few, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    assert [case["name"] for case in data["cases"]] == list(A_FEW)
    assert 0 < data["caught"] < data["catchable"]
    assert data["caught"] + len(data["missed"]) == data["catchable"]
    assert "command-with-cr-missed" in data["cases"][1]["alone"]
    old = cli("cases", "score", few, "--json", "-")
    assert (old.exit_code, old.stdout, old.stderr) == (0, result.stdout, OLD_JSON)
    written = cli("cases", "score", few, "--json", few / "score.json")
    assert json.loads((few / "score.json").read_text()) == data
    assert written.stdout.startswith("case ")
    assert written.stderr == OLD_JSON


@pytest.mark.usefixtures("four_wanted")
def test_a_page(cli: CommandLine, few: Path) -> None:
    result = cli("cases", "score", few, "--html", few / "matrix.html")
    assert result.exit_code == 0
    assert "a-at-the-start.txt" in (few / "matrix.html").read_text()


@pytest.mark.usefixtures("four_wanted")
def test_only_the_page_needs_a_library(
    cli: CommandLine, few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("jinja2", "rich", "markupsafe"):
        monkeypatch.setitem(sys.modules, name, None)
    assert cli("cases", "score", few).exit_code == 0
    result = cli("cases", "score", few, "--html", "-")
    assert result.exit_code == 2
    assert result.stderr == f"checkers: jinja2 is not installed: {install_command()}\n"


def test_a_malformed_script_is_no_case(cli: CommandLine, few: Path) -> None:
    (few / "broken.txt").write_text("G6-F5\nG6F5\n")
    result = cli("cases", "score", few)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "broken.txt:2: 'G6F5' is neither an action like G6-F5" in result.stderr


def test_standard_output_is_only_one(cli: CommandLine, few: Path) -> None:
    result = cli("cases", "score", few, "--format", "json", "--html", "-")
    assert result.exit_code == 2
    assert "--html - and --format json both write to standard output." in result.stderr


def test_nothing_to_score(cli: CommandLine, tmp_path: Path) -> None:
    for argument, words in (
        (tmp_path, "no scripts (*.txt) in this folder"),
        (tmp_path / "nowhere", "no such folder"),
        (EXAMPLES / A_FEW[0], "a file, not a folder"),
    ):
        result = cli("cases", "score", argument)
        assert result.exit_code == 2
        assert words in result.stderr
        assert result.stderr.count("\n") == 1


@pytest.mark.usefixtures("four_wanted")
def test_a_page_that_cannot_be_written(cli: CommandLine, few: Path) -> None:
    result = cli("cases", "score", few, "--html", few)
    assert result.exit_code == 2
    assert result.stderr == f"checkers: {few}: cannot be written: is a directory\n"


@pytest.mark.usefixtures("four_wanted")
def test_generated_cases_and_what_they_are_for(
    cli: CommandLine, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    out = tmp_path / "new" / "cases"
    result = cli("cases", "generate", "--out", out)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.replace(str(out), "OUT") == snapshot
    assert (out / "INDEX.md").read_text() == snapshot
    assert cli("cases", "score", out).stdout.count("(100%)") == 1
    assert {path.suffix for path in out.iterdir()} == {".txt", ".md"}


@pytest.mark.usefixtures("four_wanted")
def test_only_what_another_set_lacks(cli: CommandLine, few: Path, tmp_path: Path) -> None:
    out = tmp_path / "more"
    (few / "a-capture.txt").write_text("G6-F5\nH3-G4\nF5-H3\n")
    result = cli("cases", "generate", "--out", out, "--like", few)
    assert result.exit_code == 0
    assert "the 2 faults that" in result.stderr
    scripts = sorted(path.name for path in out.glob("*.txt"))
    assert scripts
    assert not any("no-captures-in-script" in name for name in scripts)
    for name in A_FEW:
        shutil.copy(few / name, out)
    shutil.copy(few / "a-capture.txt", out)
    again = cli("cases", "generate", "--out", tmp_path / "none", "--like", out)
    assert again.exit_code == 0
    assert again.stderr.startswith("checkers: 0 cases catch the 0 faults that ")
    assert [path.name for path in (tmp_path / "none").iterdir()] == ["INDEX.md"]


def test_so_many_random_ones(cli: CommandLine, tmp_path: Path) -> None:
    for name, seed in (("first", 3), ("same", 3), ("other", 4)):
        result = cli("cases", "generate", "--out", tmp_path / name, "--count", 9, "--seed", seed)
        assert result.exit_code == 0
        assert len(list((tmp_path / name).glob("*.txt"))) == 9
    read = {
        name: {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("first", "same", "other")
    }
    assert read["first"] == read["same"] != read["other"]


def test_a_folder_that_is_not_empty_is_left_alone(cli: CommandLine, few: Path) -> None:
    before = sorted(few.iterdir())
    result = cli("cases", "generate", "--out", few, "--count", 3)
    assert result.exit_code == 2
    assert result.stderr == f"checkers: --out: {few}: is not empty; name a new folder\n"
    assert sorted(few.iterdir()) == before


def test_options_that_cannot_be_used(cli: CommandLine, few: Path, tmp_path: Path) -> None:
    file = few / A_FEW[0]
    for arguments, words in (
        (["--out", file], "is a file, not a folder"),
        (["--out", file / "below"], "not a directory"),
        (["--out", ""], "--out needs the name of a folder"),
        ([], "Missing option '--out'"),
        (["--out", tmp_path / "x", "--count", 0], "'--count'"),
        (["--out", tmp_path / "x", "--seed", -1], "'--seed'"),
        (["--out", tmp_path / "x", "--count", 2, "--like", few], "exclude each other"),
        (["--out", tmp_path / "x", "--like", tmp_path / "nowhere"], "no such folder"),
    ):
        result = cli("cases", "generate", *arguments)
        assert result.exit_code == 2
        assert words in result.stderr
        assert result.stderr.count("\n") == 1
