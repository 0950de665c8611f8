"""The rows of departures of the scripts that come with this program, made beforehand.

Making them takes half a minute, and whoever checks a program with two faults would wait for it
each time. They hold for the engine and the catalogue that they were made with, and no others.
"""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.explain.replays import Symptom
from checkers_cli.faults.explain.symptoms import Symptoms

ROWS_FILE = "bundled_rows.json"
# What a row depends on.
_SOURCES = ("catalogue/*.py", "engine/*.py", "explain/symptoms.py", "explain/replays.py")


def bundled_symptoms(script: bytes) -> Symptoms | None:
    """The row of a script that comes with this program, under the reading `formula`; else None."""
    return _rows().get(_name(script))


def packed_symptoms(rows: dict[bytes, Symptoms]) -> Any:
    """Rows as they are kept: for each fault its departure on each script, 0 for none."""
    names = sorted(rows, key=_name)
    return {
        "code": engine_digest(),
        "scripts": [_name(script) for script in names],
        "faults": {
            fault: [rows[script].get(fault, 0) for script in names]
            for fault in CATALOGUE
            if any(fault in row for row in rows.values())
        },
    }


def engine_digest() -> str:
    """A digest of all code that a faulty transcript depends on."""
    folder = Path(__file__).parents[1]
    digest = sha256()
    for path in sorted(path for pattern in _SOURCES for path in folder.glob(pattern)):
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _rows() -> dict[str, Symptoms]:
    text = files("checkers_cli.faults.explain").joinpath(ROWS_FILE).read_text(encoding="ascii")
    kept = json.loads(text)
    if kept["code"] != engine_digest():  # of another version: they are made anew when needed
        return {}
    return {
        script: {f: Symptom(*places[at]) for f, places in kept["faults"].items() if places[at]}
        for at, script in enumerate(kept["scripts"])
    }


def _name(script: bytes) -> str:
    return sha256(script).hexdigest()[:16]
