"""Text for people: made printable, counted, cut. Kept light, because `checkers run` imports it."""

from collections.abc import Collection, Iterable
from itertools import islice

# Visible signs for white space and control characters.
_VISIBLE = {" ": "·", "\t": "→", "\r": "␍", "\n": "␊", "\0": "␀", "\x7f": "␡"}
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"


def printable(text: str, most: int | None = None) -> str:
    """The text on one line, control characters escaped; cut after `most` characters."""
    if most is not None and len(text) > most:
        return printable(text[:most]) + "..."
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in text)


def _escape(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":  # how Python stores a byte of a file name that is not UTF-8
        return f"\\x{ord(letter) - 0xDC00:02x}"
    return letter.encode("unicode_escape").decode()


def ascii_text(text: str | bytes, width: int = 40) -> str:
    """Any text or bytes in printable ASCII, cut to a width."""
    raw = text.encode("latin-1", "replace") if isinstance(text, str) else text
    safe = "".join(chr(c) if 32 <= c < 127 else f"\\x{c:02x}" for c in raw[:width])
    return safe[:width] + "..." if len(raw) > width or len(safe) > width else safe


def quoted(text: str | bytes, width: int = 40) -> str:
    """What a user wrote, in quotes, as a short piece of printable ASCII."""
    raw = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    safe = "".join(chr(c) if 32 <= c < 127 else f"\\x{c:02x}" for c in raw[:width])
    return f"'{safe}'" + ("..." if len(raw) > width else "")


def visible_bytes(line: bytes) -> str:
    """A line with visible white space and control bytes, one character for each byte."""
    text = line.decode("latin-1")
    return "".join(_VISIBLE.get(c, c if " " < c <= "~" else _UNKNOWN) for c in text)


def common_prefix_length(one: bytes, other: bytes) -> int:
    """How many bytes two texts have in common at the start; by binary search."""
    least, most = 0, min(len(one), len(other))
    if one[:most] == other[:most]:
        return most
    while least < most:  # least <= answer < most
        middle = (least + most) // 2
        if one[least : middle + 1] == other[least : middle + 1]:
            least = middle + 1
        else:
            most = middle
    return least


def listed(names: Collection[str], most: int = 5) -> str:
    """A few names on one line, and how many more there are."""
    text = ", ".join(printable(name, 80) for name in islice(names, most))
    return f"{text} and {len(names) - most} more" if len(names) > most else text


def plural(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun: `1 case`, `2 cases`, `1,000 cases`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like a mistyped one; empty if none is similar."""
    from difflib import get_close_matches  # slow to import, and needed for mistakes only

    return next(iter(get_close_matches(word.lower(), known, n=1)), "")


def reason(error: Exception) -> str:
    """The system's words for an error, without the path, which our messages name already."""
    return str(getattr(error, "strerror", None) or error).lower()
