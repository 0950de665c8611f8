"""Finds out whether a submission switches off warnings of the compiler, which may cost marks."""

import re
from collections.abc import Iterator, Mapping

from checkers_cli.grading.submissions.c_scan import COMMENT_OR_QUOTED
from checkers_cli.grading.submissions.filenames import MAKEFILES, printable_name
from checkers_cli.util.text import printable

_MOST = 5  # notes
_LONGEST = 80  # characters of what is quoted
_READ = 300_000  # bytes of a file
_BLANKS = re.compile(r"[ \t\f\v\0]+")  # what the preprocessor takes for blanks
_SPLICE = re.compile(r"\\ ?\Z")
_ASIDE = re.compile(COMMENT_OR_QUOTED, re.DOTALL)
# GNU dialects of C have raw strings, where quotes and backslashes mean themselves.
_GNU_ASIDE = re.compile(
    r'(?<!\w)(?:L|u8?|U)?R"([^ ()\\\n"]{0,16})\(.*?(?:\)\1"|\Z)|' + COMMENT_OR_QUOTED, re.DOTALL
)
_TRIGRAPHS = {"??/": "\\", "??=": "#", "??'": "^"}  # those that change what is a comment
_COMMENT, _LINE_END = "\f", "\v"  # marks, in texts where `_BLANKS` have been replaced
# With `system_header`, gcc takes the rest of a file for a part of the system, without warnings. So
# it does after a line that says where the text is from, with the number 3. `_Pragma` is rare in
# programs of students, and its words may be made by macros.
_SILENT = re.compile(
    r"^ ?(?:#|%:) ?pragma (?:GCC|clang) (?:diagnostic ignored|system_header)\b"
    r'|^ ?(?:#|%:) ?\d\w* ?""[ \d]*\b3\b'
    r"|\b_Pragma\b",
    re.ASCII,
)
# A comment in the name of a header is none for gcc, so it can hide what follows from this program.
_INCLUDE = re.compile(r" ?(?:#|%:).*include")
_ODD_HEADER = re.compile(rf"<[^<>{_COMMENT}]*{_COMMENT}")
_OPTION = re.compile(r"(?<![^\s=\"'])-(?:w|Wno-[\w=+-]{1,60})(?![^\s\"'])", re.ASCII)


def silenced_warnings(files: Mapping[str, bytes], with_make: bool) -> list[str]:
    """Notes for staff on pragmas and, if the submission is built with make, on options."""
    found = list(_found(files, with_make))
    more = [f"and {len(found) - _MOST} more of this kind"] if len(found) > _MOST else []
    return found[:_MOST] + more


def _found(files: Mapping[str, bytes], with_make: bool) -> Iterator[str]:
    for name in sorted(files):
        if name in MAKEFILES and not with_make:
            continue
        text = files[name][:_READ].decode("utf-8", "replace").removeprefix("\ufeff")
        find = _option if name in MAKEFILES else _pragma
        number, words = find(text.replace("\r\n", "\n"))
        shown = printable_name(name)
        if number:
            words = printable(words.strip(), _LONGEST)
            yield f"{shown}, line {number}, switches off warnings: {words}"
        elif len(files[name]) > _READ:
            yield f"{shown}: only the first 300 kB are searched for what switches off warnings"


def _option(text: str) -> tuple[int, str]:
    """The line number of the first option and the option; 0 if there is none."""
    match = _OPTION.search(text)
    return (text.count("\n", 0, match.start()) + 1, match[0]) if match else (0, "")


def _pragma(text: str) -> tuple[int, str]:
    """The line number of the first pragma and the line; 0 if there is none in any dialect of C."""
    strict = text
    for trigraph, meaning in _TRIGRAPHS.items():
        strict = strict.replace(trigraph, meaning)
    number = _silent_line(strict, _ASIDE)
    if not number and (strict != text or 'R"' in text):
        number = _silent_line(text, _GNU_ASIDE)
    return (number, text.split("\n")[number - 1]) if number else (0, "")


def _silent_line(text: str, aside: re.Pattern[str]) -> int:
    text = aside.sub(_shortened, _without_splices(_BLANKS.sub(" ", text)))
    number = 1
    for line in text.split("\n"):
        odd = _INCLUDE.match(line) and _ODD_HEADER.search(line)
        if odd or _SILENT.search(_BLANKS.sub(" ", line)):
            return number
        number += 1 + line.count(_LINE_END)
    return 0


def _shortened(aside: re.Match[str]) -> str:
    """What is left of a comment or quoted text; the numbers of its lines are not lost."""
    ends = _LINE_END * aside[0].count("\n")
    return (_COMMENT if aside[0].startswith("/") else '""') + ends


def _without_splices(text: str) -> str:
    """The text with lines joined that end with a backslash; other lines keep their numbers."""
    joined: list[str] = []
    parts: list[str] = []
    for line in text.split("\n"):
        bare = _SPLICE.sub("", line)
        parts.append(bare)
        if bare == line:
            joined.append("".join(parts))
            joined += [""] * (len(parts) - 1)
            parts = []
    return "\n".join([*joined, "".join(parts)])
