"""The kept examples: for each fault that can be shown, a script that shows it."""

import json
from functools import cache
from importlib.resources import files


def example_of(fault_id: str) -> str:
    """The kept script of a fault; `KeyError` for one that no script can show."""
    return examples()[fault_id]


@cache
def examples() -> dict[str, str]:
    """All kept scripts by fault."""
    text = (
        files("checkers_cli.faults.catalogue").joinpath("examples.json").read_text(encoding="utf-8")
    )
    found: dict[str, str] = json.loads(text)
    return found
