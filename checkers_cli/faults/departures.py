"""Where each fault of the catalogue departs from what is right: one row a script."""

from collections.abc import Mapping

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.engine import COMMANDS, statements
from checkers_cli.faults.fault import Fault
from checkers_cli.faults.replays import Replays

Row = Mapping[str, int]  # by fault: the first byte that differs; faults that do not show are not in


class Departures:
    """The rows of scripts, each made once."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays
        self._rows: dict[bytes, Row] = {}

    def of(self, script: bytes) -> Row:
        """The row of a script."""
        if script not in self._rows:
            self._rows[script] = self._row(script)
        return self._rows[script]

    def put(self, script: bytes, row: Row) -> None:
        """A row that was made before."""
        self._rows[script] = row

    def _row(self, script: bytes) -> Row:
        right = self._replays.of(script)
        thinks = any(statement.text in COMMANDS for statement in statements(script))
        row = {}
        for fault in CATALOGUE.values():
            if fault.equivalent or not (thinks or _shows_without_command(fault)):
                continue
            departure = self._replays.of(script, fault.setting).departure(right)
            if departure is not None:
                row[fault.id] = departure
        return row


def _shows_without_command(fault: Fault) -> bool:
    """Whether a fault turns any knob that is asked for where nothing is computed."""
    return any(not path.startswith(("tree.", "tree_moves.")) for path in fault.setting)
