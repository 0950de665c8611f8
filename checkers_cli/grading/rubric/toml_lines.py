"""Finds the line of each setting of a TOML text, because tomllib does not keep line numbers."""

import re
import tomllib

Place = tuple[str, ...]  # the keys that lead to a setting

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r]+|\#[^\n]*)
    |(?P<string>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*')
    |(?P<word>[^\s\[\]{}=,.\#"']+)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)


def lines_of(text: str) -> dict[Place, int]:
    """The line of each table, key and list item in a valid TOML text."""
    return _Scanner(text).found


class _Scanner:
    """Scans valid TOML and records only the lines of tables, keys and list items."""

    def __init__(self, text: str) -> None:
        self.found: dict[Place, int] = {}
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for match in _TOKEN.finditer(text):
            if match.lastgroup != "blank":
                self.tokens.append((match[0], line))
            line += match[0].count("\n")
        self.tokens.append(("", line))
        self.at = 0
        table: Place = ()
        self.skip("\n")
        while self.peek():
            if self.peek() == "[":
                table = self.key(())
                self.skip("]")
            else:
                self.setting(table)
            self.skip("\n")

    def peek(self) -> str:
        return self.tokens[self.at][0]

    def skip(self, marks: str) -> None:
        """Skip all of these punctuation marks."""
        while self.peek() and self.peek() in marks:
            self.at += 1

    def key(self, place: Place) -> Place:
        """Read a key with its dots and brackets, and record its line."""
        self.skip("[\n")
        while self.peek() not in ("=", "]", ""):
            part, line = self.tokens[self.at]
            if part != ".":
                quoted = part[0] in "\"'"
                place = (*place, tomllib.loads(f"k = {part}")["k"] if quoted else part)
                self.found.setdefault(place, line)
            self.at += 1
        return place

    def setting(self, place: Place) -> None:
        place = self.key(place)
        self.skip("=")
        self.value(place)

    def value(self, place: Place) -> None:
        opening = self.peek()
        if opening not in ("[", "{"):
            while self.peek() not in ("\n", ",", "]", "}", ""):
                self.at += 1
            return
        self.at += 1
        self.skip("\n,")
        number = 0
        while self.peek() not in ("]", "}", ""):
            if opening == "{":
                self.setting(place)
            else:
                self.found[(*place, str(number))] = self.tokens[self.at][1]
                self.value((*place, str(number)))
            number += 1
            self.skip("\n,")
        self.at += 1
