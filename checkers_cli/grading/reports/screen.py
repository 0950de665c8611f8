"""Fits texts on a terminal: lines of 80 columns, and as many blocks as there is room for."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.text import printable

COLUMNS = 80


def verdict_text(verdict: Verdict) -> Text:
    """A verdict's id in its colour."""
    return Text(verdict.value, verdict.terminal)


def wrapped(text: str, indent: str = "", style: str = "") -> list[Text]:
    """A text made printable, in lines that fit on a terminal; all but the first are indented."""
    lines = textwrap.wrap(
        printable(text), COLUMNS - 2, subsequent_indent=indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
    return [Text(line, style) for line in lines or [""]]


@dataclass(eq=False)
class Block:
    """Lines that are shown together; if there is no room, low ranks go first."""

    lines: list[Text]
    rank: int = 0  # 0: always shown
    below: "Block | None" = None  # shown only if this one is


def fitted(blocks: Sequence[Block], most: int | None) -> tuple[list[Text], bool]:
    """Return the lines of the blocks for which there is room, and whether some are left out."""
    shown: set[Block] = set()
    room = most
    for block in sorted(blocks, key=lambda block: block.rank):
        height = sum(_height(line) for line in block.lines)
        fits = room is None or height <= room
        if block.rank == 0 or (fits and (block.below is None or block.below in shown)):
            shown.add(block)
            room = None if room is None else room - height
    lines = [line for block in blocks if block in shown for line in block.lines]
    return lines, len(shown) < len(blocks)


def _height(line: Text) -> int:
    return max(1, -(-len(line.plain) // COLUMNS))
