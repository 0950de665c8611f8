import io
import re
import tarfile
from pathlib import Path

import pytest
from grading.hand_ins import BUILDING, FAILING
from grading.machine import count_oom_kills, in_bubblewrap, in_limits, sandboxes
from grading.machine import opened_sandbox as opened_sandbox
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.execution.build import (
    MAKE,
    PROGRAM,
    Built,
    Program,
    Recipe,
    build,
    build_command,
    program_of,
)
from checkers_cli.grading.execution.units import Units
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.sandbox.jobs import Job, JudgeError
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.submissions.discover import Submission, load, one_submission

COURSE = Recipe(tuple(load_rubric(None).build["c"]), tuple(load_rubric(None).run["c"]))
HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'


def submission(folder: Path, **files: str) -> Submission:
    """A folder of sources, `main` being main.c."""
    (folder / "sources").mkdir()
    for name, text in files.items():
        (folder / "sources" / f"{name}.c").write_text(text)
    return load(one_submission(str(folder / "sources")))


def built(sandbox: Sandbox, folder: Path, **files: str) -> Built:
    return build(sandbox, submission(folder, **files), COURSE)


def said_by(sandbox: Sandbox, program: Program) -> bytes:
    try:
        return sandbox.run(Job(program.command, Limits(), program.files)).stdout
    finally:
        program.close()


@sandboxes
def test_a_source_becomes_a_program_that_runs(sandbox: Sandbox, tmp_path: Path) -> None:
    given = submission(tmp_path, main=HELLO)
    made = build(sandbox, given, COURSE)
    assert made.build.ok
    assert made.build.command == "gcc -Wall -std=c17 -o program main.c -lm"
    assert (made.build.warnings, made.build.messages, made.build.problem) == (0, "", "")
    assert made.program is not None
    assert said_by(sandbox, program_of(COURSE, given, made.program)) == b"hello\n"


@in_limits
def test_warnings_are_counted_and_kept(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "int main(void) {\n    int depth;\n    int width;\n    return 0;\n}\n"
    result = built(sandbox, tmp_path, main=source).build
    assert result.ok
    assert result.warnings == 2
    assert "main.c:2:9: warning: unused variable" in result.messages


@in_limits
def test_warnings_in_source_text_are_not_counted(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "int main(void) {\n    int depth; // warning: warning: warning: \n    return 0;\n}\n"
    result = built(sandbox, tmp_path, main=source).build
    assert "// warning: warning: " in result.messages
    assert result.warnings == 1


FAKE = "x.c:1:1: warning: fake"


@in_limits
@pytest.mark.parametrize("name", [" |", " 7 | x", "a\\n    2 | b"])
def test_a_source_cannot_hide_its_warnings(sandbox: Sandbox, tmp_path: Path, name: str) -> None:
    source = f"int main(void) {{\n    int depth; // {FAKE}\n    return 0;\n}}\n"
    source += f'#line 1 "{name}"\nstatic int unused;\n'
    result = built(sandbox, tmp_path, main=source).build
    assert result.ok
    assert FAKE in result.messages
    assert result.warnings == 2


@in_limits
def test_the_name_of_a_source_cannot_hide_its_warnings(sandbox: Sandbox, tmp_path: Path) -> None:
    result = built(sandbox, tmp_path, **{" |a": HELLO + "static int unused;\n"}).build
    assert result.warnings == 1
    assert "caret" not in result.command


@in_limits
def test_warnings_of_other_compilers_are_counted(sandbox: Sandbox, tmp_path: Path) -> None:
    said = "a.c:1:1: warning: one\n 1 | // warning: no\n |:1:1: warning: two\nld: warning: three"
    recipe = Recipe(("sh", "-c", f"test $# = 0 && echo '{said}' && echo > program", "sh"), ())
    result = build(sandbox, submission(tmp_path, main=HELLO), recipe).build
    assert (result.ok, result.warnings) == (True, 3)


@in_limits
def test_a_linkers_warning_counts(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "#include <stdio.h>\nint main(void) { return tmpnam(0) == 0; }\n"
    assert built(sandbox, tmp_path, main=source).build.warnings == 1


@in_limits
def test_the_compilers_first_error_is_the_problem(sandbox: Sandbox, tmp_path: Path) -> None:
    # Neither the name of the file nor a quoted line is an error.
    source = "int main(void) {\n    int n; // error: none\n    return depth;\n}\n"
    result = built(sandbox, tmp_path, error=source)
    assert result.program is None
    assert not result.build.ok
    assert not result.build.judge_error
    assert re.match("error.c:3:12: error: .depth. undeclared", result.build.problem)
    assert result.build.problem in result.build.messages


@in_limits
@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"main": "int help(void);\nint main(void) { return help(); }\n"}, "the program uses help"),
        (
            {
                "main": "int get(void);\nint n = 1;\nint main(void) { return get(); }\n",
                "other": "int n = 2;\nint get(void) { return n; }\n",
            },
            "n is defined in more than one file",
        ),
        ({"main": "int help(void) { return 0; }\n"}, "no main function: main.c"),
        (
            {"main": '#include "gone.h"\n'},
            'main.c includes "gone.h", which is missing from the files',
        ),
        ({"main": "#error done\n"}, "main.c:1:2: error: #error done"),
        ({"main": ""}, "no main function: main.c is empty"),
        ({"main": "\r\n\t \0"}, "no main function: main.c is empty"),
        ({"a": "", "b": " ", "c": "int c;\n"}, "no main function: a.c, b.c are empty"),
        ({"main": "int main(void) { return help(); }\n", "b": ""}, "the program uses help"),
    ],
    ids=[
        "a function",
        "defined twice",
        "main",
        "a header",
        "its own words",
        "all of it",
        "all but blanks",
        "all of some",
        "not the empty one",
    ],
)
def test_a_missing_main_or_function_is_named(
    sandbox: Sandbox, tmp_path: Path, files: dict[str, str], words: str
) -> None:
    result = built(sandbox, tmp_path, **files).build
    assert not result.ok
    assert words in result.problem
    assert "\n" not in result.problem


@in_limits
def test_a_flood_of_warnings_is_cut_at_a_lines_end(sandbox: Sandbox, tmp_path: Path) -> None:
    variables = "".join(f"    int n{number};\n" for number in range(1000))
    result = built(sandbox, tmp_path, main=f"int main(void) {{\n{variables}    return 0;\n}}\n")
    assert result.build.ok
    assert result.build.warnings == 1000
    *kept, last = result.build.messages.splitlines()
    assert 15_000 < len(result.build.messages) < 20_100
    # A line that says in which function, and three for each warning.
    assert last == f"... and {1 + 3 * 1000 - len(kept):,} more lines"


@in_limits
def test_one_line_that_is_too_long_is_cut(sandbox: Sandbox, tmp_path: Path) -> None:
    result = built(sandbox, tmp_path, main=f"#error {'x' * 100_000}\n").build
    assert 2_000 < len(result.messages) < 5_000  # the line, and the source line that is quoted
    assert len(result.problem) < 200


@in_limits
@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (("true",), "the build made no file called program"),
        (("sh", "-c", "kill -9 $$"), "the compiler was killed by signal SIGKILL"),
        (("sh", "-c", "exit 3"), "exit status 3"),
        (("sh", "-c", "echo 'all \033[31m wrong' >&2; exit 1"), "all \\x1b[31m wrong"),
        (("sleep", "60"), "the compiler was stopped: time ran out"),
        (("sh", "-c", ": > program"), "the build made no file called program"),
    ],
    ids=["nothing made", "a signal", "silence", "other words", "too long", "empty"],
)
def test_a_build_that_is_stopped_or_makes_nothing_fails(
    sandbox: Sandbox, tmp_path: Path, command: tuple[str, ...], problem: str
) -> None:
    recipe = Recipe(command, ("./program",), seconds=1.0)
    result = build(sandbox, submission(tmp_path, main=HELLO), recipe)
    assert not result.build.ok
    assert result.program is None
    assert result.build.problem == problem


# Real messages of gcc and make about a child that was killed, and other traces of a kill.
KILLED = {
    "compiler": ("sh", "-c", "kill -9 $$"),
    "child of gcc": ("gcc", "-wrapper", "sh,-c,kill -9 $$", "-o", "program", "SOURCES"),
    "linker": ("sh", "-c", "gcc -c main.c && gcc -wrapper sh,-c,'kill -9 $$' main.o"),
    "child of make": ("sh", "-c", r"printf 'all:\n\t@sh -c \047kill -9 $$$$\047\n' | make -f -"),
    "child of a shell": ("sh", "-c", "sh -c 'kill -9 $$' 2> /dev/null; exit $?"),
}


@sandboxes
@pytest.mark.parametrize("command", KILLED.values(), ids=KILLED)
def test_a_compiler_killed_for_lack_of_memory_is_a_judge_error(
    sandbox: Sandbox, tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = submission(tmp_path, main=HELLO)
    recipe = Recipe(command, ("./program",))
    assert not build(sandbox, given, recipe).build.ok  # nothing was killed by the kernel
    count_oom_kills(monkeypatch)
    with pytest.raises(JudgeError, match="the machine ran out of memory"):
        build(sandbox, given, recipe)


_FORGED = "gcc: fatal error: Killed signal terminated program cc1"


@in_limits
def test_a_message_alone_is_no_judge_error(sandbox: Sandbox, tmp_path: Path) -> None:
    result = built(sandbox, tmp_path, main=f"#error {_FORGED}\n").build
    assert (result.ok, result.judge_error) == (False, False)
    assert _FORGED in result.messages


@in_limits
def test_other_builds_do_not_depend_on_kills(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count_oom_kills(monkeypatch)
    result = built(sandbox, tmp_path, main="int main(void) { return depth; }\n").build
    assert "depth" in result.problem


@sandboxes
def test_a_missing_compiler_is_a_judge_error(sandbox: Sandbox, tmp_path: Path) -> None:
    recipe = Recipe(("no-such-compiler", "SOURCES"), ("./program",))
    with pytest.raises(JudgeError, match=r"^no-such-compiler could not be started: No such file"):
        build(sandbox, submission(tmp_path, main=HELLO), recipe)


@in_limits
def test_sources_with_names_like_options_are_compiled(sandbox: Sandbox, tmp_path: Path) -> None:
    odd = {"-o": HELLO, "@file": "int a;\n", "two words": "int b;\n", "line\nend": "int c;\n"}
    given = submission(tmp_path, **odd)
    words = build_command(COURSE, Units(given.sources))
    assert {"./-o.c", "./@file.c", "two words.c", "line\nend.c"} < set(words)
    result = build(sandbox, given, COURSE)
    assert result.build.ok
    assert "./-o.c" in result.build.command
    assert "'two words.c'" in result.build.command
    assert r"'line\nend.c'" in result.build.command
    assert "\n" not in result.build.command


# Names, and what they come to: none may make the sandbox itself fail.
MAIN = b"int main(void) { return 0; }\n"
DEEP = "/".join(["d" * 200] * 15)
NAMES: dict[str, tuple[dict[str, bytes], str]] = {
    "a file and a folder": ({"x.C": MAIN, "x.c/y.c": b""}, "both as a file and as a folder"),
    "twice but for case": ({"x.C": MAIN, "x.c": MAIN, "X.C": b"", "X.c": b""}, ""),
    "the program": ({"main.c": MAIN, "program": b"mine"}, ""),
    "a folder for the program": (
        {"main.c": MAIN, "program/x.txt": b"", "program.out": b""},
        "",
    ),
    "a folder for the program, and all likely names": (
        {"main.c": MAIN, "program/x.txt": b"", "program1.out/x.txt": b""}
        | {f"program{end}": b"" for end in (".out", ".made", ".built", "2.out", "3.out")},
        "",
    ),
    "long": ({"x" * 198 + ".c": MAIN, "x" * 200: b""}, ""),
    "deep": ({f"{DEEP}/{n:03}{'x' * 190}.c": MAIN * (n == 0) for n in range(50)} | {"y": b""}, ""),
    "dots": ({"main.c": MAIN, "a/...c": b"", "a/..c/.../x": b"", "././b.c": b""}, ""),
    "the sandbox's own": ({"main.c": MAIN, "warden": b"", "work/work": b"", "proc/1/x": b""}, ""),
    "options": ({"main.c": MAIN, "--/x.c": b"", "-": b"", "@/x.c": b"", "--dir": b""}, ""),
    "bytes": ({"main.c": MAIN, "\udcff\udcfe.c": b"", "\n/\x1b.c": b"", " /'$(\".c": b""}, ""),
}


def handed_in(folder: Path, files: dict[str, bytes]) -> Submission:
    """A folder with these files."""
    for name, data in files.items():
        path = folder / "submission" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return load(one_submission(str(folder / "submission")))


@in_bubblewrap
@pytest.mark.parametrize("kind", BUILDING)
def test_odd_hand_ins_build(
    sandbox: Sandbox, tmp_path: Path, kind: str, snapshot: SnapshotAssertion
) -> None:
    given = handed_in(tmp_path, BUILDING[kind])
    made = build(sandbox, given, COURSE)
    assert made.build.ok
    assert made.program is not None
    program = program_of(COURSE, given, made.program)
    said_by(sandbox, program)
    assert [made.build.command, *made.build.notes] == snapshot


@in_bubblewrap
def test_problems_of_hand_ins_that_do_not_build(
    sandbox: Sandbox, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    problems = {}
    for number, (kind, files) in enumerate(FAILING.items()):
        result = build(sandbox, handed_in(tmp_path / str(number), files), COURSE).build
        assert not result.ok, kind
        problems[kind] = result.problem
    assert problems == snapshot


@in_limits
def test_make_builds_all_files_as_they_are(sandbox: Sandbox, tmp_path: Path) -> None:
    makefile = b"program: main.c\n\tgcc -o program main.c\n"
    files = {"main.c": HELLO.encode(), "main2.c": b"no C", "Makefile": makefile}
    result = build(sandbox, handed_in(tmp_path, files), Recipe(MAKE, ("./program",))).build
    assert (result.ok, result.command, result.notes) == (True, "make", ())


@in_limits
def test_other_compilers_get_names_only(sandbox: Sandbox, tmp_path: Path) -> None:
    recipe = Recipe(("sh", "-c", 'echo "$@" > program', "sh", "SOURCES"), ("./program",))
    files = {"src/main.c": HELLO.encode(), "lib/x.h": b"", "src/x.c": b'#include "x.h"\n'}
    made = build(sandbox, handed_in(tmp_path, files), recipe)
    assert made.program == b"src/main.c src/x.c\n"


@in_limits
def test_the_second_choice_is_the_last(sandbox: Sandbox, tmp_path: Path) -> None:
    recipe = Recipe(("sh", "-c", 'echo "$1: error: no" >&2; exit 1', "sh", "SOURCES"), ())
    files = {f"main{number}.c": HELLO.encode() for number in range(9)}
    result = build(sandbox, handed_in(tmp_path, files), recipe).build
    assert result.problem == "main8.c: error: no"


def tarred(folder: Path, files: dict[str, bytes]) -> Submission:
    """A tar, in which any name can stand."""
    with tarfile.open(folder / "work.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return load(one_submission(str(folder / "work.tar")))


@sandboxes
@pytest.mark.parametrize(("files", "problem"), NAMES.values(), ids=NAMES)
def test_no_source_name_causes_a_judge_error(
    sandbox: Sandbox, tmp_path: Path, files: dict[str, bytes], problem: str
) -> None:
    result = build(sandbox, tarred(tmp_path, files), COURSE).build
    assert result.ok == (not problem)
    assert problem in result.problem


parts = st.sampled_from(["a", "x.c", "x.C", "X.c", "program", ".", "...", "-", "@", "z" * 255, " "])
trees = st.dictionaries(st.lists(parts, min_size=1, max_size=18).map("/".join), st.just(b""))


@in_bubblewrap
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(files=trees)
def test_no_combination_of_source_names_causes_a_judge_error(
    sandbox: Sandbox, tmp_path: Path, files: dict[str, bytes]
) -> None:
    recipe = Recipe(("true", "SOURCES"), ())
    assert not build(sandbox, tarred(tmp_path, {"x.c": b""} | files), recipe).build.ok


@in_limits
def test_a_submission_with_a_problem_is_not_built(sandbox: Sandbox, tmp_path: Path) -> None:
    result = build(sandbox, submission(tmp_path), COURSE)
    assert result.build.problem
    assert not result.build.ok
    assert result.build.command == ""


@in_limits
def test_a_script_is_run_as_it_is(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "main.py"
    path.write_text("print('hello')\n")
    rubric = load_rubric(None)
    recipe = Recipe((), tuple(rubric.run["python"]))
    given = load(one_submission(str(path)))
    result = build(sandbox, given, recipe)
    assert result.build.ok
    assert result.build.command == ""
    assert result.program == b""
    program = program_of(recipe, given, result.program)
    assert program.command[-1] == "main.py"
    assert not program.files["main.py"].executable
    program.close()


@in_limits
def test_an_executable_is_run_as_it_is(sandbox: Sandbox, tmp_path: Path) -> None:
    made = built(sandbox, tmp_path, main=HELLO)
    assert made.program is not None
    path = tmp_path / "mine"
    path.write_bytes(made.program)
    path.chmod(0o755)
    given = load(one_submission(str(path)))
    recipe = Recipe((), tuple(load_rubric(None).run["executable"]))
    program = program_of(recipe, given, b"")
    assert list(program.files) == [PROGRAM]
    assert said_by(sandbox, program) == b"hello\n"
