"""Reads a script as a list of statements, for any setting of the knobs."""

import re
from functools import lru_cache

from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, Reads

AROUND_A_LINE = " \t\r"
ACTION_SHAPE = re.compile(r"([A-Za-z][0-9]+)-([A-Za-z][0-9]+)")
BY_PLACE = re.compile(r"(..).(..)")  # the cells of a line for a program that does not look further
COMMAND_LETTERS = ("A", "P")
# Kinds of statements; a line that is no command but is taken for one is of the kind `TAKEN`, and
# a blank line that counts as an action of the kind `COUNTED`.
ACTION, COMMAND, TAKEN, END, REFUSED, MALFORMED, COUNTED = range(7)


class Statement:
    """A line of the script as a program understands it."""

    def __init__(
        self, kind: int, line_number: int, text: str, cells: tuple[str, str] | None = None
    ) -> None:
        self.kind = kind
        self.line_number = line_number
        self.text = text  # a command is its letter; at the end of the script the line that ends it
        self.cells = cells  # of an action: source and target

    @property
    def content(self) -> tuple[int, str, tuple[str, str] | None]:
        """Everything but the kind."""
        return self.line_number, self.text, self.cells


def statements(script: bytes | str, knobs: Knobs = REFERENCE) -> tuple[Statement, ...]:
    """Return what a program reads."""
    return _statements(script, knobs.reads)


@lru_cache(maxsize=4000)
def _statements(script: bytes | str, reads: Reads) -> tuple[Statement, ...]:
    # Bytes that are not UTF-8 become backslashes, which make a line malformed.
    text = script if isinstance(script, str) else script.decode("utf-8", "backslashreplace")
    lines = text.split("\n")
    if not reads.unended_line or not lines[-1]:
        lines.pop()
    found: list[Statement] = []
    for line_number, line in enumerate(lines, start=1):
        more = _statements_of_line(line_number, line, reads)
        if reads.blank == "repeat" and not line.strip(AROUND_A_LINE):
            again = found[-1] if found else Statement(ACTION, line_number, "", ("", ""))
            more = [Statement(ACTION, *again.content)] if again.kind == ACTION else []
        if reads.goes_on and more and more[0].kind == TAKEN and any(f.kind == TAKEN for f in found):
            break
        found += more
        if found and found[-1].kind == END:
            break
    last = found[-1] if found else None
    if reads.repeats and last and (reads.repeats == "line" or last.kind == ACTION):
        found.append(Statement(TAKEN if last.kind == COMMAND else last.kind, *last.content))
    if reads.most_actions:
        found = found[: reads.most_actions]
    return tuple(found[0 if reads.first_line else 1 : len(found) if reads.last_line else -1])


def _statements_of_line(line_number: int, line: str, reads: Reads) -> list[Statement]:
    """Return the statements of a line, usually one, none if the program skips the line."""
    text = line.strip(AROUND_A_LINE)
    if not text:
        return _instead(reads.blank, line_number, line, reads) or []
    found: list[Statement] = []
    if line[0] in AROUND_A_LINE:
        instead = _instead(reads.leading, line_number, line, reads)
        if instead is not None and not (reads.goes_on and reads.leading in COMMAND_LETTERS):
            return instead
        found += instead or []
    if text in COMMAND_LETTERS:
        return found + _command(line_number, line, text, reads)
    shape = ACTION_SHAPE.fullmatch(text)
    if shape is None:
        return [*found, Statement(MALFORMED, line_number, text)]
    return found + _action(line_number, line, (shape[1], shape[2]), reads)


def _instead(effect: str, line_number: int, line: str, reads: Reads) -> list[Statement] | None:
    """Return what an odd line is taken for; None if it is read as the assignment says."""
    if effect in COMMAND_LETTERS:
        return [Statement(TAKEN, line_number, effect)]
    if effect == "end":
        return [Statement(END, line_number, line)]
    if effect == "text":
        return [Statement(REFUSED, line_number, reads.refusal)]
    if effect == "count":
        return [Statement(COUNTED, line_number, "")]
    return [] if effect == "miss" else None


def _command(line_number: int, line: str, text: str, reads: Reads) -> list[Statement]:
    # Blanks before a command may be skipped where blanks after it are not.
    blanks = (line if reads.command_indented else line.lstrip(AROUND_A_LINE)).strip("\r") != text
    effect = reads.command_blanks if blanks else "skip"
    if line.endswith("\r") and effect == "skip":
        effect = reads.command_cr
    instead = _instead(effect, line_number, line, reads)
    return [Statement(COMMAND, line_number, text)] if instead is None else instead


def _action(line_number: int, line: str, cells: tuple[str, str], reads: Reads) -> list[Statement]:
    text = line.strip(AROUND_A_LINE)
    for odd, effect in (
        (len(text) > 5, reads.long_row),
        (text != text.upper(), reads.lower_case),
    ):
        instead = _instead(effect, line_number, text, reads) if odd else None
        if instead is not None:
            return instead
    if reads.long_row == "by place" and len(text) > 5:
        taken = BY_PLACE.match(text)
        cells = (taken[1], taken[2]) if taken else cells
    if reads.lower_case == "capitals":
        text, cells = text.upper(), (cells[0].upper(), cells[1].upper())
    action = Statement(ACTION, line_number, text, cells)
    if line.rstrip(AROUND_A_LINE) == line or reads.trailing == "skip":
        return [action]
    if reads.trailing == "end":
        return [action, Statement(END, line_number, text)]
    return _instead(reads.trailing, line_number, text, reads) or []


def cell_as_read(text: str, knobs: Knobs) -> str:
    """Return the cell that a program reads from a text."""
    reads = knobs.reads
    if reads.lower_case == "upper":
        text = text.upper()
    if reads.long_row == "first digit":
        text = text[:2]
    if reads.exchanged and len(text) == 2 and text[0] in "ABCDEFGH" and text[1] in "12345678":
        text = f"{'ABCDEFGH'[int(text[1]) - 1]}{'ABCDEFGH'.index(text[0]) + 1}"
    return text
