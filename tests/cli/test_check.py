"""Programs of the cohort, built and run for real; what a student reads is in the snapshots."""

import re
import sys
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import needs_bubblewrap, needs_gcc, needs_sanitizers
from support import CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.cli.extras import install_command

CASES = (
    "capture-optional",
    "error-4-before-5-black",
    "finished-by-block-without-command",
    "a-at-the-start",
    "p-at-the-start",
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    copy_cases(CASES, Path("cases"))
    return tmp_path


@needs_gcc
@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("correct", 0),
        ("habits", 0),
        ("rightmost", 1),
        ("errors-order", 1),
        ("trailing-blanks", 1),
        ("crashes", 1),
        ("stage0-only", 1),
        ("prompts", 1),
    ],
)
def test_what_a_student_reads(
    cli: CommandLine, here: Path, name: str, status: int, snapshot: SnapshotAssertion
) -> None:
    # A limit that no program reaches on any machine, or no explanation.
    limit = "0" if name == "prompts" else "600"
    program = make_submission(name, here).name
    result = cli("check", program, "--cases", "cases", "--explain", limit)
    assert result.exit_code == status
    assert result.stderr == ""
    assert result.stdout == snapshot


@needs_gcc
def test_case_in_full_instead_of_an_explanation(cli: CommandLine, here: Path) -> None:
    program = make_submission("rightmost", here).name
    result = cli("check", program, "--cases", "cases", "--case", "a-at-the-start")
    assert result.exit_code == 1
    assert "\na-at-the-start.txt (stage 1): WA, wrong output\nScript: A\n" in result.stdout
    assert "Your program behaves as if" not in result.stdout
    assert "p-at-the-start" not in result.stdout
    names = [name for case in CASES[:2] for name in ("--case", f"{case}.txt")]
    shown = cli("check", program, "--cases", "cases", *names).stdout
    assert shown.count("AC, accepted") == 2


@needs_gcc
def test_all_failures_in_full(cli: CommandLine, here: Path) -> None:
    program = make_submission("rightmost", here).name
    shown = cli("check", program, "--cases", "cases", "--all").stdout
    assert "Your program behaves as if" in shown
    assert shown.count("WA, wrong output") == 2
    assert "AC, accepted" not in shown


@needs_gcc
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (
            ["--case", "a-at-the-strat"],
            'checkers: --case: there is no case "a-at-the-strat"; '
            "did you mean a-at-the-start.txt?\n",
        ),
        (
            ["--case", "a-at-the-start", "--all"],
            "checkers check: --all shows all failed cases: leave out --case.",
        ),
        (["--explain", "-1"], "checkers check: Invalid value for '--explain': -1"),
    ],
)
def test_wrong_choice_of_cases_is_refused(
    cli: CommandLine, here: Path, options: list[str], problem: str
) -> None:
    result = cli("check", make_submission("correct", here).name, "--cases", "cases", *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(problem)


@needs_gcc
def test_nothing_is_explained_if_not_wanted(cli: CommandLine, here: Path) -> None:
    program = make_submission("rightmost", here).name
    shown = cli("check", program, "--cases", "cases", "--explain", "0").stdout
    assert "Your program behaves as if" not in shown
    assert "\nIn detail: a-at-the-start.txt\n" in shown


@needs_gcc
def test_robustness_does_not_count_unless_it_is_marked(cli: CommandLine, here: Path) -> None:
    odd = ["error-1-source-row-10", "blank-lines-only"]
    copy_cases(["capture-optional", "a-at-the-start", *odd], Path("odd"))
    program = make_submission("one-digit-source", here).name
    result = cli("check", program, "--cases", "odd")
    assert result.exit_code == 0
    passed, _, robustness = result.stdout.partition("\nRobustness: 1 of 2 cases pass\n")
    assert passed.endswith("stage 0: 1 of 1 case passes\nstage 1: 1 of 1 case passes\n")
    assert "They cost no marks." in robustness
    assert "checkers check one-digit-source.c --case error-1-source-row-10.txt" in robustness
    Path("rubric.toml").write_text('[execution]\nbeyond = "mark"\n')
    result = cli("check", program, "--cases", "odd", "--rubric", "rubric.toml")
    assert result.exit_code == 1
    assert "They are marked as all others are." in result.stdout


@needs_gcc
def test_a_program_that_does_not_compile(cli: CommandLine, here: Path) -> None:
    result = cli("check", make_submission("not-compiling", here).name, "--cases", "cases")
    assert result.exit_code == 1
    first, *words, last = result.stdout.splitlines()
    assert first == "$ gcc -Wall -std=c17 -o program not-compiling.c -lm"
    assert re.match(
        r"The program does not build: not-compiling\.c:\d+:\d+: error: expected .* before ", last
    )
    assert last.removeprefix("The program does not build: ") in words


@needs_gcc
@needs_sanitizers
def test_a_program_that_leaks(cli: CommandLine, here: Path, snapshot: SnapshotAssertion) -> None:
    name = make_submission("leaks", here).name
    assert cli("check", name, "--cases", "cases").exit_code == 0
    result = cli("check", name, "--cases", "cases", "--memory-check")
    assert result.exit_code == 1
    # How much it is depends on the machine's kind.
    assert (
        re.sub(r"[\d,]+ bytes in [\d,]+ blocks", "N bytes in N blocks", result.stdout) == snapshot
    )


@needs_gcc
@needs_bubblewrap
def test_folders_scripts_and_bubblewrap_do_as_well(cli: CommandLine, here: Path) -> None:
    make_submission("multi-file", here)
    result = cli("check", "multi-file", "--cases", "cases", "--sandbox", "bubblewrap")
    assert result.exit_code == 0
    Path("main.py").write_text("print('hello')\n")
    result = cli("check", "main.py", "--cases", "cases")
    assert result.exit_code == 1
    assert "stage 0: 0 of 3 cases pass" in result.stdout


@needs_gcc
def test_a_compiler_that_cannot_be_started_is_nobodys_fault(cli: CommandLine, here: Path) -> None:
    path = make_submission("correct", here)
    result = cli("check", path.name, "--cases", "cases", "--build", "./no-such-compiler SOURCES")
    assert result.exit_code == 2
    assert result.stdout == (
        "The program could not be built, which is not your fault: "
        "./no-such-compiler could not be started: No such file or directory\n"
    )


@needs_gcc
def test_one_file_of_a_program_that_needs_others_gets_a_hint(cli: CommandLine, here: Path) -> None:
    Path("sources").mkdir()
    Path("sources/main.c").write_text('#include "board.h"\nint main(void) { return board(); }\n')
    Path("sources/board.c").write_text("int board(void) { return 0; }\n")
    result = cli("check", "sources/main.c", "--cases", "cases")
    assert result.exit_code == 1
    assert 'main.c includes "board.h", which is missing from the files' in result.stdout
    assert result.stderr == (
        "checkers: only sources/main.c was built; with board.c, give the folder instead\n"
    )
    assert cli("check", "sources", "--cases", "cases").stderr == ""


@needs_gcc
@pytest.mark.parametrize(
    ("option", "problem"),
    [
        (["--build", "no-such-compiler SOURCES"], "--build: there is no command no-such-compiler"),
        (["--run", "./progam"], "--run: there is no ./progam; the program is called ./program"),
        (["--run", "nice ./progam"], "--run: there is no ./progam"),
        (["--run", "program"], "--run: there is no command program here; did you mean ./program?"),
        (["--rubric", "rubric.toml"], "rubric.toml: run.c: there is no ./other"),
    ],
)
def test_a_command_that_does_not_exist_is_refused(
    cli: CommandLine, here: Path, option: list[str], problem: str
) -> None:
    Path("rubric.toml").write_text('[run]\nc = "./other"\n')
    path = make_submission("correct", here)
    result = cli("check", path.name, "--cases", "cases", *option)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert problem in result.stderr


@needs_gcc
@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["nowhere.c"], "nowhere.c: no such file or directory; give a program or its sources"),
        (["x.c", "--cases", "nowhere"], "nowhere: no such folder; it should hold scripts (*.txt)"),
        (["x.c", "--cases", "x.c"], "x.c: a file, not a folder; it should hold scripts (*.txt)"),
        (["x.c", "--cases", "empty"], "empty: no scripts (*.txt) in this folder"),
        (
            ["x.c", "--cases", "bad"],
            "bad/x.txt:1: 'G6F5' is neither an action like G6-F5 nor the command A or P; "
            "not usable as a test case",
        ),
        (["x.c", "--rubric", "x.c"], "x.c:1: "),
        (["x.c", "--build", "gcc"], "--build: c must be a command with the word SOURCES"),
        (["x.c", "--run", "c=a", "--run", "b"], "--run: given twice for c"),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value),
)
def test_bad_input_is_told_in_a_line(
    cli: CommandLine, here: Path, args: list[str], line: str
) -> None:
    Path("x.c").write_text("int main(void) { return 0; }\n")
    Path("empty").mkdir()
    Path("bad").mkdir()
    Path("bad/x.txt").write_text("G6F5\n")
    result = cli("check", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"checkers: {line}")
    assert result.stderr.count("\n") == 1


def test_without_a_compiler_it_says_what_to_install(
    cli: CommandLine, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_submission("correct", here)
    monkeypatch.setenv("PATH", str(here))
    result = cli("check", path)
    assert result.exit_code == 2
    assert result.stderr == (
        "checkers: a C compiler is needed to run programs: apt-get install gcc libc6-dev\n"
    )


def test_without_rich_it_says_what_to_install(
    cli: CommandLine, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "rich"] + ["rich"]:
        monkeypatch.setitem(sys.modules, name, None)
    result = cli("check", "nowhere.c")
    assert result.exit_code == 2
    assert result.stderr == f"checkers: rich is not installed: {install_command()}\n"
