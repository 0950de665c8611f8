"""Tells on which line each setting of a TOML text stands, which tomllib does not."""

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
    """The line of each table, key and list item in a text that is TOML: tomllib does not tell."""
    return _Scan(text).found


class _Scan:
    """Walks over TOML that is known to be right, with an eye on the lines only."""

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
        """Pass over all of these marks."""
        while self.peek() and self.peek() in marks:
            self.at += 1

    def key(self, place: Place) -> Place:
        """Pass over a key, dots and brackets included."""
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
