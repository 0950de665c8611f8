import io

import pytest

from checkers_cli.script.parser import LONGEST_LINE, MalformedScript, read_script


def read(script: bytes) -> list[tuple[int, str, str, str]]:
    return [(s.line, s.source, s.target, s.command) for s in read_script(io.BytesIO(script))]


def test_actions_and_a_command() -> None:
    assert read(b"G6-F5\nH3-G4\nA\n") == [
        (1, "G6", "F5", ""),
        (2, "H3", "G4", ""),
        (3, "", "", "A"),
    ]


@pytest.mark.parametrize(
    "script",
    [
        b"G6-F5\nP",
        b"G6-F5\r\nP\r\n",
        b"  G6-F5 \t\nP\n\n\n  \r\n",
    ],
)
def test_layout_does_not_matter(script: bytes) -> None:
    assert read(script) == [(1, "G6", "F5", ""), (2, "", "", "P")]


def test_lines_are_counted_with_the_blank_ones() -> None:
    assert read(b"\n\n G6-F5\n \nA") == [(3, "G6", "F5", ""), (5, "", "", "A")]


def test_an_empty_script() -> None:
    assert read(b"") == read(b"\n \n\r\n") == []


def test_a_cell_off_the_board_has_the_right_shape() -> None:
    assert read(b"I4-A10\ng6-A0") == [(1, "I4", "A10", ""), (2, "g6", "A0", "")]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b"G6F5", "'G6F5' is neither an action like G6-F5 nor the command A or P"),
        (b"hello", "'hello' is neither"),
        (b"A B", "'A B' is neither"),
        (b"a", "'a' is neither"),
        (b"G6 - F5", "'G6 - F5' is neither"),
        (b"G6-F5-E4", "'G6-F5-E4' is neither"),
        (b"G-F5", "'G-F5' is neither"),
        (b"\x00", r"'\\x00' is neither"),
        (b"G6-F5\x00", r"'G6-F5\\x00' is neither"),
        (b"\xff\xfe", r"'\\xff\\xfe' is neither"),
        (b"\x1b[31mG6-F5", r"'\\x1b\[31mG6-F5' is neither"),
        (b"G6-F5\rH3-G4", r"'G6-F5\\x0dH3-G4' is neither"),
        ("G6\u2013F5".encode(), r"'G6\\xe2\\x80\\x93F5' is neither"),
        ("G\u0666-F5".encode(), "is neither"),
        (b"x" * 60, "'" + "x" * 40 + r"'\.\.\. is neither"),
        (b"x" * (LONGEST_LINE + 1), "is longer than 1000 bytes"),
        (b" " * (LONGEST_LINE + 1) + b"G6-F5", "is longer than 1000 bytes"),
    ],
)
def test_malformed_lines(line: bytes, shown: str) -> None:
    with pytest.raises(MalformedScript, match=shown) as caught:
        read(b"G6-F5\n\n" + line + b"\nH3-G4\n")
    assert str(caught.value).startswith("3: ")
    assert caught.value.line == 3
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_a_byte_order_mark_is_named() -> None:
    with pytest.raises(MalformedScript, match="byte order mark"):
        read("\ufeffG6-F5\n".encode())


@pytest.mark.parametrize("rest", [b"A", b"P", b"G6-F5", b"rubbish", b"\x00"])
def test_nothing_may_follow_the_command(rest: bytes) -> None:
    statements = read_script(io.BytesIO(b"A\n\n" + rest))
    assert next(statements).command == "A"
    with pytest.raises(MalformedScript, match=r"3: .* stands after the command A"):
        next(statements)


def test_statements_come_before_the_malformed_line_is_read() -> None:
    statements = read_script(io.BytesIO(b"G6-F5\nrubbish"))
    assert next(statements).source == "G6"


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_at_the_limit_is_read(end: bytes) -> None:
    action = b" " * (LONGEST_LINE - 5) + b"G6-F5" + end
    assert read(action) == [(1, "G6", "F5", "")]
    with pytest.raises(MalformedScript, match=r"1: .* is longer"):
        read(b" " + action)
