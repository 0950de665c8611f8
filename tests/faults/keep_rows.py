"""Makes `checkers_cli/faults/explain/bundled_rows.json` anew: where faults depart on the examples.

    python tests/faults/keep_rows.py

Run it after the catalogue, the slow engine or the examples have changed; it takes half a minute.
"""

import json
from pathlib import Path

from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.explain import bundled
from checkers_cli.faults.explain.symptoms import make_symptoms
from checkers_cli.util.workers import available_cores

ROOT = Path(__file__).parents[2]


def main() -> None:
    scripts = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.txt"))]
    rows = make_symptoms(scripts, REFERENCE, available_cores())
    kept = bundled.packed_symptoms(dict(zip(scripts, rows, strict=True)))
    lines = [f"{json.dumps(fault)}:{json.dumps(at, separators=(',', ':'))}"
             for fault, at in kept.pop("faults").items()]  # fmt: skip
    head = json.dumps(kept)[:-1]
    text = f'{head},\n"faults": {{\n' + ",\n".join(lines) + "\n}}\n"
    (ROOT / "checkers_cli" / "faults" / "explain" / bundled.ROWS_FILE).write_text(
        text, encoding="ascii"
    )


if __name__ == "__main__":
    main()
