import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import EXAMPLE_NAMES, EXAMPLES, played_positions

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import ScriptOutcome, Transcriber, transcribe
from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.faulty_program import DEEPEST_WITH_FAULT, LONGEST_SCRIPT, faulty_program
from checkers_cli.rules.position import Position
from checkers_cli.util.errors import UnusableInput


def run(
    program: Transcriber, path: Path, settings: Settings | None = None
) -> tuple[ScriptOutcome, bytes]:
    pieces: list[bytes] = []
    source = Source(str(path), path.name)
    outcome = program(source, settings or Settings(), "text", pieces.append)
    return outcome, b"".join(pieces)


def write(folder: Path, script: bytes) -> Path:
    path = folder / "script.txt"
    path.write_bytes(script)
    return path


def test_program_without_faults_is_the_reference() -> None:
    for name in EXAMPLE_NAMES:
        right = run(transcribe, EXAMPLES / name)
        assert run(faulty_program([], Settings()), EXAMPLES / name) == right, name


@given(
    start=played_positions(),
    depth=st.integers(1, 3),
    actions=st.integers(1, 12),
    limits=st.booleans(),
    habits=st.tuples(st.booleans(), st.booleans()),
    command=st.sampled_from([b"A", b"P", b""]),
)
def test_settings_have_the_same_effect_in_both_engines(
    tmp_path_factory: pytest.TempPathFactory,
    start: Position,
    depth: int,
    actions: int,
    limits: bool,
    habits: tuple[bool, bool],
    command: bytes,
) -> None:
    path = write(tmp_path_factory.getbasetemp(), command)
    settings = Settings(start, depth, actions, limits, *habits)
    assert run(faulty_program([], settings), path, settings) == run(transcribe, path, settings)


@pytest.mark.parametrize(
    "script",
    [
        b"G6-F5\nG6F5\nA\n",
        b"A\nP\n",
        b"P\nG6-F5\n",
        b"\n\xff\xe9\n",
        b"\xef\xbb\xbfG6-F5\n",
        "é\n".encode(),
        b"A1-A1\nrubbish\n",
    ],
)
def test_malformed_lines_get_the_message_of_the_reference(tmp_path: Path, script: bytes) -> None:
    path = write(tmp_path, script)
    assert run(faulty_program([], Settings()), path) == run(transcribe, path)


def test_line_that_a_faulty_program_does_not_read_is_not_malformed(tmp_path: Path) -> None:
    path = write(tmp_path, b"rubbish\nA\nmore\n")
    outcome, _ = run(faulty_program(["first-line-missed"], Settings()), path)
    assert outcome.message == f"{path}:3: 'more' stands after the command A, which must come last"


def test_output_shows_one_fault_and_several(tmp_path: Path) -> None:
    script = b"G6-F5\nA\n"
    path = write(tmp_path, script)
    ids = ["ties-right", "numbers-from-0"]
    settings = {**CATALOGUE[ids[0]].setting, **CATALOGUE[ids[1]].setting}
    outcome, printed = run(faulty_program(ids, Settings()), path)
    assert outcome.kind == "ran"
    assert printed.decode() == transcript(script, knobs=with_setting(REFERENCE, settings))
    assert b"*** WHITE ACTION #1: " in printed


@pytest.mark.parametrize(
    ("fault", "script", "status"),
    [
        ("check-6-missing", b"A8-D4\n", 0),  # it sees nothing wrong
        ("error-6-wording", b"A8-D4\n", 1),  # it does, in its own words
        ("goes-on-after-error", b"A8-D4\nG6-F5\n", 1),
        ("error-not-printed", b"A8-D4\n", 0),  # nobody could tell
        ("error-6-missing", b"A8-D4\n", 0),
        ("error-6-missing", b"I8-D4\n", 1),
    ],
)
def test_exit_status_follows_the_printed_output(
    tmp_path: Path, fault: str, script: bytes, status: int
) -> None:
    outcome, _ = run(faulty_program([fault], Settings()), write(tmp_path, script))
    assert outcome.exit_status == status
    assert outcome.kind == ("illegal" if status else "ran")


def test_no_wording_of_an_error_occurs_in_other_lines() -> None:
    for fault in CATALOGUE.values():
        prints = with_setting(REFERENCE, fault.setting).prints
        empty = [number for number in range(1, 7) if not getattr(prints, f"error_{number}")]
        assert not empty or fault.id == f"error-{empty[0]}-missing", fault.id


@pytest.mark.parametrize(
    ("settings", "fault", "line"),
    [
        (Settings(depth=2), "depth-1", "--depth changes what the fault depth-1 changes"),
        (Settings(actions=9), "p-plays-9", "--actions changes what the fault p-plays-9 changes"),
        (Settings(limits=True), "limit-at-leaf", "--reading changes what the fault limit-at-leaf"),
        (Settings(depth=DEEPEST_WITH_FAULT + 1), "crlf", "--depth: at most 4 with faults"),
    ],
)
def test_options_that_conflict_with_a_fault_are_refused(
    settings: Settings, fault: str, line: str
) -> None:
    with pytest.raises(UnusableInput, match=f"^{line}"):
        faulty_program([fault], settings)


def test_unreadable_scripts_are_reported(tmp_path: Path) -> None:
    program = faulty_program(["crlf"], Settings())
    missing = tmp_path / "missing.txt"
    problem = f"{missing}: no such file or directory"
    assert run(program, missing) == (ScriptOutcome("unusable", problem, 2), b"")
    outcome, printed = run(program, write(tmp_path, b"\n" * (LONGEST_SCRIPT + 1)))
    assert (outcome.exit_status, printed) == (2, b"")
    assert outcome.message.endswith("too long for a program with faults: 1,048,576 bytes at most")
    assert run(program, write(tmp_path, b"\n" * LONGEST_SCRIPT))[0].kind == "ran"


def test_faulty_program_can_be_pickled() -> None:
    program = faulty_program(["ties-right"], Settings())
    assert pickle.loads(pickle.dumps(program)) == program
