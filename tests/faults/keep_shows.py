"""Makes `checkers_cli/faults/testgen/bundled_shows.json` anew: the faults that each example shows.

    python tests/faults/keep_shows.py

Run it after the catalogue, the slow engine or the examples have changed; it takes a minute.
"""

import json
from pathlib import Path

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.testgen import bundled
from checkers_cli.faults.testgen.scoring import Expected, cases_showing
from checkers_cli.util.workers import available_cores

ROOT = Path(__file__).parents[2]


def main() -> None:
    scripts = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.txt"))]
    cases = [Expected(script, computed=True) for script in scripts]
    shows: dict[bytes, set[str]] = {script: set() for script in scripts}
    found = cases_showing(cases, list(CATALOGUE), available_cores())
    for fault_id, numbers in zip(CATALOGUE, found, strict=True):
        for number in numbers:
            shows[scripts[number]].add(fault_id)
    kept = bundled.packed_shows(shows)
    lines = [f"{json.dumps(fault)}: {json.dumps(at)}" for fault, at in kept.pop("faults").items()]
    head = json.dumps(kept)[:-1]
    text = f'{head},\n"faults": {{\n' + ",\n".join(lines) + "\n}}\n"
    (ROOT / "checkers_cli" / "faults" / "testgen" / bundled.SHOWS_FILE).write_text(
        text, encoding="ascii"
    )


if __name__ == "__main__":
    main()
