import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import EXAMPLES, GOLDENS
from syrupy.assertion import SnapshotAssertion

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.grading.feedback.diagnosis import diagnose
from checkers_cli.grading.results import Diagnosis, ShownEvent
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.notation import parse_position
from checkers_cli.script.parser import read_script
from checkers_cli.script.transcript import transcript_of
from checkers_cli.util.data import to_data

WRONG, PRESENTATION, CRASHED = Verdict.WRONG, Verdict.PRESENTATION, Verdict.CRASHED


def transcript(script: bytes, settings: Settings | None = None) -> bytes:
    events = replay(read_script(io.BytesIO(script)), settings or Settings())
    return "".join(map(transcript_of, events)).encode()


def events(text: bytes) -> list[bytes]:
    """A transcript cut before each of its delimiters."""
    first, *others = text.split(b"=" * 37 + b"\n")
    return [first, *(b"=" * 37 + b"\n" + other for other in others)]


def edited(text: bytes, number: int, old: bytes, new: bytes) -> bytes:
    """A transcript with one change in the event with this number."""
    parts = events(text)
    assert old in parts[number]
    parts[number] = parts[number].replace(old, new, 1)
    return b"".join(parts)


def row(text: bytes, number: int, row: int, cells: bytes) -> bytes:
    """A transcript with another row in the board of the event with this number."""
    parts = events(text)
    lines = parts[number].split(b"\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(b" %d |" % row))
    lines[at] = b" %d | %s |" % (row, b" | ".join(bytes([cell]) for cell in cells))
    parts[number] = b"\n".join(lines)
    return b"".join(parts)


def test_wrong_choice_has_its_position_for_the_tree() -> None:
    right = transcript(b"A\n")
    found = diagnose(right, edited(right, 1, b"A6-B5", b"G6-F5"), WRONG, script=b"A\n")
    assert found.position.startswith("B:WB1,D1,")
    assert parse_position(found.position) == Settings().start
    assert diagnose(right, right[:-1], PRESENTATION).position == ""


PLAYED = b"G6-F5\nH3-G4\nF5-H3\nD3-E4\nA\n"
MOVES = b"G6-F5\nH3-G4\nF5-H3\nD3-E4\n"
ILLEGAL = b"G6-F5\nH3-G4\nG4-H5\nA\n"
PLAY = b"G6-F5\nP\n"
PROMOTES = (EXAMPLES / "a-promotion-by-move-chosen-black.txt").read_bytes()
WON = (EXAMPLES / "a-on-finished-game-black-wins-by-block.txt").read_bytes()

played, moves, illegal, play = map(transcript, (PLAYED, MOVES, ILLEGAL, PLAY))
promotes = (GOLDENS / "a-promotion-by-move-chosen-black.txt").read_bytes()
won = (GOLDENS / "a-on-finished-game-black-wins-by-block.txt").read_bytes()
last = len(events(promotes)) - 1
promoted_row = promotes.split(b"\n 1 | ")[-1].split(b"\n")[0]

ERROR = b"ERROR: Source cell holds opponent's piece/tower.\n"
TREELESS = Settings(depth=1)

# What a program printed instead of the transcript of a script: the name says what it did wrong.
MISTAKES: dict[str, tuple[bytes, bytes, bytes]] = {
    "captured-man-stays": (PLAYED, played, row(played, 3, 4, b"......w.")),
    "not-carried-out": (PLAYED, played, row(row(played, 2, 3, b".w.w.w.w"), 2, 4, b"........")),
    "source-stays": (PLAYED, played, row(played, 2, 3, b".w.w.w.w")),
    "cost-wrong": (PLAYED, played, edited(played, 3, b"COST: 1", b"COST: -1")),
    "cost-without-number": (PLAYED, played, edited(played, 3, b"COST: 1", b"COST: %d")),
    "cost-missing": (PLAYED, played, edited(played, 3, b"BOARD COST: 1\n", b"")),
    "cost-and-board": (PLAYED, played, edited(row(played, 3, 4, b"......w."), 3, b": 1", b": 0")),
    "number-from-0": (PLAYED, played, played.replace(b"#1:", b"#0:").replace(b"#2:", b"#1:")),
    "wrong-player": (PLAYED, played, edited(played, 2, b"WHITE", b"BLACK")),
    "action-missing": (PLAYED, played, b"".join(events(played)[:2] + events(played)[3:])),
    "action-twice": (PLAYED, played, b"".join(events(played)[:3] + events(played)[2:])),
    "not-marked": (PLAYED, played, played.replace(b"*** ", b"")),
    "no-setup": (PLAYED, played, b"".join(events(played)[1:])),
    "no-heading": (PLAYED, played, played.replace(b"BOARD SIZE: 8x8\n", b"", 1)),
    "other-heading": (PLAYED, played, played.replace(b"8x8", b"8*8", 1)),
    "piece-counts": (PLAYED, played, played.replace(b"WHITE PIECES: 12", b"WHITE PIECES: 11", 1)),
    "delimiter-short": (PLAYED, played, played.replace(b"=" * 37, b"=" * 36)),
    "delimiter-missing": (PLAYED, played, played.replace(b"=" * 37 + b"\n", b"")),
    "blank-cells": (PLAYED, played, played.replace(b"| . ", b"|   ")),
    "board-missing": (PLAYED, played, b"\n".join(played.split(b"\n")[:-18]) + b"\n"),
    "misnamed": (PLAYED, played, played.replace(b"ACTION", b"MOVE")),
    "prompt-same-line": (PLAYED, played, played.replace(b"==\n", b"==\nEnter action: ")),
    "prompt-own-line": (PLAYED, played, b"Enter action:\n" + played),
    "greeting-after": (PLAYED, played, played + b"Bye!\n"),
    "command-not-carried-out": (PLAYED, played, moves),
    "computed-too-much": (PLAYED, played, transcript(MOVES + b"P\n")),
    "computed-unasked": (MOVES, moves, played),
    "computed-by-depth-1": (PLAY, play, transcript(PLAY, TREELESS)),
    "nine-for-p": (PLAY, play, b"".join(events(play)[:-1])),
    "eleven-for-p": (PLAY, play, transcript(PLAY, Settings(actions=11))),
    "piece-on-row-1": (PROMOTES, promotes, promotes.replace(promoted_row, promoted_row.lower())),
    "goes-on-after-illegal": (ILLEGAL, illegal, illegal.replace(ERROR, events(played)[3])),
    "goes-on-after-error": (ILLEGAL, illegal, illegal + events(played)[3]),
    "board-after-error": (ILLEGAL, illegal, illegal + b"\n".join(play.split(b"\n")[3:21])),
    "other-error": (ILLEGAL, illegal, illegal.replace(ERROR, b"ERROR: Illegal action.\n")),
    "own-error": (ILLEGAL, illegal, illegal.replace(ERROR, b"Error! wrong player\n")),
    "own-words-for-error": (ILLEGAL, illegal, illegal.replace(ERROR, b"You can't.\n")),
    "error-missing": (ILLEGAL, illegal, illegal.replace(ERROR, b"")),
    "legal-refused": (MOVES, moves, b"".join(events(moves)[:4]) + b"ERROR: Illegal action.\n"),
    "error-at-end": (MOVES, moves, moves + ERROR),
    "winner-missing": (WON, won, won.replace(b"BLACK WIN!\n", b"")),
    "other-winner": (WON, won, won.replace(b"BLACK WIN!", b"WHITE WIN!")),
    "own-words-for-winner": (WON, won, won.replace(b"BLACK WIN!", b"Black is the winner")),
    "winners-for-winner": (WON, won, won.replace(b"WIN!", b"WINS!")),
    "winner-for-error": (ILLEGAL, illegal, illegal.replace(ERROR, b"BLACK WIN!\n")),
    "wrong-turn": (MOVES, moves, b"".join(events(moves)[:4]) + ERROR),
    "line-of-dashes": (PLAYED, played, edited(played, 2, b"=" * 37, b"-----\n" + b"=" * 37)),
    "own-line-on-costs": (PLAYED, played, played.replace(b"*** ", b"best cost = 0\n*** ")),
    "cost-with-a-fraction": (PLAYED, played, played.replace(b"COST: 0", b"COST: 0.0")),
    "first-board-twice": (MOVES, moves, b"".join([
        events(moves)[0], b"\n".join(moves.split(b"\n")[3:21]), b"\n", *events(moves)[1:]])),
    "winner-too-early": (PLAYED, played, moves + b"BLACK WIN!\n"),
    "winner-after-tenth": (PLAY, play, play + b"BLACK WIN!\n"),
    "winner-without-command": (MOVES, moves, moves + b"BLACK WIN!\n"),
    "computes-on-when-over": (WON, won, won.replace(b"BLACK WIN!\n", events(played)[-1])),
    "rubbish": (PLAYED, played, b"Segmentation fault\n\x1b[31m\xff\x00\n"),
    "nothing": (PLAYED, played, b""),
    "blanks-only": (PLAYED, played, b" \n\n"),
}  # fmt: skip


def diagnosis_text(name: str, diagnosis: Diagnosis) -> str:
    """The words of a diagnosis, and the places that it points at."""
    lines = [f"[{name}] {diagnosis.summary}"]
    lines += [f"    hint: {hint}" for hint in diagnosis.hints]
    lines += [f"    fact: {fact}" for fact in diagnosis.facts]
    places = [f"cells {' '.join(diagnosis.cells)}"] if diagnosis.cells else []
    if diagnosis.lines is not None:
        places.append(f"line {diagnosis.lines.line}, column {diagnosis.lines.column}")
    return "\n".join([*lines, f"    at: {'; '.join(places) or '-'}"])


def shows_events_of(diagnosis: Diagnosis, expected: bytes, actual: bytes) -> bool:
    """Whether the events beside each other are of the two texts."""
    sides = ((diagnosis.expected, expected), (diagnosis.actual, actual))
    return all(event is None or event.head.encode() in text for event, text in sides)


def test_mistakes_are_diagnosed(snapshot: SnapshotAssertion) -> None:
    found = []
    for mistake, (script, expected, actual) in MISTAKES.items():
        diagnosis = diagnose(expected, actual, WRONG, "exit status 0", script=script)
        assert shows_events_of(diagnosis, expected, actual)
        found.append(diagnosis_text(mistake, diagnosis))
    assert "\n".join(found) == snapshot


half = len(played) // 2 + 200
LAYOUTS = {
    "trailing-spaces": played.replace(b"+\n", b"+ \n"),
    "tabs": played.replace(b"     A", b"\tA"),
    "crlf": played.replace(b"\n", b"\r\n"),
    "no-last-newline": played.removesuffix(b"\n"),
    "extra-blank-lines": played.replace(b"=\n", b"=\n\n"),
    "blank-line-at-end": played + b"\n",
    "missing-space": played.replace(b"#2: ", b"#2:"),
    "extra-space": played.replace(b"#2: ", b"#2:  "),
    "lower-case": played.replace(b"BOARD", b"Board"),
    "byte-order-mark": b"\xef\xbb\xbf" + played,
    "lines-joined": played.replace(b"0\n ", b"0 "),
    "several": played.replace(b"BOARD", b"Board").replace(b"\n", b" \r\n"),
}


def test_presentation_errors_are_diagnosed(snapshot: SnapshotAssertion) -> None:
    found = [
        diagnosis_text(layout, diagnose(played, text, PRESENTATION, "exit status 0", script=PLAYED))
        for layout, text in LAYOUTS.items()
    ]
    assert "\n".join(found) == snapshot


STOPPED = {
    "in-a-board": (played[:half], CRASHED, "signal SIGSEGV"),
    "between-events": (b"".join(events(played)[:3]), CRASHED, "signal SIGABRT"),
    "in-a-head-line": (
        b"".join(events(played)[:3]) + b"=" * 37 + b"\nBLACK ACT", CRASHED, "signal SIGABRT"
    ),
    "after-everything": (played, CRASHED, "signal SIGSEGV"),
    "before-everything": (b"", CRASHED, "signal SIGSEGV"),
    "with-exit-status": (played[:half], WRONG, "exit status 1"),
    "cpu-time": (b"".join(events(played)[:3]), Verdict.CPU_TIME, "signal SIGKILL"),
    "wall-time": (played, Verdict.WALL_TIME, "signal SIGKILL"),
    "memory": (b"", Verdict.MEMORY, ""),
}  # fmt: skip


def test_output_that_stops_early_is_diagnosed(snapshot: SnapshotAssertion) -> None:
    found = [
        diagnosis_text(name, diagnose(played, actual, verdict, ended, script=PLAYED))
        for name, (actual, verdict, ended) in STOPPED.items()
    ]
    assert "\n".join(found) == snapshot


ON_STANDARD_ERROR = {
    "transcript": (b"", illegal),
    "error-line": (illegal.replace(ERROR, b""), ERROR),
    "something-else": (
        illegal.replace(ERROR, b""), b"==1==ERROR: AddressSanitizer: heap-use-after-free\n"
    ),
}  # fmt: skip


def test_text_on_standard_error_is_diagnosed(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, (actual, stderr) in ON_STANDARD_ERROR.items():
        diagnosis = diagnose(illegal, actual, WRONG, "exit status 0", script=ILLEGAL, stderr=stderr)
        found.append(diagnosis_text(name, diagnosis))
    assert "\n".join(found) == snapshot


def test_cut_output_is_diagnosed(snapshot: SnapshotAssertion) -> None:
    actual = (played + events(played)[-1] * 1000)[:60_000]
    diagnosis = diagnose(played, actual, Verdict.OUTPUT, "", cut=True, script=PLAYED)
    assert diagnosis_text("cut", diagnosis) == snapshot


def test_diagnosis_shows_both_boards_and_both_lines() -> None:
    script, expected, actual = MISTAKES["captured-man-stays"]
    diagnosis = diagnose(expected, actual, WRONG, "exit status 0", script=script)
    rows = (".w.w.w.w", "w.w.w.w.", ".w.w.w.b", "........", "........")
    after = ("b.b.b...", ".b.b.b.b", "b.b.b.b.")
    head = ("BLACK ACTION #3: F5-H3", "BOARD COST: 1")
    assert diagnosis.expected == ShownEvent(*head, (*rows, *after))
    assert diagnosis.actual == ShownEvent(*head, (*rows[:3], "......w.", rows[4], *after))
    assert diagnosis.lines is not None
    assert diagnosis.lines.expected == "·4·|·.·|·.·|·.·|·.·|·.·|·.·|·.·|·.·|"
    assert diagnosis.lines.actual == "·4·|·.·|·.·|·.·|·.·|·.·|·.·|·w·|·.·|"


def test_wrong_cost_is_reported_before_presentation() -> None:
    actual = edited(played, 3, b"COST: 1", b"COST: 2").replace(b"\n", b" \r\n")
    diagnosis = diagnose(played, actual, WRONG, script=PLAYED)
    assert diagnosis.summary == "Action #3 (black, F5-H3): the cost is 2, expected 1."
    assert diagnosis.lines is not None
    assert (diagnosis.lines.line, diagnosis.lines.column) == (66, 13)
    assert "The output has CRLF line ends (\\r\\n instead of \\n)." in diagnosis.facts


def test_wrong_cost_is_reported_before_a_prompt() -> None:
    actual = edited(played, 3, b"COST: 1", b"COST: 2").replace(b"===\n", b"===\nYour action? ")
    diagnosis = diagnose(played, actual, WRONG, script=PLAYED)
    assert diagnosis.summary == "Action #3 (black, F5-H3): the cost is 2, expected 1."
    assert diagnosis.facts == ('Line 23 has a prompt: "Your action?".',)


def texts(diagnosis: Diagnosis) -> list[str]:
    """All strings of a diagnosis."""

    def inside(value: object) -> list[str]:
        if isinstance(value, str):
            return [value]
        if isinstance(value, dict):
            value = list(value.values())
        return [text for item in value for text in inside(item)] if isinstance(value, list) else []

    return inside(to_data(diagnosis))


def is_plain_and_short(diagnosis: Diagnosis) -> bool:
    strings = texts(diagnosis)
    return all(text.isprintable() and len(text) <= 200 for text in strings) and len(strings) < 120


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A transcript with pieces of it replaced, moved or doubled."""
    text = draw(st.sampled_from([played, illegal, play, won]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 400)))
        middle = draw(st.one_of(st.binary(max_size=8), st.just(text[start:end] * 2)))
        text = text[:start] + middle + text[end:]
    return text


@settings(deadline=None)
@given(
    actual=st.one_of(st.binary(), damaged()),
    expected=st.sampled_from([played, illegal, play, won]),
    verdict=st.sampled_from(Verdict),
    ended=st.one_of(st.sampled_from(["", "exit status 3", "signal SIGSEGV"]), st.text()),
    cut=st.booleans(),
    script=st.one_of(st.sampled_from([PLAYED, ILLEGAL, PLAY, WON]), st.binary()),
    stderr=st.one_of(st.binary(), damaged()),
)
def test_any_output_is_diagnosed_in_plain_short_words(
    actual: bytes,
    expected: bytes,
    verdict: Verdict,
    ended: str,
    cut: bool,
    script: bytes,
    stderr: bytes,
) -> None:
    diagnosis = diagnose(expected, actual, verdict, ended, cut, script, stderr)
    assert diagnosis.summary
    assert is_plain_and_short(diagnosis)


@settings(deadline=None)
@given(st.binary(), st.binary())
def test_any_expected_text_is_diagnosed_in_plain_short_words(
    expected: bytes, actual: bytes
) -> None:
    assert is_plain_and_short(diagnose(expected, actual, WRONG))


@pytest.mark.parametrize(
    "flood",
    [b"x" * 4_000_000, b"\n" * 4_000_000, b"x\n" * 2_000_000, ERROR * 80_000, b"\0" * 4_000_000],
    ids=["line", "newlines", "lines", "errors", "nul"],
)
@pytest.mark.parametrize("start", [b"", played], ids=["alone", "after"])
def test_flood_of_output_is_diagnosed_in_plain_short_words(start: bytes, flood: bytes) -> None:
    assert is_plain_and_short(diagnose(played, start + flood, Verdict.OUTPUT, cut=True))


@pytest.mark.parametrize("verdict", [Verdict.CRASHED, Verdict.CPU_TIME, Verdict.MEMORY])
def test_layout_of_the_last_line_is_ignored_if_the_program_was_stopped(verdict: Verdict) -> None:
    half = played[: played.index(b" 7 | ", 900) + 5]
    assert half.endswith(b" ")
    facts = diagnose(played, half, verdict, "signal SIGSEGV").facts
    assert not any("spaces" in fact or "newline" in fact for fact in facts)
    whole = diagnose(played, half, Verdict.WRONG, "exit status 0").facts
    assert any("newline" in fact for fact in whole)


def test_control_characters_are_not_reported_as_a_prompt() -> None:
    facts = diagnose(played, b"\0:\n" + played, Verdict.WRONG).facts
    assert not any("prompt" in fact for fact in facts)
