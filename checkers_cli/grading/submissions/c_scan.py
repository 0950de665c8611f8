"""Scans C sources for what they include, define and use, without compiling them.

The scan only guides the choice of the files to compile; the compiler has the last word. So it may
be mistaken about unusual sources, but its time is linear in the length of any text.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MOST_SCANNED = 300_000  # bytes of a file: more than any source written by hand
_MOST_INCLUDES = 500  # of a file
_LONGEST_CONDITION = 200  # characters; a longer one is more than `defined(NAME)`
# Every alternative matches without going back, so that hostile texts take linear time, too.
_QUOTED = r""""(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?"""
COMMENT_OR_QUOTED = rf"//(?:[^\n\\]|\\.)*|/\*.*?(?:\*/|\Z)|{_QUOTED}"  # with re.DOTALL
_TOKEN = re.compile(
    rf"""  {COMMENT_OR_QUOTED}
        | ^[ \t]*\#(?P<directive>(?:[^\n\\/"']|\\.|/(?![/*])|{_QUOTED})*)
        | (?P<word>[A-Za-z_]\w*)
        | (?P<sign>[(){{}};])
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.ASCII,
)
_DIRECTIVE = re.compile(r"[ \t]*(\w*)[ \t]*(.*)", re.DOTALL | re.ASCII)
_INCLUDE = re.compile(r'"([^"\n]*)"|<([^>\n]*)>')
_DEFINED = re.compile(r"(!?)[ \t]*defined[ \t]*\(?[ \t]*(\w+)[ \t]*\)?[ \t]*", re.ASCII)
_MAIN = re.compile(rb"\bmain\s*\(")
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE | re.ASCII)
# Macros that are not in the sources but have a known value here.
_SET = frozenset({"__linux__", "__linux", "linux", "__unix__", "__unix", "__GNUC__", "__STDC__"})


@dataclass(frozen=True)
class Include:
    """An `#include` line."""

    name: str  # as written
    quoted: bool  # "name", not <name>


@dataclass(frozen=True)
class Scan:
    """What a C source includes, defines and uses."""

    includes: tuple[Include, ...] = ()
    functions: frozenset[str] = frozenset()  # defined here and visible to other files
    words: frozenset[str] = frozenset()  # all identifiers


def text_of(data: bytes) -> str:
    """The start of a source as text with plain line ends; names in any encoding stay readable."""
    text = data[:MOST_SCANNED].decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def macros_of(text: str) -> set[str]:
    """The names of the macros that a source defines."""
    return set(_MACRO.findall(text))


def mentions_main(data: bytes) -> bool:
    """Whether a `main` function may be in a file: much faster than a scan."""
    return _MAIN.search(data) is not None


def defines_main(data: bytes) -> bool:
    """Whether a file looks like a C source with a `main` function."""
    return mentions_main(data) and "main" in scan(text_of(data)).functions


def scan(text: str, macros: Iterable[str] = ()) -> Scan:
    """Scan a source; `macros` are those that any source of the program defines.

    Parts that the preprocessor certainly skips (`#if 0`, `#ifdef TEST` without a `#define TEST`)
    are not scanned.
    """
    includes: dict[Include, None] = {}
    functions: set[str] = set()
    words: set[str] = set()
    conditions = _Conditions(frozenset(macros))
    declaration = _Declaration()
    for kind, token in _tokens(text):
        if kind == "directive":
            name, rest = _directive(token)
            conditions.follow(name, rest, declaration)
            found = _INCLUDE.match(rest) if name == "include" and conditions.active else None
            if found and len(includes) < _MOST_INCLUDES:
                includes[Include(found[1] or found[2] or "", found[1] is not None)] = None
        elif conditions.active:
            if kind == "word":
                words.add(token)
            defined = declaration.follow(kind, token)
            if defined:
                functions.add(defined)
    return Scan(tuple(includes), frozenset(functions), frozenset(words))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind:
            yield kind, match[kind]


def _directive(text: str) -> tuple[str, str]:
    """Name and rest of a directive: `include` and `"board.h"`."""
    match = _DIRECTIVE.match(text)
    return (match[1], match[2].strip()) if match else ("", "")


class _Declaration:
    """Follows declarations outside of functions, to find the functions that are defined."""

    def __init__(self) -> None:
        self.depth = 0  # of braces
        self._parentheses = 0
        self._word = self._function = ""
        self._private = False  # static or inline: other files do not see it

    def follow(self, kind: str, text: str) -> str:
        """The function whose body begins with this text; empty if none does."""
        if self.depth:
            self.depth += (text == "{") - (text == "}")
            return ""
        if kind == "word":
            self._private |= text in ("static", "inline") and not self._parentheses
            self._word = text
        elif text == "(":
            if not self._parentheses and self._word != "__attribute__":
                self._function = self._word
            self._parentheses += 1
        elif text == ")":
            self._parentheses -= self._parentheses > 0
        else:
            function = self._function if text == "{" and not self._private else ""
            self.depth = int(text == "{")
            self._parentheses, self._private, self._word, self._function = 0, False, "", ""
            return function
        return ""


class _Conditions:
    """Follows `#if` and its relatives. A part counts as active unless it is certainly skipped."""

    def __init__(self, macros: frozenset[str]) -> None:
        self._macros = macros
        self.active = True
        # For each open #if: whether it is inside an active part, whether all further branches are
        # skipped, and the depth of braces at its start.
        self._open: list[tuple[bool, bool, int]] = []

    def follow(self, name: str, rest: str, declaration: _Declaration) -> None:
        """Take account of a directive."""
        if name in ("if", "ifdef", "ifndef"):
            holds = self._holds(name, rest)
            self._open.append((self.active, holds is True, declaration.depth))
            self.active = self.active and holds is not False
        elif name in ("elif", "else") and self._open:
            outside, done, depth = self._open[-1]
            holds = self._holds("if", rest) if name == "elif" else None
            if self.active:
                declaration.depth = depth  # each branch may open the same brace
            self.active = outside and not done and holds is not False
            self._open[-1] = outside, done or holds is True, depth
        elif name == "endif" and self._open:
            self.active, _, _ = self._open.pop()

    def _holds(self, name: str, rest: str) -> bool | None:
        """Whether a condition holds; None if that is not certain."""
        if name == "if":
            # Cut, because a long text of blanks that does not match takes the square of its length.
            defined = _DEFINED.fullmatch(rest[:_LONGEST_CONDITION])
            if not defined:
                return {"0": False, "1": True}.get(rest)
            name, rest = ("ifndef" if defined[1] else "ifdef"), defined[2]
        macro = rest.split(maxsplit=1)[0] if rest else ""
        if macro in self._macros:
            return None  # it depends on the order of the lines
        if macro.startswith("__") and macro not in _SET and not _is_foreign(macro):
            return None  # perhaps a macro of the compiler
        return (macro in _SET) == (name == "ifdef")


def _is_foreign(macro: str) -> bool:
    """Whether a compiler defines a macro only on other systems or for C++."""
    return macro == "__cplusplus" or any(part in macro for part in ("WIN", "APPLE", "MINGW"))
