import pytest
from support import EXAMPLES

from checkers_cli.script.promise import is_within

BEYOND_EXAMPLES = {
    "blank-lines-after-command",
    "blank-lines-between-actions",
    "blank-lines-only",
    "crlf-line-ends",
    "error-1-source-lower-case",
    "error-1-source-row-10",
    "error-2-target-lower-case",
    "error-2-target-row-10",
    "no-final-newline",
    "spaces-and-tabs-around-lines",
}


@pytest.mark.parametrize(
    "script",
    [
        b"",
        b"A\n",
        b"P\n",
        b"G6-F5\n",
        b"G6-F5\nB3-A4\nA\n",
        b"I4-A9\n",
        b"A0-Z9\nP\n",
        b"G6-F5\n" * 100_000,
    ],
)
def test_script_as_promised_is_within(script: bytes) -> None:
    assert is_within(script)


@pytest.mark.parametrize(
    "script",
    [
        b"\n",
        b"\nG6-F5\n",
        b"G6-F5\n\nB3-A4\n",
        b"G6-F5\nA\n\n",
        b" G6-F5\n",
        b"G6-F5 \n",
        b"G6-F5\t\n",
        b"G6-F5\r\n",
        b"g6-F5\n",
        b"G6-f5\n",
        b"a\n",
        b"G10-F5\n",
        b"G6-F10\n",
        b"G6-F5",
        b"A",
        b"A\nG6-F5\n",
        b"A\nP\n",
        b"G6F5\n",
        b"hello\n",
        b"G6-F5\x00\n",
        b"\xef\xbb\xbfG6-F5\n",
        "G٣-F5\n".encode(),
    ],
)
def test_any_other_script_is_beyond(script: bytes) -> None:
    assert not is_within(script)


def test_ten_examples_are_beyond() -> None:
    beyond = {path.stem for path in EXAMPLES.glob("*.txt") if not is_within(path.read_bytes())}
    assert beyond == BEYOND_EXAMPLES
