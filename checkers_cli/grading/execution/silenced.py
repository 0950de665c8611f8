"""Finds out whether a submission switches off warnings of the compiler, which may cost marks."""

import re
from collections.abc import Iterator, Mapping

from checkers_cli.grading.submissions.filenames import MAKEFILES, printable_name
from checkers_cli.util.text import printable

_MOST = 5  # notes
_LONGEST = 80  # characters of what is quoted
_READ = 300_000  # bytes of a file
_BLANKS = rb"[ \t]{1,20}"
# With `system_header`, gcc takes the rest of a file for a part of the system, without warnings.
_PRAGMA = re.compile(
    rb'(?:#[ \t]{0,20}pragma|\b_Pragma[ \t]{0,20}\([ \t]{0,20}")'
    + _BLANKS.replace(b"1,", b"0,")
    + rb"(?:GCC|clang)"
    + _BLANKS
    + rb"(?:diagnostic"
    + _BLANKS
    + rb"ignored|system_header)[^\n]{0,80}"
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
        match = pattern.search(text)
        if match:
            line = text.count(b"\n", 0, match.start()) + 1
            words = printable(match[0].decode("utf-8", "replace").strip(), _LONGEST)
            yield f"{printable_name(name)}, line {line}, switches off warnings: {words}"
