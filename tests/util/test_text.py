import errno
import os

from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.util.text import (
    ascii_text,
    common_prefix_length,
    listed,
    nearest,
    plural,
    printable,
    quoted,
    reason,
    visible_bytes,
)

any_text = st.text(st.characters(), max_size=120)


@given(any_text)
def test_printable_text_is_one_line_that_can_be_encoded(text: str) -> None:
    assert printable(text).isprintable()
    printable(text).encode()


def test_printable_escapes_only_what_is_not_printable() -> None:
    assert printable("plain näme.txt") == "plain näme.txt"
    assert printable("a b\n\udcff\u202e\x1b[2J\0.c") == r"a b\n\xff\u202e\x1b[2J\x00.c"
    assert printable(os.fsdecode(b"caf\xe9.txt")) == r"caf\xe9.txt"


def test_printable_cuts_only_where_it_is_told_to() -> None:
    assert printable("x" * 3000) == "x" * 3000
    assert printable("x" * 81, 80) == "x" * 80 + "..."
    assert printable("\n" * 3, 2) == r"\n\n..."


def test_quoted_text_is_short_ascii() -> None:
    assert quoted("é\n") == r"'\xc3\xa9\x0a'"
    assert quoted("\udcff") == r"'\xff'"
    assert quoted(b"abc") == "'abc'"
    assert quoted(bytes(range(256)), 256).isascii()
    assert quoted(b"a" * 100, 10) == "'" + "a" * 10 + "'..."


@given(st.one_of(st.binary(), any_text), st.integers(0, 50))
def test_ascii_text_is_printable_and_no_wider_than_asked(text: str | bytes, width: int) -> None:
    safe = ascii_text(text, width)
    assert safe.isascii()
    assert safe.isprintable()
    assert len(safe.removesuffix("...")) <= width


def test_listed_names_a_few_and_counts_the_rest() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed(list("abcdefg")) == "a, b, c, d, e and 2 more"


def test_plural() -> None:
    assert plural(1, "case") == "1 case"
    assert plural(0, "case") == "0 cases"
    assert plural(1234, "ply", "plies") == "1,234 plies"


def test_nearest_finds_a_mistyped_word() -> None:
    assert nearest("Verfy", ["run", "verify"]) == "verify"
    assert nearest("xyz", ["run", "verify"]) == ""


def test_the_reason_of_an_error_has_no_path() -> None:
    assert reason(OSError(errno.ENOENT, os.strerror(errno.ENOENT), "x")) == (
        "no such file or directory"
    )
    assert reason(ValueError("Embedded null byte")) == "embedded null byte"


def test_visible_bytes_show_blanks_and_control_bytes() -> None:
    assert visible_bytes(b" \t\r\n\x00\x7f\xe9~") == "·→␍␊␀␡�~"


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_common_prefix_length(start: bytes, one: bytes, other: bytes) -> None:
    one, other = start + one, start + other
    size = common_prefix_length(one, other)
    assert one[:size] == other[:size]
    assert size == min(len(one), len(other)) or one[size] != other[size]
