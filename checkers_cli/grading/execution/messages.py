"""Reads the messages of a compiler: cuts them, counts warnings, hides what differs by chance.

A source decides what the compiler prints, so everything here takes time in proportion to the length
of the text, and the text is cut before anything else looks at it.
"""

import os
import re
from dataclasses import dataclass

from checkers_cli.grading.sandbox.jobs import Ended
from checkers_cli.util.text import plural

_MOST = 1 << 20  # bytes that are read, from the start
_END = 1 << 16  # and from the end: the linker comes last
_LONGEST_LINE = 2000  # bytes
_LONGEST = 20_000  # bytes that are kept for people
# gcc quotes source lines like ` 12 | int x;`: the text "warning: " in them does not count. But with
# #line a source can give itself a name that makes a real warning look like a quotation.
_QUOTED = rb" *\d* \|"
_WARNING = re.compile(rb"^[^\n]*\bwarning: ", re.MULTILINE)
_UNCLEAR_WARNING = re.compile(rb"^" + _QUOTED + rb"[^\n]*\bwarning: ", re.MULTILINE)
_LIKELY_WARNING = re.compile(
    rb"^(?:(?!" + _QUOTED + rb")[^\n]*\b|[^\n]*:\d+:(?:\d+:)? )warning: ", re.MULTILINE
)
# gcc gives object files random names, but the same submission must get the same messages.
_RANDOM_NAME = re.compile(rb"/tmp/cc\w{6}(?=\.)")


@dataclass(frozen=True)
class Messages:
    """What a compiler printed."""

    text: bytes  # cut where it is very long
    lines: int  # of the whole text
    warnings: int
    likely_warnings: int  # without those that may be quoted source lines
    unclear: bool  # whether some may be quoted source lines

    @property
    def shown(self) -> str:
        """The messages for people, cut at the end of a line if they are long."""
        end = len(self.text)
        if end > _LONGEST:
            end = max(self.text.rfind(b"\n", 0, _LONGEST), 0) or _LONGEST
        text = self.text[:end].decode("utf-8", "backslashreplace")
        if end == len(self.text):
            return text
        more = self.lines - self.text.count(b"\n", 0, end) - 1
        return f"{text}\n... and {plural(more, 'more line')}\n"


def printed_by(ended: Ended) -> tuple[bytes, int, str]:
    """The arguments of `read_messages`: the bytes that are read, all lines, and the folder."""
    parts = [part for part in (ended.stdout, ended.stderr) if part]
    lines = sum(part.strip(b"\n").count(b"\n") + 1 for part in parts)
    return b"".join(map(_ends, parts)), lines, ended.folder


def _ends(text: bytes) -> bytes:
    """The start and the end of a long text."""
    if len(text) <= _MOST + _END:
        return text
    return text[:_MOST] + b"\n...\n" + text[-_END:]


def read_messages(printed: bytes, lines: int, folder: str) -> Messages:
    """Read messages; `folder` is where the compiler ran, and is not shown."""
    text = b"\n".join(map(_cut, printed.split(b"\n")))
    if folder:
        text = text.replace(os.fsencode(folder) + b"/", b"")
    text = _RANDOM_NAME.sub(b"/tmp/cc", text)
    return Messages(
        text,
        lines,
        len(_WARNING.findall(text)),
        len(_LIKELY_WARNING.findall(text)),
        _UNCLEAR_WARNING.search(text) is not None,
    )


def _cut(line: bytes) -> bytes:
    return line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + b" ..."
