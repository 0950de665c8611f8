import pytest

from checkers_cli.grading.execution.messages import Messages, printed_by, read_messages
from checkers_cli.grading.sandbox.jobs import Ended


def messages(stdout: bytes = b"", stderr: bytes = b"", folder: str = "") -> Messages:
    ended = Ended("ended", 1, 0, 0, 0, stdout, stderr, None, folder)
    return read_messages(*printed_by(ended))


def test_the_folder_of_the_build_and_random_names_are_hidden() -> None:
    found = messages(
        b"In /tmp/checkers-abcdefgh/main.c: /tmp/ccAbCd12.o\n", b"", "/tmp/checkers-abcdefgh"
    )
    assert found.shown == "In main.c: /tmp/cc.o\n"


def test_another_folder_is_shown() -> None:
    assert messages(b"In /tmp/checkers-12345678/x\n").shown == "In /tmp/checkers-12345678/x\n"


def test_warnings_are_counted() -> None:
    found = messages(b"", b"a.c:1:1: warning: x\n  1 | int warning: y\nb.c:2:2: warning: z\n")
    assert (found.warnings, found.likely_warnings, found.unclear) == (3, 2, True)
    assert not messages(b"a.c:1:1: warning: x\n").unclear


def test_long_texts_are_cut_but_their_lines_are_counted() -> None:
    found = messages(b"", b"a: warning: b\n" * 200_000 + b"collect2: error: ld failed\n")
    assert len(found.text) < 1_200_000
    assert found.text.endswith(b"collect2: error: ld failed\n")
    assert found.lines == 200_001
    *kept, last = found.shown.splitlines()
    assert last == f"... and {found.lines - len(kept):,} more lines"
    assert len(found.shown) < 20_100


@pytest.mark.parametrize("length", [1_999, 2_000, 2_001, 3_000_000])
def test_long_lines_are_cut(length: int) -> None:
    line = b"x" * length
    shown = messages(line + b"\nend\n").text.split(b"\n")[0]
    assert shown == (line if length <= 2_000 else line[:2_000] + b" ...")


def test_no_messages() -> None:
    found = messages()
    assert (found.shown, found.lines, found.warnings) == ("", 0, 0)
