"""Which faults each bundled script shows, computed in advance.

Computing them takes a minute, for which `checkers cases score` would have to wait. The table is
valid only for the engine and the catalogue that it was computed with.
`tests/faults/keep_shows.py` computes it again.
"""

import json
from collections.abc import Mapping, Set
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from checkers_cli.faults.catalogue import CATALOGUE

SHOWS_FILE = "bundled_shows.json"


def bundled_shows(script: bytes) -> Set[str] | None:
    """Return the ids of the faults that a bundled script shows; None for other scripts."""
    return _table().get(_name(script))


def packed_shows(shows: Mapping[bytes, Set[str]]) -> Any:
    """Return the content of the file: for each fault a number with one bit for each script."""
    names = {_name(script): ids for script, ids in shows.items()}
    scripts = sorted(names)
    return {
        "code": code_digest(),
        "scripts": scripts,
        "faults": {
            fault: f"{sum(1 << at for at, name in enumerate(scripts) if fault in names[name]):x}"
            for fault in CATALOGUE
        },
    }


def code_digest() -> str:
    """Return a digest of all that decides what a faulty program prints."""
    digest = sha256()
    for path in sorted((Path(__file__).parents[1] / "engine").glob("*.py")):
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    for fault in CATALOGUE.values():
        digest.update(f"{fault.id} {sorted(fault.setting.items())}\n".encode())
    return digest.hexdigest()


@cache
def _table() -> dict[str, frozenset[str]]:
    text = files("checkers_cli.faults.testgen").joinpath(SHOWS_FILE).read_text(encoding="ascii")
    kept = json.loads(text)
    if kept["code"] != code_digest():  # of another version: faults are played when needed
        return {}
    shown = {fault: int(bits, 16) for fault, bits in kept["faults"].items()}
    return {
        script: frozenset(fault for fault, bits in shown.items() if bits >> at & 1)
        for at, script in enumerate(kept["scripts"])
    }


def _name(script: bytes) -> str:
    return sha256(script).hexdigest()[:16]
