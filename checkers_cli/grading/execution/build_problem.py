"""Says why a submission does not build, in one line that a student understands.

The messages of the compiler are kept elsewhere in full. Here those are put into words that say
something else than what is wrong: above all the linker's, and headers that are not there.
"""

import re
from collections.abc import Iterable, Mapping

from checkers_cli.grading.submissions.c_project import (
    HEADERS,
    MAIN,
    STANDARD,
    Project,
    is_of_one_computer,
)
from checkers_cli.grading.submissions.c_scan import text_of
from checkers_cli.grading.submissions.filenames import printable_name, suffix_of
from checkers_cli.util.text import listed, nearest, printable

_LONGEST = 160  # characters of a line that the compiler wrote
_MOST_READ = 500  # characters of a line, and functions that are compared with a mistyped one
# gcc quotes source lines like ` 12 | int x;`, which are no messages.
_QUOTED = rb" *\d* \|"
_ERROR = re.compile(
    rb"^(?!" + _QUOTED + rb")[^\n]*\b"
    rb"(?:[Ee]rror: |undefined reference to |multiple definition of |cannot open output file )"
    rb"[^\n]*",
    re.MULTILINE,
)
_NO_FILE = re.compile(r"(.+?):\d+:(?:\d+:)? fatal error: (.+): No such file or directory")
# Names are at most so long that no text is searched again and again for their end.
_UNDEFINED = re.compile(rb"^[^\n]*\bundefined reference to [`']([^'\n]{1,200})'", re.MULTILINE)
_DOUBLE = re.compile(r"\bmultiple definition of [`']([^']{1,200})'")
_STRAY = re.compile(r"(.+?):(\d+):(\d+): error: (?:stray .* in program|extended character )")
_BLANK = b" \t\n\v\f\r\0"
_MATH = frozenset({
    "sqrt", "pow", "floor", "ceil", "fabs", "log", "log2", "log10", "exp", "sin", "cos", "tan",
    "fmax", "fmin", "round",
})  # fmt: skip
_WINDOWS_HEADERS = frozenset({
    "conio.h", "windows.h", "winsock.h", "winsock2.h", "process.h", "dos.h", "direct.h", "io.h",
    "tchar.h", "alloc.h", "mem.h", "bios.h", "graphics.h", "crtdbg.h", "windef.h", "winbase.h",
    "wincon.h", "share.h", "sal.h", "intrin.h", "corecrt.h",
})  # fmt: skip
_WINDOWS_FUNCTIONS = frozenset({
    "getch", "getche", "_getch", "_getche", "kbhit", "_kbhit", "clrscr", "gotoxy", "itoa",
    "_itoa", "ltoa", "stricmp", "_stricmp", "strcmpi", "strnicmp", "strrev", "strlwr", "strupr",
    "Sleep", "Beep", "GetStdHandle", "SetConsoleTextAttribute", "SetConsoleOutputCP",
    "SetConsoleCursorPosition", "_sleep", "_putch", "putch",
})  # fmt: skip
_CPP_HEADERS = frozenset({
    "iostream", "iostream.h", "vector", "string", "map", "set", "list", "queue", "stack",
    "deque", "algorithm", "fstream", "sstream", "iomanip", "memory", "utility", "limits",
    "array", "functional", "cstdio", "cstdlib", "cstring", "cmath", "cctype", "climits",
    "cassert", "cstdint", "cstddef", "ctime", "cstdbool", "bits/stdc++.h",
})  # fmt: skip
_VISUAL_STUDIO = frozenset({"stdafx.h", "pch.h", "targetver.h"})


# The first bytes of files that are no C, whatever their name says.
_OTHER_KINDS = {
    b"<": "a web page: download the file itself",
    b"{\\rtf": "a document of a word processor: save it as plain text",
    b"%PDF": "a PDF",
    b"PK\3\4": "an archive or a document of a word processor",
    b"\x7fELF": "a compiled program",
    b"MZ": "a compiled program",
}


def build_problem(messages: bytes, files: Mapping[str, bytes], sources: Iterable[str]) -> str:
    """The first error in the messages of a failed build, in words; empty if there is none."""
    sources = list(sources)
    for name in sources:
        for start, kind in _OTHER_KINDS.items():
            if files[name].lstrip(_BLANK).startswith(start):
                return f"{printable_name(name)} is not C but {kind}"
    found = _ERROR.search(messages)
    if not found:
        lines = messages.strip().split(b"\n")
        return printable(_decoded(lines[0]), _LONGEST)
    line = _decoded(found[0].strip())
    names = list(dict.fromkeys(_decoded(name) for name in _UNDEFINED.findall(messages)))
    if b"undefined reference to" in found[0] and names:
        return _undefined(names, files, sources)
    if line.startswith("collect2: "):
        return _linker_problem(messages)
    return (
        _missing_header(line[:_MOST_READ], files)
        or _defined_twice(line[:_MOST_READ], files, sources)
        or _odd_character(line[:_MOST_READ], files)
        or printable(line, _LONGEST)
    )


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "surrogateescape")


def _missing_header(line: str, files: Mapping[str, bytes]) -> str:
    found = _NO_FILE.fullmatch(line)
    if not found:
        return ""
    includer, name = found.groups()
    text = text_of(files.get(includer.removeprefix("./"), b""))
    shown = f"<{name}>" if f"<{name}>" in text else f'"{name}"'
    start = f"{printable_name(includer)} includes {printable_name(shown)}"
    low = name.lower()
    if low in _CPP_HEADERS:
        return f"{start}, which is C++: the program is compiled as C"
    if low in _WINDOWS_HEADERS:
        return f"{start}, which exists only on Windows: remove it and what needs it"
    if low in _VISUAL_STUDIO:
        return f"{start}, which Visual Studio makes: remove that line"
    if low in STANDARD:
        return f"{start}, with capital letters: write <{low}>"
    if low == "cs50.h":
        return f"{start}, the library of another course: only standard C can be used"
    if shown.startswith("<"):
        return f"{start}, which is neither standard C nor in the submission"
    if is_of_one_computer(name):
        return f"{start}, a path of one computer: submit that file, and write its name alone"
    return f"{start}, which is missing from the files"


def _undefined(names: list[str], files: Mapping[str, bytes], sources: list[str]) -> str:
    """A problem that names the functions that are used but not defined."""
    if MAIN in names:
        return _no_main(files, sources)
    shown = listed(names, 3)
    verb = "it is" if len(names) == 1 else "they are"
    foreign = [name for name in names if name in _WINDOWS_FUNCTIONS or name.endswith("_s")]
    if foreign:
        verb = "exists" if len(foreign) == 1 else "exist"
        return (
            f"the program uses {listed(foreign, 3)}, which {verb} only on Windows: use standard C"
        )
    if _MATH.issuperset(names):
        return f"the program uses {shown}, but the build command has no -lm, which adds <math.h>"
    others = [name for name in files if suffix_of(name) in (".c", ".cpp") and name not in sources]
    project = Project(files, [*sources, *others])
    for name in others:
        if names[0] in project.scan(name).functions:
            there = f"{printable_name(name)} defines {printable(names[0], 80)}"
            return f"the program uses {shown}, but {verb} not defined: {there}, and is left out"
    defined = {
        function
        for name in sources
        for function in project.scan(name).functions
        if len(function) <= _LONGEST
    }
    meant = nearest(names[0], sorted(defined)[:_MOST_READ]) if len(names) == 1 else ""
    hint = f"; did you mean {printable(meant, 80)}?" if meant else ""
    return f"the program uses {shown}, but {verb} not defined in any of its files{hint}"


def _linker_problem(messages: bytes) -> str:
    """A problem in other words of the linker, which are about machine code."""
    if b"relocation truncated" in messages:
        return "the arrays outside of functions are too large"
    line = _decoded(messages.strip().split(b"\n")[0])
    return f"the compiled files cannot be linked: {printable(line, _LONGEST)}"


def _no_main(files: Mapping[str, bytes], sources: list[str]) -> str:
    empty = [name for name in sources if not files[name].strip(_BLANK)]
    if empty:
        return f"no main function: {listed(empty)} {'is' if len(empty) == 1 else 'are'} empty"
    none = "does not define" if len(sources) == 1 else "do not define"
    return f"no main function: {listed(sources)} {none} one"


def _defined_twice(line: str, files: Mapping[str, bytes], sources: list[str]) -> str:
    found = _DOUBLE.search(line)
    if not found:
        return ""
    name = printable(found[1], 80)
    if name == MAIN:
        return f"more than one of the files has a main function: {listed(sources)}"
    project = Project(files, sources)
    definers = [file for file in files if found[1] in project.scan(file).functions]
    headers = [file for file in definers if suffix_of(file) in HEADERS]
    if headers:
        return (
            f"{name} is defined in {printable_name(headers[0])}, so in every file that includes "
            "it: define it in one .c file, and only declare it in the header"
        )
    both = [file for file in definers if file in sources]
    if len(both) > 1:
        return f"{name} is defined more than once: in {listed(both)}"
    return (
        f"{name} is defined in more than one file, perhaps by a header: "
        "define it in one .c file, and declare it extern in the header"
    )


def _odd_character(line: str, files: Mapping[str, bytes]) -> str:
    found = _STRAY.match(line)
    if not found:
        return ""
    file, number, column = found.groups()
    lines = text_of(files.get(file.removeprefix("./"), b"")).split("\n")
    at = int(number[:9])
    source = lines[at - 1].expandtabs(8) if 0 < at <= len(lines) else ""
    letter = source[int(column[:9]) - 1 : int(column[:9])]
    if letter.isascii():
        return ""
    shown = f' "{letter}"' if letter.isprintable() and letter.strip() else ""
    return (
        f"{printable_name(file)}, line {number}, has a character{shown} that C does not know, "
        "perhaps copied from a document: type it again"
    )
