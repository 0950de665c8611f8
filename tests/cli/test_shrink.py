"""`checkers cases shrink` on programs of the cohort, built and run for real."""

import io
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import needs_bubblewrap, needs_gcc
from support import CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.script.events import Illegal
from checkers_cli.script.parser import read_script

CASES = (
    "a-worked-example",
    "error-4-stops-command-p",
    "finished-by-block-without-command",
    "p-in-the-middle-black",
)
GAME = "cases/p-in-the-middle-black.txt"
RIGHT = "checkers: the program is right on this script: there is nothing to shorten\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    copy_cases(CASES, Path("cases"))
    return tmp_path


def test_help(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("cases", "shrink", "--help")
    assert result.exit_code == 0
    assert result.stdout == snapshot


@needs_gcc
@pytest.mark.parametrize(
    "name", ["rightmost", "crashes", "prompts", "p-plays-nine", "trailing-blanks"]
)
def test_the_script_goes_to_standard_output_and_a_line_says_what_is_wrong(
    cli: CommandLine, here: Path, name: str, snapshot: SnapshotAssertion
) -> None:
    result = cli("cases", "shrink", GAME, "--", make_submission(name, here).name)
    assert result.exit_code == 0
    assert (result.stdout, result.stderr) == snapshot


def is_legal(script: str) -> bool:
    statements = (s for s in read_script(io.BytesIO(script.encode())) if not s.command)
    return not any(isinstance(event, Illegal) for event in replay(statements, Settings()))


@needs_gcc
@needs_bubblewrap
def test_what_is_printed_fails_and_nothing_can_be_removed_from_it(
    cli: CommandLine, here: Path
) -> None:
    program = make_submission("no-promotion-by-capture", here).name

    def shrunk(script: Path) -> tuple[int, str]:
        result = cli("cases", "shrink", script, "--sandbox", "bubblewrap", "--", program)
        return result.exit_code, result.stdout

    status, small = shrunk(Path("cases/a-worked-example.txt"))
    assert status == 0
    assert is_legal(small)
    Path("small.txt").write_text(small)
    assert shrunk(Path("small.txt")) == (0, small)
    lines = small.splitlines(keepends=True)
    assert 4 < len(lines) < 30
    for number in range(len(lines)):
        shorter = "".join(lines[:number] + lines[number + 1 :])
        if is_legal(shorter):
            Path("shorter.txt").write_text(shorter)
            assert shrunk(Path("shorter.txt")) == (1, "")


@needs_gcc
@pytest.mark.parametrize("name", ["correct", "habits", "limits-reading"])
def test_a_program_that_is_right_leaves_nothing_to_shorten(
    cli: CommandLine, here: Path, name: str
) -> None:
    program = make_submission(name, here).name
    script = "cases/finished-by-block-without-command.txt"
    result = cli("cases", "shrink", script, "--", program)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", RIGHT)


@needs_gcc
def test_a_reading_can_be_asked_for(cli: CommandLine, here: Path) -> None:
    program = make_submission("limits-reading", here).name
    script = "cases/finished-by-block-without-command.txt"
    result = cli("cases", "shrink", script, "--reading", "limits", "--", program)
    assert (result.exit_code, result.stderr) == (1, RIGHT)
    result = cli("cases", "shrink", script, "--reading", "formula", "--", program)
    assert result.exit_code == 0
    assert result.stdout.count("\n") > 5


@needs_gcc
def test_the_script_may_come_from_standard_input(cli: CommandLine, here: Path) -> None:
    program = make_submission("rightmost", here).name
    result = cli("cases", "shrink", "-", program, stdin="\n G6-F5\r\nB3-A4\nP")
    assert (result.exit_code, result.stdout) == (0, "A\n")
    assert result.stderr.startswith("checkers: 1 of 3 lines, ")


@needs_gcc
def test_programs_get_their_arguments(cli: CommandLine, here: Path) -> None:
    Path("main.c").write_text(
        "#include <stdlib.h>\n#include <string.h>\n"
        'int main(int n, char **a) { if (n > 1 && !strcmp(a[1], "--loud")) abort(); return 0; }\n'
    )
    for args, words in (([], "prints nothing"), (["--loud"], "SIGABRT")):
        result = cli("cases", "shrink", GAME, "--", "main.c", *args)
        assert (result.exit_code, result.stdout) == (0, "")
        assert words in result.stderr


@needs_gcc
def test_a_command_runs_in_this_folder(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")  # where everybody may be
    crash = 'test "$(pwd)" = / && kill -SEGV $$'
    result = cli("cases", "shrink", "-", "--", "sh", "-c", crash, stdin="G6-F5\nA\n")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "SIGSEGV" in result.stderr


@needs_gcc
@needs_bubblewrap
def test_a_command_cannot_be_kept_apart(cli: CommandLine, here: Path) -> None:
    result = cli("cases", "shrink", GAME, "--sandbox", "bubblewrap", "--", "cat")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "checkers: cat: commands run only with --sandbox limits; or give a program or its sources\n"
    )


@needs_gcc
def test_a_program_that_changes_what_it_prints(
    cli: CommandLine, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "checkers_cli.grading.feedback.shrink.Shortening.shorten", lambda self: None
    )
    result = cli("cases", "shrink", GAME, "--", make_submission("rightmost", here).name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "checkers: the output of the program differs from run to run: "
        "its script cannot be shortened\n"
    )


@needs_gcc
def test_ctrl_c_prints_the_shortest_so_far(
    cli: CommandLine, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(self: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("checkers_cli.grading.feedback.shrink.Shortening.shorten", stopped)
    result = cli("cases", "shrink", GAME, "--", make_submission("rightmost", here).name)
    assert result.exit_code == 130
    assert result.stdout == Path(GAME).read_text()
    assert result.stderr == "checkers: stopped; this is the shortest script so far\n"


@needs_gcc
@pytest.mark.parametrize(
    ("args", "status", "line"),
    [
        (["nowhere.txt", "x.c"], 2, "nowhere.txt: no such file or directory"),
        (["cases", "x.c"], 2, "cases: is a directory"),
        (["bad.txt", "x.c"], 2, "bad.txt:2: 'G6F5' is neither an action like G6-F5 nor"),
        (["long.txt", "x.c"], 2, "long.txt: too long to be shortened"),
        ([GAME, "no-such.c"], 2, "no-such.c: no such file or directory; give a program or its"),
        ([GAME, "y.c"], 2, "y.c: does not build: y.c:1:1: error: "),
        ([GAME, "x.c", "--rubric", "x.c"], 2, "x.c:1: "),
        ([GAME, "--sandbox", "limits", "--", "sh", "-c", "no-such-command"], 2,
         "the program could not be started: "),
        ([GAME, "z.c"], 1,
         "the program fails on this script (printed too much), but only scripts of wrong"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_what_cannot_be_done_is_told_in_a_line(
    cli: CommandLine, here: Path, args: list[str], status: int, line: str
) -> None:
    here.chmod(0o755)
    Path("x.c").write_text("int main(void) { return 0; }\n")
    Path("y.c").write_text("not C\n")
    Path("z.c").write_text("#include <stdio.h>\nint main(void) { for (;;) puts(__FILE__); }\n")
    Path("bad.txt").write_text("G6-F5\nG6F5\n")
    Path("long.txt").write_text("G6-F5\n" * 200_000)
    result = cli("cases", "shrink", *args)
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.startswith(f"checkers: {line}")
    assert result.stderr.count("\n") == 1
