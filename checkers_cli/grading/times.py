"""CPU times of runs, separate from the results because they differ each time."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from checkers_cli.grading.execution.run import Outcome
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.steps import SubmissionState
from checkers_cli.grading.store import Store
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.files import replacing
from checkers_cli.util.text import printable

TIMES_FILE = "times.csv"


class StoredTimes(Mapping[tuple[str, str], float]):
    """CPU seconds by key of a submission and name of a case, read from the store on demand."""

    def __init__(self, plan: Plan, store: Store, states: Sequence[SubmissionState]) -> None:
        self._plan = plan
        self._store = store
        self._builds = {state.entry.key: state.build_key for state in states}
        self._cases = {case.name: case for case in plan.cases}

    def __getitem__(self, place: tuple[str, str]) -> float:
        key, name = place
        run_key = self._plan.run_key(self._builds[key], self._cases[name])
        outcome = self._store.read(run_key, Outcome)
        if outcome is None:
            raise KeyError(place)
        return outcome.cpu

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((key, name) for key in self._builds for name in self._cases)

    def __len__(self) -> int:
        return len(self._builds) * len(self._cases)


def write_times(folder: Path, plan: Plan, store: Store, states: Sequence[SubmissionState]) -> None:
    """Write `times.csv`: submission, case, CPU seconds."""
    times = StoredTimes(plan, store, states)
    with replacing(folder / TIMES_FILE) as stream:
        stream.write(b"submission,case,cpu seconds\r\n")
        for state in states:
            text = io.StringIO()
            rows = csv.writer(text)
            for case in plan.cases:
                seconds = times.get((state.entry.key, case.name))
                if seconds is not None:
                    rows.writerow([state.entry.key, case.name, f"{seconds:.4f}"])
            stream.write(text.getvalue().encode("utf-8", "replace"))


def read_times(folder: Path) -> dict[tuple[str, str], float] | None:
    """The times that `write_times` wrote into a folder; None if there is no file."""
    path = folder / TIMES_FILE
    if not path.is_file():
        return None
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            return {(key, case): float(seconds) for key, case, seconds in [*csv.reader(stream)][1:]}
    except (OSError, ValueError, csv.Error):
        words = "not written by `checkers grade`; delete it or grade again"
        raise UnusableInput(f"{printable(str(path))}: {words}") from None
