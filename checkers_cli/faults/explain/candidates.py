"""The faults that a model may get, and from where a play must be repeated to judge them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.engine.knobs import KnobValues
from checkers_cli.faults.explain.plays import COMMAND, EARLIER, HERE, START
from checkers_cli.faults.model import LIMITS_KNOBS

Faults = tuple[Fault, ...]

READING = Fault("reading-limits", "the reading `limits`", "", "", LIMITS_KNOBS)
KNOWN: Faults = (READING, *(fault for fault in CATALOGUE.values() if not fault.equivalent))

# Knobs that change what is read, or what is remembered from action to action.
_FROM_START = (
    "reads.",
    "checks.white_opens",
    "plays.captor_goes_on",
    "prints.cost_kept",
    "prints.final_newline",
    "prints.without_actions",
)
_FROM_COMMAND = (
    "plays.a", "plays.p", "plays.p_depth", "plays.p_goes_on_in_tree", "plays.p_to_number",
    "plays.p_same_player", "prints.numbers",
)  # fmt: skip
_OF_TREE = ("tree.", "tree_moves.")
# Knobs that matter only for lines that the assignment does not promise.
_OF_ODD_LINES = frozenset(
    f"reads.{knob}"
    for knob in (
        "blank", "leading", "trailing", "long_row", "lower_case", "command_blanks",
        "command_indented", "command_cr", "unended_line", "refusal", "goes_on",
    )
)  # fmt: skip


def candidates(words: Mapping[str, Sequence[str]], chosen: Iterable[Fault]) -> Iterator[Fault]:
    """Yield all faults that are not chosen yet; learned ones with each of their words."""
    known = {(fault.id, str(fault.setting)) for fault in chosen}
    for fault in KNOWN:
        texts: Sequence[str | None] = words.get(fault.learned, ()) if fault.learned else (None,)
        for text in texts:
            one = fault
            if text is not None:
                one = replace(fault, setting={**fault.setting, fault.learned: text})
            if (one.id, str(one.setting)) not in known:
                yield one


def together(faults: Faults, more: Faults) -> Faults:
    """Return the faults with some more, and without those that decide the same things.

    Of a fault that decides other things as well, the rest stays if it is a fault by itself.
    """
    kept: list[Fault] = []
    for fault in faults:
        taken = {path for other in more for path in other.setting if path in fault.setting}
        if not taken:
            kept.append(fault)
        else:
            rest = {path: value for path, value in fault.setting.items() if path not in taken}
            kept += _BY_SETTING.get(_setting_key(rest), ())
    return (*kept, *more)


def parts(fault: Fault) -> list[Fault]:
    """Return the faults that do a part of what a fault does, such as only in the script."""
    items = fault.setting.items()
    return [one for one in KNOWN if one.setting.items() < items]


def _setting_key(setting: KnobValues) -> frozenset[tuple[str, str]]:
    return frozenset((path, repr(value)) for path, value in setting.items())


_BY_SETTING = {_setting_key(fault.setting): (fault,) for fault in reversed(KNOWN)}


class _Reach(NamedTuple):
    """What a fault can matter for."""

    only_odd_lines: bool
    tree: bool
    only_tree: bool
    only_checks: bool
    from_start: bool
    from_command: bool
    prints: bool


@cache
def _reach(paths: frozenset[str]) -> _Reach:
    return _Reach(
        paths <= _OF_ODD_LINES,
        any(path.startswith(_OF_TREE) for path in paths),
        all(path.startswith(_OF_TREE) for path in paths),
        all(path.startswith("checks.") for path in paths),
        any(path.startswith(_FROM_START) for path in paths),
        bool(paths.intersection(_FROM_COMMAND)),
        any(path.startswith(("prints.", "plays.")) for path in paths),
    )


class Change:
    """What it takes to judge a changed model: the knobs that may differ."""

    def __init__(self, faults: Faults, more: Faults) -> None:
        replaced = [f for f in faults if any(f.conflicts_with(other) for other in more)]
        reach = [_reach(frozenset(fault.setting)) for fault in (*more, *replaced)]
        self.only_odd_lines = all(one.only_odd_lines for one in reach)
        self.tree = any(one.tree for one in reach)
        self.only_tree = all(one.only_tree for one in reach)
        self.only_checks = all(one.only_checks for one in reach)
        self._from_start = any(one.from_start for one in reach)
        self._from_command = any(one.from_command for one in reach)
        self._prints = any(one.prints for one in reach)

    @property
    def quick(self) -> int:
        """From where to play to see whether a difference goes away.

        Whether the change makes other differences before that place is not seen.
        """
        if self._from_start:
            return START
        if self._from_command:
            return COMMAND
        return EARLIER if self._prints else HERE

    @property
    def exact(self) -> int:
        """From where to play to be sure."""
        return COMMAND if self.only_tree else START
