"""The symptoms of all faults on the bundled scripts, computed in advance.

Computing them takes half a minute, which `checkers check` would need for each program with two
faults. They are valid only for the engine and the catalogue that they were computed with.
`tests/faults/keep_rows.py` computes them again.
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
# The code that symptoms depend on. A test follows the imports, so that none is forgotten.
_SOURCES = ("catalogue/*.py", "engine/*.py", "explain/symptoms.py", "explain/replays.py")


def bundled_symptoms(script: bytes) -> Symptoms | None:
    """Return the symptoms on a bundled script under the reading `formula`; None for others."""
    return _rows().get(_name(script))


def packed_symptoms(rows: dict[bytes, Symptoms]) -> Any:
    """Return the content of the file: for each fault its symptom on each script, 0 for none."""
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


def source_files() -> list[Path]:
    """Return the files that symptoms depend on."""
    folder = Path(__file__).parents[1]
    return sorted(path for pattern in _SOURCES for path in folder.glob(pattern))


def engine_digest() -> str:
    """Return a digest of all code that symptoms depend on."""
    digest = sha256()
    for path in source_files():
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _rows() -> dict[str, Symptoms]:
    text = files("checkers_cli.faults.explain").joinpath(ROWS_FILE).read_text(encoding="ascii")
    kept = json.loads(text)
    if kept["code"] != engine_digest():  # of another version: symptoms are computed when needed
        return {}
    return {
        script: {f: Symptom(*places[at]) for f, places in kept["faults"].items() if places[at]}
        for at, script in enumerate(kept["scripts"])
    }


def _name(script: bytes) -> str:
    return sha256(script).hexdigest()[:16]
