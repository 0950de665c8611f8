"""Words read off what a program prints."""

import pytest

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE, with_setting
from checkers_cli.faults.engine.program import transcript
from checkers_cli.faults.explain.wording import learned_wordings

SCRIPTS = {
    1: "I4-H5\n",
    2: "G6-I4\n",
    3: "B4-A5\n",
    4: "A6-A6\n",
    5: "B3-A4\n",
    6: "G6-G5\n",
}
COMMAND = "G6-F5\nA\n"


def learned_of(script: str, **knobs: str) -> dict[str, str]:
    """What is learned from one run of a program with these words."""
    setting = {f"prints.{name}": words for name, words in knobs.items()}
    printed = transcript(script, knobs=with_setting(REFERENCE, setting))
    return learned_wordings(
        [(transcript(script).encode(), printed.encode("utf-8", "surrogateescape"))]
    )


@pytest.mark.parametrize("number", SCRIPTS)
def test_wording_of_an_error_is_learned(number: int) -> None:
    words = f"Error {number}: {getattr(REFERENCE.prints, f'error_{number}')[7:]} {{really}}"
    assert learned_of(SCRIPTS[number], **{f"error_{number}": words}) == {
        f"prints.error_{number}": words
    }


def test_another_error_is_not_a_wording() -> None:
    assert learned_of(SCRIPTS[3], error_3=REFERENCE.prints.error_4) == {}


@pytest.mark.parametrize(
    "knobs",
    [
        {"size": "Board size: 8 by 8"},
        {"columns": "    A   B   C   D   E   F   G   H"},
        {"rule": "   +---+---+---+---+---+---+---+"},
        {"delimiter": "=" * 36},
        {"black": "# BLACK PIECES: {}"},
        {"white": "#WHITE PIECES = {}"},
        {"cost": "COST OF BOARD: {}"},
        {"mark": "** "},
        {"size": "BOARD SIZE 8x8", "cost": "BOARD COST {}", "delimiter": "=" * 40},
    ],
    ids=lambda knobs: "+".join(knobs),
)
def test_wording_of_lines_is_learned(knobs: dict[str, str]) -> None:
    expected = {f"prints.{name}": words for name, words in knobs.items()}
    assert learned_of(COMMAND, **knobs) == expected


def test_wording_of_an_action_line_is_learned() -> None:
    title = "{mark}ACTION {number} of {player}: {action} {{}}"
    assert learned_of("G6-F5\n", title=title) == {"prints.title": title}


def test_learned_wordings_reproduce_the_output() -> None:
    for fault in CATALOGUE.values():
        if not fault.learned:
            continue
        for script in (COMMAND, *SCRIPTS.values()):
            right = transcript(script)
            printed = transcript(script, knobs=with_setting(REFERENCE, fault.setting))
            if printed != right and fault.learned != "prints.black_wins":
                words = learned_wordings([(right.encode(), printed.encode())])
                assert transcript(script, knobs=with_setting(REFERENCE, words)) == printed


def test_bytes_that_are_not_utf8_are_preserved() -> None:
    words = b"ERROR: Source cell is \xff empty.".decode("utf-8", "surrogateescape")
    assert learned_of(SCRIPTS[3], error_3=words) == {"prints.error_3": words}


@pytest.mark.parametrize("printed", [b"", b"\n\n\n", b"hello\n", b"\x00" * 5000])
def test_nothing_is_learned_from_other_output(printed: bytes) -> None:
    assert learned_wordings([(transcript(COMMAND).encode(), printed)]) == {}


@pytest.mark.parametrize(
    ("right", "printed"),
    [
        (b"BOARD COST: 0", b"BOARD COST: 10"),
        (b"BOARD COST: 1", b"BOARD COST: -1"),
        (b"BOARD COST: 1", b"BOARD COST: 12"),
        (b"#BLACK PIECES: 12", b"#BLACK PIECES: 112"),
        (b"BLACK ACTION #1: G6-F5", b"BLACK ACTION #-1: G6-F5"),
        (b"BLACK ACTION #1: G6-F5", b"BLACK ACTION #41: G6-F5"),
    ],
)
def test_wrong_number_is_not_a_wording(right: bytes, printed: bytes) -> None:
    assert learned_wordings([(right, printed)]) == {}


def test_line_ends_are_not_a_wording() -> None:
    right = transcript(COMMAND)
    printed = right.replace("\n", "\r\n")
    assert learned_wordings([(right.encode(), printed.encode())]) == {}


def test_trailing_blank_is_a_wording() -> None:
    assert learned_of(COMMAND, cost="BOARD COST: {} ") == {"prints.cost": "BOARD COST: {} "}
