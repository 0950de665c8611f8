"""Words read off what a program prints."""

import pytest
from support import EXAMPLES

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine.knobs import REFERENCE, KnobValues, with_setting
from checkers_cli.faults.explain.plays import Observation, decoded, output, play
from checkers_cli.faults.explain.wording import learned_words

SCRIPTS = {
    1: b"I4-H5\n",
    2: b"G6-I4\n",
    3: b"B4-A5\n",
    4: b"A6-A6\n",
    5: b"B3-A4\n",
    6: b"G6-G5\n",
}
COMMAND = b"G6-F5\nA\n"
WON = [
    (EXAMPLES / f"p-ends-early-{colour}-wins-by-block.txt").read_bytes()
    for colour in ("black", "white")
]


def learned_from(script: bytes, printed: bytes) -> dict[str, list[str]]:
    case = Observation("case", script, printed)
    return learned_words([(case, play(case, REFERENCE))], REFERENCE)


def learned_of(script: bytes, setting: KnobValues) -> dict[str, list[str]]:
    """What is learned from the first difference of a program with these words."""
    return learned_from(script, output(script, with_setting(REFERENCE, setting)))


@pytest.mark.parametrize("number", SCRIPTS)
def test_wording_of_an_error_is_learned(number: int) -> None:
    words = f"Error {number}: {getattr(REFERENCE.prints, f'error_{number}')[7:-1]} {{really}}\n"
    path = f"prints.error_{number}"
    assert learned_of(SCRIPTS[number], {path: words})[path] == [words]


@pytest.mark.parametrize("words", ["", "\n", "\n\n"])
def test_newlines_around_an_error_are_learned(words: str) -> None:
    text = f"{words}ERROR: Source cell is empty.{words}"
    if text + "\n" == REFERENCE.prints.error_3 + "\n":
        text = text.rstrip("\n")
    learned = learned_of(SCRIPTS[3], {"prints.error_3": text})
    assert text in learned["prints.error_3"]


def test_another_error_is_not_a_wording() -> None:
    learned = learned_of(SCRIPTS[3], {"prints.error_3": REFERENCE.prints.error_4})
    assert "prints.error_3" not in learned


@pytest.mark.parametrize(
    ("knob", "words"),
    [
        ("size", "Board size: 8 by 8"),
        ("columns", "    A   B   C   D   E   F   G   H"),
        ("rule", "   +---+---+---+---+---+---+---+"),
        ("delimiter", "=" * 36),
        ("black", "# BLACK PIECES: {}"),
        ("white", "#WHITE PIECES = {}"),
        ("cost", "COST OF BOARD: {}"),
        ("cost", "BOARD COST: {} "),
        ("title", "{mark}ACTION {number} of {player}: {action} {{}}"),
        ("mark", "** "),
        ("black_wins", "BLACK WINS!\n"),
        ("white_wins", "\nWHITE WIN!"),
    ],
)
def test_wording_of_lines_is_learned(knob: str, words: str) -> None:
    path = f"prints.{knob}"
    scripts = [COMMAND, *WON]
    assert any(words in learned_of(script, {path: words}).get(path, []) for script in scripts)


def test_wordings_of_several_lines_are_learned_at_once() -> None:
    setting = {"prints.size": "BOARD SIZE 8x8", "prints.black": "BLACK: {}"}
    learned = learned_of(COMMAND, setting)
    assert {path: texts[0] for path, texts in learned.items() if path in setting} == setting


def test_a_text_for_a_refused_line_is_learned() -> None:
    setting = {"reads.blank": "text", "reads.refusal": "What?\n"}
    assert learned_of(b"G6-F5\n\nA\n", setting)["reads.refusal"] == ["What?\n"]


def test_the_words_of_most_cases_come_first() -> None:
    cases = [
        Observation(name, SCRIPTS[3], output(SCRIPTS[3], REFERENCE).replace(b"Source", words))
        for name, words in (("1", b"Sauce"), ("2", b"The source"), ("3", b"The source"))
    ]
    learned = learned_words([(case, play(case, REFERENCE)) for case in cases], REFERENCE)
    assert learned["prints.error_3"] == [
        "ERROR: The source cell is empty.\n",
        "ERROR: Sauce cell is empty.\n",
    ]


def test_typical_words_of_the_catalogue_are_learned() -> None:
    for fault in CATALOGUE.values():
        if not fault.learned.startswith("prints."):
            continue
        for script in (COMMAND, *WON, *SCRIPTS.values()):
            printed = output(script, with_setting(REFERENCE, fault.setting))
            if printed != output(script, REFERENCE):
                words = learned_from(script, printed)[fault.learned]
                assert fault.setting[fault.learned] in words, fault.id


def test_bytes_that_are_not_utf8_are_preserved() -> None:
    words = decoded(b"ERROR: Source cell is \xff empty.\n")
    learned = learned_of(SCRIPTS[3], {"prints.error_3": words})
    assert learned["prints.error_3"] == [words]


@pytest.mark.parametrize("printed", [b"", b"\n\n\n", b"\x00" * 5000])
def test_no_line_is_learned_from_other_output(printed: bytes) -> None:
    learned = learned_from(COMMAND, printed)
    assert not any(path.startswith("prints.") for path in learned)


@pytest.mark.parametrize(
    ("right", "printed"),
    [
        (b"BOARD COST: 0", b"BOARD COST: 10"),
        (b"BOARD COST: 0", b"BOARD COST: -0"),
        (b"#BLACK PIECES: 12", b"#BLACK PIECES: 112"),
        (b"BLACK ACTION #1: G6-F5", b"BLACK ACTION #-1: G6-F5"),
        (b"BLACK ACTION #1: G6-F5", b"BLACK ACTION #41: G6-F5"),
    ],
)
def test_a_wrong_number_is_not_a_wording(right: bytes, printed: bytes) -> None:
    output_ = output(COMMAND, REFERENCE)
    assert right in output_
    learned = learned_from(COMMAND, output_.replace(right, printed))
    assert not any(path.startswith("prints.") for path in learned)


def test_line_ends_are_not_a_wording() -> None:
    learned = learned_from(COMMAND, output(COMMAND, REFERENCE).replace(b"\n", b"\r\n"))
    assert not any(path.startswith("prints.") for path in learned)


def test_a_refusal_in_place_of_an_error_is_learned() -> None:
    learned = learned_from(b"A10-C4\n", output(b"", REFERENCE) + b"Unknown command\n")
    assert learned["reads.refusal"] == ["Unknown command\n"]
