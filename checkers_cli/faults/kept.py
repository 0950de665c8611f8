"""The shortest script known that shows each fault, kept with the catalogue."""

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("examples.json")


def example_of(fault_id: str) -> str:
    """The script that shows a fault; `KeyError` for one that no script can show."""
    return kept_examples()[fault_id]


@cache
def kept_examples() -> dict[str, str]:
    """All kept scripts by the fault's id, in the order of the catalogue."""
    found: dict[str, str] = json.loads(FILE.read_text(encoding="ascii"))
    return found
