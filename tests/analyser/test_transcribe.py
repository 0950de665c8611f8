from pathlib import Path

import pytest
from support import EXAMPLE_NAMES, EXAMPLES, GOLDENS

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import GATHERED, ScriptOutcome, final_position, transcribe
from checkers_cli.rules.checks import IllegalAction
from checkers_cli.rules.notation import fen
from checkers_cli.rules.position import START
from checkers_cli.util.errors import UnusableInput


def run(path: Path, form: str = "text", at_once: bool = False) -> tuple[ScriptOutcome, list[bytes]]:
    pieces: list[bytes] = []
    outcome = transcribe(Source(str(path), path.name), Settings(), form, pieces.append, at_once)
    return outcome, pieces


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_every_example_gives_its_golden_transcript(name: str) -> None:
    outcome, pieces = run(EXAMPLES / name)
    assert b"".join(pieces) == (GOLDENS / name).read_bytes()
    assert outcome.kind == ("illegal" if name.startswith("error-") else "ran")


def test_a_long_transcript_comes_in_pieces(tmp_path: Path) -> None:
    script = tmp_path / "long.txt"
    script.write_text((EXAMPLES / "long-game-300-actions.txt").read_text())
    _, pieces = run(script)
    _, events = run(script, at_once=True)
    assert b"".join(pieces) == b"".join(events)
    text = b"".join(events)
    # The setup, the actions, the winner, and the empty rest.
    assert len(events) == 1 + text.count(b"ACTION #") + text.count(b"WIN!") + 1
    assert [len(piece) > GATHERED for piece in pieces] == [True] * 3 + [False]


def test_events_before_a_malformed_line_are_printed(tmp_path: Path) -> None:
    script = tmp_path / "bad.txt"
    script.write_bytes(b"G6-F5\nG6F5\nH3-G4\n")
    outcome, pieces = run(script)
    assert outcome.kind == "malformed"
    assert outcome.exit_status == 2
    assert outcome.message.startswith(f"{script}:2: 'G6F5' is neither")
    text = b"".join(pieces).decode()
    assert text.count("ACTION") == 1
    assert text.endswith("+\n")


def test_nothing_is_printed_for_a_missing_file(tmp_path: Path) -> None:
    outcome, pieces = run(tmp_path / "missing.txt")
    problem = f"{tmp_path / 'missing.txt'}: no such file or directory"
    assert outcome == ScriptOutcome("unusable", problem, 2)
    assert b"".join(pieces) == b""


def final(tmp_path: Path, script: bytes) -> str:
    path = tmp_path / "script.txt"
    path.write_bytes(script)
    return fen(final_position(Source(str(path), path.name), Settings()))


def test_the_final_position_is_before_the_command(tmp_path: Path) -> None:
    assert final(tmp_path, b"P") == fen(START)
    assert final(tmp_path, b"G6-F5\nA") == final(tmp_path, b"G6-F5\n") != fen(START)


def test_an_illegal_or_malformed_script_has_no_final_position(tmp_path: Path) -> None:
    with pytest.raises(IllegalAction, match=r"script\.txt:2: G6-F5: Source cell is empty\."):
        final(tmp_path, b"G6-F5\nG6-F5\n")
    with pytest.raises(UnusableInput, match=r"script\.txt:1: 'x' is neither"):
        final(tmp_path, b"x")
