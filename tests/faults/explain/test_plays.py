"""Scripts played and compared with what a program printed."""

import pytest
from shown import SCRIPTS

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.explain.plays import (
    COMMAND,
    EARLIER,
    HERE,
    START,
    Observation,
    decoded,
    encoded,
    output,
    play,
    play_on,
)

PLAYED_ON = SCRIPTS["p-at-the-start"]


def faulty(*ids: str) -> Knobs:
    return knobs_with(CATALOGUE[name] for name in ids)


def observed(script: bytes, *ids: str) -> Observation:
    return Observation("case", script, output(script, faulty(*ids)))


@pytest.mark.parametrize("name", ["a-at-the-start", "empty", "error-1-before-2"])
def test_a_right_program_is_reproduced(name: str) -> None:
    case = observed(SCRIPTS[name])
    one = play(case, REFERENCE)
    assert one.whole
    assert one.agreed == one.place == len(case.printed)
    assert one.lines == case.printed.count(b"\n")
    assert one.piece == b""


def test_a_play_ends_with_the_first_piece_that_differs() -> None:
    case = observed(b"G6-F5\nA\n", "white-ties-right")
    one = play(case, REFERENCE)
    assert not one.whole
    assert one.piece.startswith(b"=" * 37 + b"\n*** WHITE ACTION #2: B3-C4\n")
    assert case.printed[one.place :].startswith(b"=" * 37 + b"\n*** WHITE ACTION #2: ")
    assert one.place < one.agreed < len(case.printed)
    assert one.lines == case.printed[: one.agreed].count(b"\n")


def test_a_model_that_prints_less_differs_where_it_ends() -> None:
    case = observed(b"G6-F5\n")
    more = case._replace(printed=case.printed + b"WHITE WIN!\n")
    one = play(more, REFERENCE)
    assert (one.whole, one.piece, one.place) == (False, b"", len(case.printed))


def test_output_before_a_crash_is_compared_as_a_prefix() -> None:
    case = observed(b"G6-F5\nA\n")
    cut = case._replace(printed=case.printed[:-100], complete=False)
    assert play(cut, REFERENCE).whole
    assert not play(cut._replace(complete=True), REFERENCE).whole
    nothing = case._replace(printed=b"", complete=False)
    assert play(nothing, REFERENCE).whole


def test_a_script_with_a_malformed_line_is_played_up_to_it() -> None:
    script = b"G6-F5\nhello\nA\n"
    assert output(script, REFERENCE) == output(b"G6-F5\n", REFERENCE)


@pytest.mark.parametrize("where", [START, COMMAND, EARLIER, HERE])
@pytest.mark.parametrize(
    "ids", [("ties-right",), ("mark-missing",), ("depth-2",), ("walk-backward", "ties-right")]
)
def test_going_on_is_as_playing_from_the_start(where: int, ids: tuple[str, ...]) -> None:
    """If the changed knobs make no difference before that place."""
    case = observed(PLAYED_ON, *ids)
    before = play(case, REFERENCE)
    knobs = faulty(*ids)
    went_on, whole = play_on(case, knobs, before, where), play(case, knobs)
    assert went_on._replace(work=0) == whole._replace(work=0)
    assert went_on.work <= whole.work


def test_the_place_of_the_command_is_before_everything_that_is_computed() -> None:
    case = observed(b"G6-F5\nP\n", "p-plays-9")
    before = play(case, REFERENCE)
    assert before.command is not None
    assert case.printed[before.command.at :].startswith(b"=" * 37 + b"\n*** WHITE ACTION #2")
    assert play_on(case, faulty("p-plays-9"), before, COMMAND).whole
    assert not play_on(case, faulty("p-plays-9"), before, HERE).whole


def test_a_play_that_ends_before_its_command_has_none() -> None:
    assert play(observed(b"G6-F5\nG6-F5\nA\n"), REFERENCE).command is None
    assert play(observed(b"G6-F5\nA\n", "crlf"), REFERENCE).command is None


def test_text_that_a_piece_lacks_at_its_end_is_seen_a_piece_earlier() -> None:
    case = observed(b"G6-F5\n", "blank-lines-between")
    before = play(case, REFERENCE)
    knobs = faulty("blank-lines-between")
    assert not play_on(case, knobs, before, HERE).whole
    assert play_on(case, knobs, before, EARLIER).whole


def test_any_bytes_survive_decoding() -> None:
    every = bytes(range(256))
    assert encoded(decoded(every)) == every
