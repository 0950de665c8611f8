"""Says in one sentence where and how a transcript departs from the expected one."""

from checkers_cli.grading.feedback.departure import (
    Departure,
    Script,
    differences,
    differing_cells,
    man_on,
)
from checkers_cli.grading.results import LinePair
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.script.reader import ACTION, COMPUTED, ILLEGAL, OTHER, SETUP, WIN, ReadEvent
from checkers_cli.util.text import ascii_text

MOST_CELLS = 3  # that a sentence names


def stopped(verdict: Verdict, ended: str) -> str:
    """Why a program did not come to its own end, in words; "" if it did."""
    if verdict.stopped:
        return f"the program was stopped because {verdict.stopped}"
    if ended.startswith("signal "):
        return f"the program was stopped by {ascii_text(ended.removeprefix('signal '), 20)}"
    if verdict is Verdict.CRASHED:
        return f"the program ended with {ascii_text(ended, 40)}" if ended else "the program crashed"
    return ""


def sentence(departure: Departure, script: Script, why: str, lines: LinePair | None) -> str:
    """The departure in one sentence; `why` says why the program was stopped, if it was."""
    if not departure.differences:
        said = _text_alone(departure, lines)
    elif departure.actual is None or _ends_midway(departure, why):
        said = _ends_early(departure, script, why)
    elif departure.expected is None:
        said = _goes_on(departure, departure.actual, script)
    elif departure.differences == ("kind",):
        said = _another_kind(departure, departure.expected, departure.actual, script)
    else:
        said = _same_kind(departure, departure.expected, departure.actual, script)
    return said[:1].upper() + said[1:]


def name(event: ReadEvent | None) -> str:
    """An event in a few words, such as `action #7 (white, E3-F4)`."""
    if event is None:
        return "the start"
    if event.kind == SETUP:
        return "the board at the start"
    if event.kind in (ACTION, COMPUTED):
        number = "" if event.number is None else f" #{event.number}"
        mark = "computed " if event.kind == COMPUTED else ""
        return f"{mark}action{number} ({event.player}, {ascii_text(event.action, 20)})"
    return f"the line {_quoted(event)}" if event.head else "a board without a name"


def _quoted(event: ReadEvent) -> str:
    return f'"{ascii_text(event.head, 60)}"'


def _place(departure: Departure, script: Script) -> str:
    """The action of the script that is next."""
    if departure.scripted >= len(script.actions):
        return "an action of the script"
    line, action = script.actions[departure.scripted]
    return f"line {line} of the script ({ascii_text(action, 20)})"


def _text_alone(departure: Departure, lines: LinePair | None) -> str:
    loose = departure.loose
    if loose is not None:
        shown = ascii_text(loose.text, 60)
        return f'text that is not part of a transcript: "{shown}" in line {loose.line}.'
    if lines is not None and lines.expected is None and lines.actual is not None:
        return f'a line too many in {name(departure.expected)}: "{lines.actual}".'
    if lines is None or lines.expected is None or lines.actual is None:
        return f"the text of {name(departure.expected)} differs."
    if not lines.expected.strip("="):
        printed = lines.actual.count("=") if not lines.actual.strip("=") else 0
        what = f"has {printed} = instead of {len(lines.expected)}" if printed else "is missing"
        return f"the delimiter before {name(departure.expected)} {what}."
    return f"the text of {name(departure.expected)} differs in line {lines.line}."


def _ends_midway(departure: Departure, why: str) -> bool:
    """Whether the output breaks off within an event."""
    expected, actual = departure.expected, departure.actual
    if expected is None or actual is None or not departure.last or actual.rows:
        return False
    return bool(expected.rows) and (bool(why) or 0 < actual.board_rows < 8)


def _ends_early(departure: Departure, script: Script, why: str) -> str:
    expected = departure.expected
    because = f": {why}." if why else "."
    if departure.actual is not None:
        return f"the output stops in the middle of {name(expected)}{because}"
    after = f"after {name(departure.before)}"
    if why or expected is None:
        return f"the output stops {after}{because}"
    if departure.trailing is not None and expected.kind in (ILLEGAL, WIN):
        loose = departure.trailing
        printed = ascii_text(loose.text, 60)
        return f'expected {_quoted(expected)}, printed "{printed}" (line {loose.line}).'
    if expected.kind == ILLEGAL:
        return f"{_place(departure, script)} is illegal, but {_quoted(expected)} is not printed."
    if expected.kind == WIN:
        return f"no winner line: {_quoted(expected)} is expected {after}."
    if expected.kind == COMPUTED:
        return _computes_too_few(departure, script)
    if expected.kind == SETUP:
        return "nothing of a transcript is printed."
    return f"the output stops {after}; {name(expected)} is expected next."


def _computes_too_few(departure: Departure, script: Script) -> str:
    command = f"the command {script.command}" if script.command else "the command"
    if not departure.computed:
        return f"{command} is not carried out: no computed action is printed."
    count, wanted = departure.computed, departure.all_computed
    return f"computes {count} action{'s' * (count > 1)} for {command}, {wanted} are expected."


def _goes_on(departure: Departure, actual: ReadEvent, script: Script) -> str:
    """More is printed than expected."""
    before = departure.before
    if before is not None and before.kind == ILLEGAL:
        place = _place(departure, script)
        return f"the program goes on after {_quoted(before)} for {place}: {name(actual)} follows."
    if before is not None and not differences(before, actual):
        return f"{name(actual)} is printed twice."
    if actual.kind == WIN:
        if departure.computed:
            return f"a winner is printed ({_quoted(actual)}) after the last computed action."
        return f"a winner is printed ({_quoted(actual)}) although no command asks for an action."
    if actual.kind == ILLEGAL:
        return f"an error is printed ({_quoted(actual)}) although no action of the script is left."
    if actual.kind == COMPUTED and not departure.all_computed:
        return f"no action is to be computed, but {name(actual)} follows."
    if actual.kind == COMPUTED:
        wanted = departure.all_computed
        return f"computes more than {wanted} action{'s' * (wanted > 1)}: {name(actual)} follows."
    return f"more is printed than expected: {name(actual)} in line {actual.first_line}."


def _another_kind(
    departure: Departure, expected: ReadEvent, actual: ReadEvent, script: Script
) -> str:
    if expected.kind == ILLEGAL:
        place = _place(departure, script)
        does = f"prints {_quoted(actual)}" if actual.kind == WIN else "goes on"
        return f"{place} is illegal, but the program {does}; expected: {_quoted(expected)}"
    if actual.kind == ILLEGAL:
        legal = "legal" if expected.kind == ACTION else "expected"
        return f"{name(expected)} is {legal}, but the program prints {_quoted(actual)}."
    if actual.kind == WIN:
        return f"a winner is printed ({_quoted(actual)}), but {name(expected)} is expected."
    if expected.kind == WIN:
        return f"{name(actual)} is printed, but the game is over: expected {_quoted(expected)}"
    if {expected.kind, actual.kind} == {ACTION, COMPUTED} and expected.action == actual.action:
        if expected.kind == COMPUTED:
            return (
                f'{name(expected)} is not marked: the line of a computed action starts with "***".'
            )
        return f'{name(expected)} is marked as computed ("***"), but it is one of the script.'
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


def _same_kind(departure: Departure, expected: ReadEvent, actual: ReadEvent, script: Script) -> str:
    found = departure.differences
    if found == ("more",):
        return f"the program goes on after {_quoted(expected)}."
    if found == ("head",):
        place = f"{_place(departure, script)}: " if expected.kind == ILLEGAL else ""
        return f"{place}printed {_quoted(actual)}, expected {_quoted(expected)}"
    said = _missing_or_twice(departure, actual)
    if said:
        return said
    if "action" in found:
        mark = "computed action" if expected.kind == COMPUTED else "action"
        shown = ascii_text(actual.action, 20) or "without its cells"
        return f"{mark} #{expected.number} is {shown}, expected {expected.action}."
    parts = [_PARTS[what](expected, actual) for what in found]
    return f"{name(expected)}: {'; '.join(parts)}."


def _number(expected: ReadEvent, actual: ReadEvent) -> str:
    shown = "none" if actual.number is None else f"#{actual.number}"
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
    cells = differing_cells(expected.rows, actual.rows)
    shown = [
        f"{cell} is {_man(actual.rows, cell)} (expected {_man(expected.rows, cell)})"
        for cell in cells[:MOST_CELLS]
    ]
    more = f" and {len(cells) - MOST_CELLS} more" if len(cells) > MOST_CELLS else ""
    count = f"{len(cells)} cell{'s' * (len(cells) > 1)}"
    return f"the board differs in {count}: {', '.join(shown)}{more}"


def _man(rows: tuple[str, ...], cell: str) -> str:
    man = man_on(rows, cell)
    return "empty" if man == "." else man


_PARTS = {"number": _number, "player": _player, "cost": _cost, "board": _board}
