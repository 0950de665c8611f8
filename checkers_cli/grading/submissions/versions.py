"""Which of several copies of a file is meant, as far as their names tell."""

import re
from collections.abc import Callable, Sequence

# Parts of names of files that are not the work itself.
_ASIDE = frozenset({
    "old", "older", "backup", "bak", "copy", "orig", "original", "prev", "previous", "archive",
    "archived", "deprecated", "unused", "draft", "broken", "tmp", "temp", "test", "tests",
    "testing", "tester", "unittest", "unittests", "demo", "example", "examples", "sample",
    "samples", "experiment", "scratch", "playground",
})  # fmt: skip
_NEW = frozenset({
    "final", "new", "newer", "newest", "latest", "last", "fixed", "updated", "corrected",
})  # fmt: skip
_PARTS = re.compile(r"\d+|[A-Z]?[^\W\d_A-Z]+|[A-Z]+")  # `oldMain_v2` has old, Main, v, 2
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:\D?)(\d\d)(?:\D?)(\d\d)(?!\d)", re.ASCII)
_YEAR_LAST = re.compile(r"(?<!\d)(\d\d?)\D(\d\d?)\D((?:19|20)\d\d)(?!\d)", re.ASCII)


def is_aside(name: str) -> bool:
    """Whether a file is an old copy or a test, as its name or a folder above it says."""
    return not _ASIDE.isdisjoint(_words(name))


def newest(names: Sequence[str]) -> list[str]:
    """The names without those that are earlier versions of another one."""
    most = max(_newness(name) for name in names)
    left = [name for name in names if _newness(name) == most]
    numbers: dict[tuple[str, ...], tuple[int, ...]] = {}
    for name in left:
        base = _base(name)
        numbers[base] = max(numbers.get(base, ()), _numbers(name))
    return [name for name in left if _numbers(name) == numbers[_base(name)]]


def most_by(names: Sequence[str], value: Callable[[str], int]) -> list[str]:
    """The names with the greatest value."""
    values = [value(name) for name in names]
    most = max(values)
    return [name for name, worth in zip(names, values, strict=True) if worth == most]


def _words(name: str) -> list[str]:
    stem = name.rpartition(".")[0] or name
    return [part.lower() for part in _PARTS.findall(stem)]


def _newness(name: str) -> int:
    return sum(word in _NEW for word in _words(name))


def _base(name: str) -> tuple[str, ...]:
    """The words of a name without those that tell versions apart."""
    words = (word for word in _words(name) if not word.isdigit())
    return tuple(word for word in words if word not in _NEW and word not in ("v", "ver", "version"))


def _numbers(name: str) -> tuple[int, ...]:
    """The numbers in a name; dates as year, month, day."""
    stem = name.rpartition(".")[0] or name
    stem = _YEAR_LAST.sub(r"\3-\2-\1", stem)
    stem = _YEAR_FIRST.sub(r"\1-\2-\3", stem)
    # A number of more than 18 digits is no version, and converting a huge one takes long.
    return tuple(int(part[:18]) for part in re.findall(r"\d+", stem, re.ASCII))
