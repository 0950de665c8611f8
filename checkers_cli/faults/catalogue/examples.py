"""The bundled examples: for each fault that a script can show, a short script that shows it."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.program import transcript


@cache
def example_scripts() -> dict[str, str]:
    """Return all example scripts by the id of their fault."""
    folder = files("checkers_cli.faults.catalogue")
    found: dict[str, str] = json.loads(folder.joinpath("examples.json").read_text(encoding="utf-8"))
    return found


def example_script(fault_id: str) -> str:
    """Return the example of a fault; `KeyError` for a fault that no script can show."""
    return example_scripts()[fault_id]


def first_example(faults: Sequence[Fault]) -> str | None:
    """Return the first example of these faults on which a program with all of them is wrong."""
    knobs = knobs_with(faults)
    scripts = (example_script(fault.id) for fault in faults if not fault.equivalent)
    return next((one for one in scripts if transcript(one) != transcript(one, knobs=knobs)), None)
