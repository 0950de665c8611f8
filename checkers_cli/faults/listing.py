"""The catalogue as `checkers faults` prints it: a list for a terminal, or JSON."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from checkers_cli.faults.catalogue.examples import example_script
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.util.text import plural

_VERSION = 1  # of the JSON document

StyledLine = list[tuple[str, str]]  # pieces of text, each with a style: "", "bold", "dim"


def list_lines(faults: Sequence[Fault]) -> Iterator[StyledLine]:
    """Yield a line for each fault below the name of its family, and a last line with the count."""
    width = max(len(fault.id) for fault in faults)
    family = ""
    for fault in faults:
        if fault.family != family:
            if family:
                yield []
            family = fault.family
            yield [(family, "bold")]
        line = [(f"  {fault.id:{width}}  {fault.title}", "")]
        yield [*line, (" [no script can show it]", "dim")] if fault.equivalent else line
    yield []
    never = sum(bool(fault.equivalent) for fault in faults)
    yield [(f"{plural(len(faults), 'fault')}, of which scripts can show {len(faults) - never}", "")]


def catalogue_json(faults: Iterable[Fault]) -> str:
    """Return one JSON document with every field of the faults, and their examples."""
    listed = [
        {**asdict(fault), "example": None if fault.equivalent else example_script(fault.id)}
        for fault in faults
    ]
    return json.dumps({"version": _VERSION, "faults": listed}, indent=2)
