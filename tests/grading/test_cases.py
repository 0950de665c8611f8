import shutil
from pathlib import Path

import pytest
from support import EXAMPLE_NAMES, EXAMPLES, GOLDENS

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import TEXT, transcribe
from checkers_cli.grading.cases import (
    COMBINATIONS,
    TestCase,
    bundled_cases,
    combinations_of,
    habits_of,
    load_cases,
    stage_of,
)
from checkers_cli.grading.results import CaseInfo
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.errors import UnusableInput

TENTH = "p-tenth-action-finishes-by-block-black.txt"
FINISHED = "finished-by-block-without-command.txt"
LIMITS_ONLY, AFTER_TENTH, WITHOUT_COMMAND = 1, 2, 4  # the combinations of one habit alone


def case_of(name: str, golden: bytes | None = None) -> TestCase:
    script = (EXAMPLES / name).read_bytes()
    return TestCase(name, stage_of(script), False, script, golden)


def with_scripts(folder: Path, *names: str) -> str:
    folder.mkdir(exist_ok=True)
    for name in names:
        shutil.copy(EXAMPLES / name, folder)
    return str(folder)


# Combinations


def test_a_combination_is_a_set_of_habits() -> None:
    assert [habits_of(c) for c in (0, LIMITS_ONLY, AFTER_TENTH, WITHOUT_COMMAND)] == [
        (),
        ("limits",),
        ("winner-after-tenth",),
        ("winner-without-command",),
    ]
    assert habits_of(COMBINATIONS[-1]) == tuple(HABITS)
    assert len({habits_of(c) for c in COMBINATIONS}) == 2 ** len(HABITS)


def test_the_rubric_narrows_the_combinations() -> None:
    assert combinations_of(()) == (0,)
    assert combinations_of(("limits",)) == (0, LIMITS_ONLY)
    assert combinations_of(("winner-without-command", "limits")) == (0, 1, 4, 5)
    assert combinations_of(tuple(HABITS)) == tuple(COMBINATIONS)


# Stages


@pytest.mark.parametrize(
    ("script", "stage"),
    [
        (b"", 0),
        (b"\n\n", 0),
        (b"G6-F5\n", 0),
        (b"A", 1),
        (b"G6-F5\r\nA\r\n", 1),
        (b"P\n", 2),
        (b"G6-F5\nH3-G4\n  P  ", 2),
        (b"G6-F5\nG2-A8\nA\n", 0),  # an error: the command is not carried out
        (b"I1-A1\nP\n", 0),
    ],
)
def test_the_stage_follows_from_the_script(script: bytes, stage: int) -> None:
    assert stage_of(script) == stage


def test_the_stages_of_the_examples_are_in_their_transcripts() -> None:
    for name in EXAMPLE_NAMES:
        text = (GOLDENS / name).read_text()
        last = (EXAMPLES / name).read_text().split()[-1:]
        carried_out = "ERROR" not in text
        stage = {"A": 1, "P": 2}.get("".join(last), 0) if carried_out else 0
        assert case_of(name).stage == stage, name


# What should be printed


@pytest.mark.parametrize("combination", COMBINATIONS)
@pytest.mark.parametrize(
    "name",
    [
        TENTH,
        FINISHED,
        "a-at-the-start.txt",
        "a-on-finished-game-white-wins-by-block.txt",
        "a-immobility-level-3-readings-differ-black.txt",
        "empty.txt",
        "error-6-blocked-player-acts.txt",
        "p-ends-early-white-wins-by-last-capture.txt",
        "p-on-finished-game-black-wins.txt",
    ],
)
def test_the_transcript_is_that_of_the_analyser_under_these_habits(
    name: str, combination: int
) -> None:
    limits, after_tenth, without_command = (bool(combination & 1 << bit) for bit in range(3))
    settings = Settings(
        limits=limits, winner_after_tenth=after_tenth, winner_without_command=without_command
    )
    pieces: list[bytes] = []
    transcribe(Source(str(EXAMPLES / name), name), settings, TEXT, pieces.append)
    assert case_of(name).expected(combination) == b"".join(pieces)


def test_habits_add_a_line_where_they_show() -> None:
    tenth, finished = case_of(TENTH), case_of(FINISHED)
    assert tenth.expected(AFTER_TENTH) == tenth.expected(0) + b"BLACK WIN!\n"
    assert tenth.expected(WITHOUT_COMMAND) == tenth.expected(0)
    assert finished.expected(WITHOUT_COMMAND).startswith(finished.expected(0))
    assert finished.expected(WITHOUT_COMMAND).endswith(b" WIN!\n")
    assert finished.expected(AFTER_TENTH) == finished.expected(0)


@pytest.mark.parametrize("name", [TENTH, FINISHED, "crlf-line-ends.txt"])
def test_a_golden_file_replaces_the_reference_only(name: str) -> None:
    golden = (GOLDENS / name).read_bytes()
    with_golden, without = case_of(name, golden), case_of(name)
    assert not with_golden.golden_is_another
    assert without.golden_is_another is False
    for combination in COMBINATIONS:
        assert with_golden.expected(combination) == without.expected(combination)


def test_a_golden_file_that_fits_no_combination_is_expected_under_all() -> None:
    case = case_of(TENTH, b"something else\n")
    assert case.golden_is_another
    assert {case.expected(combination) for combination in COMBINATIONS} == {b"something else\n"}
    assert case.transcript(0) == (GOLDENS / TENTH).read_bytes()


def test_a_golden_file_under_another_reading() -> None:
    golden = case_of(TENTH).expected(LIMITS_ONLY)
    case = case_of(TENTH, golden)
    assert not case.golden_is_another
    assert case.expected(0) == case.expected(LIMITS_ONLY) == golden
    assert case.expected(LIMITS_ONLY | AFTER_TENTH) == golden + b"BLACK WIN!\n"


def test_programs_read_the_script_as_it_is() -> None:
    case = case_of("crlf-line-ends.txt")
    assert case.stdin.content() == (EXAMPLES / case.name).read_bytes()
    assert case.stdin is case.stdin
    case.stdin.close()


def test_the_key_depends_on_script_and_expected_output_only() -> None:
    plain = TestCase("a.txt", 0, False, b"G6-F5\n", None)
    assert plain.key == TestCase("b.txt", 0, True, b"G6-F5\n", None).key
    others = [
        TestCase("a.txt", 0, False, b"G6-F5", None),
        TestCase("a.txt", 0, False, b"G6-F5\n", b""),
        TestCase("a.txt", 0, False, b"G6-F5\n", b"golden"),
        TestCase("a.txt", 0, False, b"G6-F5\nreference", None),
    ]
    assert len({case.key for case in (plain, *others)}) == 5


# Folders


def test_the_bundled_cases_are_the_examples() -> None:
    cases = load_cases(bundled_cases(), None)
    assert [case.name for case in cases] == EXAMPLE_NAMES
    assert {case.stage for case in cases} == {0, 1, 2}


def test_cases_come_with_their_golden_files() -> None:
    cases = load_cases(str(EXAMPLES), str(GOLDENS))
    assert len(cases) == len(EXAMPLE_NAMES)
    for case in cases:
        assert case.script == (EXAMPLES / case.name).read_bytes()
        assert case.golden == (GOLDENS / case.name).read_bytes()


def test_without_a_golden_file_the_reference_counts(tmp_path: Path) -> None:
    folder = with_scripts(tmp_path / "cases", FINISHED, "a-at-the-start.txt", "empty.txt")
    (tmp_path / "expected").mkdir()
    (tmp_path / "expected" / "empty-out.txt").write_bytes(b"golden")
    (tmp_path / "expected" / "orphaned.txt").touch()
    cases = load_cases(folder, str(tmp_path / "expected"), hidden=True)
    assert [(case.name, case.stage, case.golden) for case in cases] == [
        ("a-at-the-start.txt", 1, None),
        ("empty.txt", 0, b"golden"),
        (FINISHED, 0, None),
    ]
    assert cases[0].info == CaseInfo("a-at-the-start.txt", 1, hidden=True)
    assert cases[0].expected(0) == (GOLDENS / "a-at-the-start.txt").read_bytes()


def test_golden_files_beside_the_scripts_are_no_cases(tmp_path: Path) -> None:
    folder = with_scripts(tmp_path, "empty.txt")
    (tmp_path / "empty-out.txt").write_bytes(b"golden")
    assert [case.name for case in load_cases(folder, None)] == ["empty.txt"]
    assert [case.golden for case in load_cases(folder, folder)] == [b"golden"]


def refusal(folder: str, expected: str | None = None) -> str:
    with pytest.raises(UnusableInput) as caught:
        load_cases(folder, expected)
    return str(caught.value)


def test_an_unusable_folder_of_cases_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wanted = "no such folder; it should hold scripts (*.txt)"
    assert refusal("none") == f"none: {wanted}"
    assert refusal("new\nline") == f"new\\nline: {wanted}"
    Path("file.txt").touch()
    wanted = "a file, not a folder; it should hold scripts (*.txt)"
    assert refusal("file.txt") == f"file.txt: {wanted}"
    Path("empty").mkdir()
    Path("empty", "notes.md").touch()
    assert refusal("empty") == "empty: no scripts (*.txt) in this folder"
    assert refusal("empty", "empty") == "empty: no scripts (*.txt) in this folder"
    with_scripts(Path("cases"), "empty.txt")
    assert refusal("cases", "none") == "none: no such folder; it should hold golden files"


def test_a_malformed_case_is_reported_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_bytes(b"G6-F5\n\nhello\n")
    words = refusal(".")
    assert words.startswith("./a.txt:")
    assert "3" in words
    assert "hello" in words
    assert words.endswith("; not usable as a test case")
    Path("a.txt").unlink()
    Path("link.txt").symlink_to("nowhere")
    assert refusal(".") == "link.txt: no such file or directory"
