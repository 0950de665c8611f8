"""Describes in one sentence where and how a transcript differs from the expected one."""

from checkers_cli.grading.feedback.departure import (
    Departure,
    ScriptOutline,
    differences,
    differing_cells,
    man_on,
)
from checkers_cli.grading.results import LinePair
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.script.reader import ACTION, COMPUTED, ILLEGAL, OTHER, SETUP, WIN, ReadEvent
from checkers_cli.util.text import ascii_text, plural

MOST_CELLS = 3  # differing cells that a sentence names


def stopped(verdict: Verdict, ended: str) -> str:
    """Why a program did not end by itself, in words; empty if it did."""
    if verdict.stopped:
        return f"the program was stopped because {verdict.stopped}"
    if ended.startswith("signal "):
        return f"the program was stopped by {ascii_text(ended.removeprefix('signal '), 20)}"
    if verdict is Verdict.CRASHED:
        return f"the program ended with {ascii_text(ended, 40)}" if ended else "the program crashed"
    return ""


def sentence(departure: Departure, script: ScriptOutline, why: str, lines: LinePair | None) -> str:
    """The departure in one sentence; `why` says why the program was stopped, if it was."""
    if not departure.differences:
        words = _only_text_differs(departure, lines)
    elif departure.actual is None or _ends_midway(departure, why):
        words = _ends_early(departure, script, why)
    elif departure.expected is None:
        words = _prints_more(departure, departure.actual, script)
    elif departure.differences == ("kind",):
        words = _another_kind(departure, departure.expected, departure.actual, script)
    else:
        words = _same_kind(departure, departure.expected, departure.actual, script)
    return words[:1].upper() + words[1:]


def name(event: ReadEvent | None) -> str:
    """An event in a few words, such as `action #7 (white, E3-F4)`."""
    if event is None:
        return "the start"
    if event.kind == SETUP:
        return "the starting board"
    if event.kind in (ACTION, COMPUTED):
        number = "" if event.number is None else f" #{event.number}"
        mark = "computed " if event.kind == COMPUTED else ""
        return f"{mark}action{number} ({event.player}, {ascii_text(event.action, 20)})"
    return f"the line {_quoted(event)}" if event.head else "a board without a name"


def _quoted(event: ReadEvent) -> str:
    return f'"{ascii_text(event.head, 60)}"'


def _place(departure: Departure, script: ScriptOutline) -> str:
    """The next action of the script, with its line."""
    if departure.scripted >= len(script.actions):
        return "an action of the script"
    line, action = script.actions[departure.scripted]
    return f"line {line} of the script ({ascii_text(action, 20)})"


def _only_text_differs(departure: Departure, lines: LinePair | None) -> str:
    stray = departure.stray
    if stray is not None:
        shown = ascii_text(stray.text, 60)
        return f'line {stray.line} has text that is not part of a transcript: "{shown}".'
    if lines is not None and lines.expected is None and lines.actual is not None:
        return f'{name(departure.expected)} has an extra line: "{lines.actual}".'
    if lines is None or lines.expected is None or lines.actual is None:
        return f"the text of {name(departure.expected)} differs."
    if not lines.expected.strip("="):
        printed = lines.actual.count("=") if not lines.actual.strip("=") else 0
        what = f'has {printed} "=" instead of {len(lines.expected)}' if printed else "is missing"
        return f"the delimiter line before {name(departure.expected)} {what}."
    return f"the text of {name(departure.expected)} differs in line {lines.line}."


def _ends_midway(departure: Departure, why: str) -> bool:
    """Whether the output breaks off within an event."""
    expected, actual = departure.expected, departure.actual
    if expected is None or actual is None or not departure.last or actual.rows:
        return False
    return bool(expected.rows) and (bool(why) or 0 < actual.board_rows < 8)


def _ends_early(departure: Departure, script: ScriptOutline, why: str) -> str:
    expected = departure.expected
    because = f": {why}." if why else "."
    if departure.actual is not None:
        return f"the output stops in the middle of {name(expected)}{because}"
    after = f"after {name(departure.before)}"
    if why or expected is None:
        return f"the output stops {after}{because}"
    if departure.trailing is not None and expected.kind in (ILLEGAL, WIN):
        stray = departure.trailing
        printed = ascii_text(stray.text, 60)
        return f'expected {_quoted(expected)}, printed "{printed}" (line {stray.line}).'
    if expected.kind == ILLEGAL:
        return f"{_place(departure, script)} is illegal, but {_quoted(expected)} is not printed."
    if expected.kind == WIN:
        return f"the winner line {_quoted(expected)} is missing {after}."
    if expected.kind == COMPUTED:
        return _computes_too_few(departure, script)
    if expected.kind == SETUP:
        return "the program prints no part of a transcript."
    return f"the output stops {after}; {name(expected)} is expected next."


def _computes_too_few(departure: Departure, script: ScriptOutline) -> str:
    command = f"the command {script.command}" if script.command else "the command"
    if not departure.computed:
        return f"{command} is not carried out: no computed action is printed."
    count, wanted = departure.computed, departure.all_computed
    return f"the program computes {plural(count, 'action')} for {command}, expected {wanted}."


def _prints_more(departure: Departure, actual: ReadEvent, script: ScriptOutline) -> str:
    """More is printed than expected."""
    before = departure.before
    if before is not None and before.kind == ILLEGAL:
        place = _place(departure, script)
        return f"the program continues after {_quoted(before)} for {place}: {name(actual)} follows."
    if before is not None and not differences(before, actual):
        return f"{name(actual)} is printed twice."
    if actual.kind == WIN:
        if departure.computed:
            return f"a winner is printed ({_quoted(actual)}) after the last computed action."
        return f"a winner is printed ({_quoted(actual)}) although no command asks for an action."
    if actual.kind == ILLEGAL:
        return f"an error is printed ({_quoted(actual)}) although no action of the script is left."
    if actual.kind == COMPUTED and not departure.all_computed:
        return f"no action should be computed, but {name(actual)} is printed."
    if actual.kind == COMPUTED:
        wanted = plural(departure.all_computed, "action")
        return f"the program computes more than {wanted}: {name(actual)} follows."
    return f"more is printed than expected: {name(actual)} in line {actual.first_line}."


def _another_kind(
    departure: Departure, expected: ReadEvent, actual: ReadEvent, script: ScriptOutline
) -> str:
    if expected.kind == ILLEGAL:
        place = _place(departure, script)
        does = f"prints {_quoted(actual)}" if actual.kind == WIN else "continues"
        return f"{place} is illegal, but the program {does}; expected: {_quoted(expected)}"
    if actual.kind == ILLEGAL:
        legal = "legal" if expected.kind == ACTION else "expected"
        return f"{name(expected)} is {legal}, but the program prints: {_quoted(actual)}"
    if actual.kind == WIN:
        return f"a winner is printed ({_quoted(actual)}), but {name(expected)} is expected."
    if expected.kind == WIN:
        return f"{name(actual)} is printed, but the game is over: expected {_quoted(expected)}"
    if {expected.kind, actual.kind} == {ACTION, COMPUTED} and expected.action == actual.action:
        if expected.kind == COMPUTED:
            return f'{name(expected)} is not marked as computed: its line must start with "***".'
        return f'{name(expected)} is marked as computed ("***"), but it comes from the script.'
    return _missing_or_twice(departure, actual) or _instead(expected, actual)


def _instead(expected: ReadEvent, actual: ReadEvent) -> str:
    what = _quoted(actual) if actual.head else name(actual)
    return f"expected {_quoted(expected)}, printed {what} (line {actual.first_line})."


def _missing_or_twice(departure: Departure, actual: ReadEvent) -> str:
    before, following = departure.before, departure.following
    if before is not None and not differences(before, actual):
        return f"{name(actual)} is printed twice."
    nameless = actual.kind == OTHER and not actual.head
    if nameless and before is not None and actual.rows == before.rows:
        board = name(before) if before.kind == SETUP else f"the board of {name(before)}"
        return f"{board} is printed twice."
    if following is not None and not differences(following, actual):
        return f"{name(departure.expected)} is missing: {name(actual)} is printed in its place."
    return ""


def _same_kind(
    departure: Departure, expected: ReadEvent, actual: ReadEvent, script: ScriptOutline
) -> str:
    found = departure.differences
    if found == ("more",):
        return f"the program continues after {_quoted(expected)}."
    if found == ("head",):
        place = f"{_place(departure, script)}: " if expected.kind == ILLEGAL else ""
        return f"{place}printed {_quoted(actual)}, expected {_quoted(expected)}"
    words = _missing_or_twice(departure, actual)
    if words:
        return words
    if "action" in found:
        mark = "computed action" if expected.kind == COMPUTED else "action"
        shown = ascii_text(actual.action, 20) or "printed without its cells"
        return f"{mark} #{expected.number} is {shown}, expected {expected.action}."
    parts = [_PARTS[what](expected, actual) for what in found]
    return f"{name(expected)}: {'; '.join(parts)}."


def _number(expected: ReadEvent, actual: ReadEvent) -> str:
    shown = "missing" if actual.number is None else f"#{actual.number}"
    return f"the action number is {shown}, expected #{expected.number}"


def _player(expected: ReadEvent, actual: ReadEvent) -> str:
    return f"the player is {actual.player or 'missing'}, expected {expected.player}"


def _cost(expected: ReadEvent, actual: ReadEvent) -> str:
    if not actual.cost_line:
        return f"the cost is missing, expected {expected.cost}"
    if actual.cost is None:
        printed = ascii_text(actual.cost_line, 30)
        return f'the cost cannot be read ("{printed}"), expected {expected.cost}'
    return f"the cost is {actual.cost}, expected {expected.cost}"


def _board(expected: ReadEvent, actual: ReadEvent) -> str:
    if not actual.rows:
        there = actual.last_line - actual.first_line >= 8
        rows = f"only {actual.board_rows}" if actual.board_rows else "none"
        return f"the board cannot be read ({rows} of 8 rows)" if there else "the board is missing"
    cells = differing_cells(expected, actual)
    shown = [
        f"{cell} is {_man(actual.rows, cell)} (expected {_man(expected.rows, cell)})"
        for cell in cells[:MOST_CELLS]
    ]
    more = f" and {len(cells) - MOST_CELLS} more" if len(cells) > MOST_CELLS else ""
    return f"the board differs in {plural(len(cells), 'cell')}: {', '.join(shown)}{more}"


def _man(rows: tuple[str, ...], cell: str) -> str:
    man = man_on(rows, cell)
    return "empty" if man == "." else man


_PARTS = {"number": _number, "player": _player, "cost": _cost, "board": _board}
