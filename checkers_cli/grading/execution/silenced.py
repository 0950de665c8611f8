"""Finds out whether a submission switches off warnings of the compiler, which may cost marks."""

import re
from collections.abc import Iterator, Mapping

from checkers_cli.grading.submissions.filenames import MAKEFILES, printable_name
from checkers_cli.util.text import printable

_MOST = 5  # notes
_LONGEST = 80  # characters of what is quoted
_READ = 300_000  # bytes of a file
# With `system_header`, gcc takes the rest of a file for a part of the system, without warnings. So
# it does after a line that says where the text is from, with the number 3. `_Pragma` is rare in
# programs of students, and its words may be made by macros.
_PRAGMA = re.compile(
    rb"(?:(?:#|%:)[ \t]{0,20}pragma[ \t]{1,20})?"
    rb"\b(?:GCC|clang)[ \t]{1,20}(?:diagnostic[ \t]{1,20}ignored|system_header)[^\n]{0,80}"
    rb"|\b_Pragma\b[^\n]{0,80}"
    rb'|^[ \t]{0,20}(?:#|%:)[ \t]{0,20}\d{1,9}[ \t]{1,20}"[^"\n]{0,200}"[ \t\d]{0,20}\b3\b',
    re.MULTILINE,
)
_OPTION = re.compile(rb"(?<![^\s=\"'])-(?:w|Wno-[\w=+-]{1,60})(?![^\s\"'])")


def silenced_warnings(files: Mapping[str, bytes], with_make: bool) -> list[str]:
    """Notes for staff on pragmas and, if the submission is built with make, on options."""
    found = list(_found(files, with_make))
    more = [f"and {len(found) - _MOST} more of this kind"] if len(found) > _MOST else []
    return found[:_MOST] + more


def _found(files: Mapping[str, bytes], with_make: bool) -> Iterator[str]:
    for name in sorted(files):
        pattern = _OPTION if name in MAKEFILES else _PRAGMA
        if name in MAKEFILES and not with_make:
            continue
        text = files[name][:_READ]
        if pattern is _PRAGMA:
            text = _without_comments(_without_splices(text))
        match = pattern.search(text)
        if match:
            line = text.count(b"\n", 0, match.start()) + 1
            words = printable(match[0].decode("utf-8", "replace").strip(), _LONGEST)
            yield f"{printable_name(name)}, line {line}, switches off warnings: {words}"


def _without_splices(text: bytes) -> bytes:
    """The text with lines joined that end with a backslash; other lines keep their numbers."""
    joined: list[bytes] = []
    parts: list[bytes] = []
    for line in text.replace(b"??/", b"\\").replace(b"??=", b"#").split(b"\n"):
        bare = line.rstrip()
        spliced = bare.endswith(b"\\")
        parts.append(bare[:-1] if spliced else line)
        if not spliced:
            joined.append(b"".join(parts))
            joined += [b""] * (len(parts) - 1)
            parts = []
    return b"\n".join([*joined, b"".join(parts)])


def _without_comments(text: bytes) -> bytes:
    """The text with a blank in place of each comment; line numbers stay."""
    found, start = [], 0
    while (begin := text.find(b"/*", start)) >= 0 and (end := text.find(b"*/", begin + 2)) >= 0:
        found += [text[start:begin], b" ", b"\n" * text.count(b"\n", begin, end)]
        start = end + 2
    return b"".join([*found, text[start:]])
