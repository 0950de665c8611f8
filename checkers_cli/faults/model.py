"""A model of a program: a reading of the assignment and a set of faults, with their words.

`checkers explain` and the grader find models; `checkers run --model` plays them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from string import Formatter
from typing import Any

from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, KnobValues
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason

VERSION = 1  # of the JSON document
LONGEST = 1 << 20  # bytes of a file
FORMULA, LIMITS = "formula", "limits"
LIMITS_KNOBS: KnobValues = {"tree.limit_at_leaf": True, "prints.limit_printed": True}
_LONGEST_WORDS = 1000  # of a wording


@dataclass(frozen=True)
class Model:
    """A reading and faults; learned faults have the words of the program."""

    limits: bool = False
    faults: tuple[Fault, ...] = ()

    @cached_property
    def knobs(self) -> Knobs:
        """The program that is modelled."""
        reading = Fault("", "", "", "", LIMITS_KNOBS)
        return knobs_with((*([reading] if self.limits else []), *self.faults), REFERENCE)

    def without(self, fault: Fault) -> "Model":
        """Return the model without one of its faults."""
        return replace(self, faults=tuple(f for f in self.faults if f is not fault))

    def data(self) -> dict[str, Any]:
        """Return the model as JSON data."""
        return {
            "version": VERSION,
            "reading": LIMITS if self.limits else FORMULA,
            "faults": [_fault_data(fault) for fault in self.faults],
        }


def learned_text(fault: Fault) -> str:
    """Return the words that were learned from a program; empty for most faults."""
    return str(fault.setting[fault.learned]) if fault.learned else ""


def _fault_data(fault: Fault) -> dict[str, str]:
    words = {"words": learned_text(fault)} if fault.learned else {}
    return {"id": fault.id, **words}


def read_model(path: str) -> Model:
    """Read a model from a file; `UnusableInput` if it is none."""
    try:
        with open(path, "rb") as stream:
            content = stream.read(LONGEST + 1)
    except OSError as error:
        raise UnusableInput(f"{printable(path)}: {reason(error)}") from None
    if len(content) > LONGEST:
        raise UnusableInput(f"{printable(path)}: too long for a model")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise UnusableInput(f"{printable(path)}: not a model: it is no JSON") from None
    try:
        return model_of(data)
    except UnusableInput as error:
        raise UnusableInput(f"{printable(path)}: {error}") from None


def model_of(data: object) -> Model:
    """Return the model of JSON data; `UnusableInput` if there is something wrong with it."""
    if not isinstance(data, Mapping) or data.get("version") != VERSION:
        raise UnusableInput(f'not a model: an object with "version": {VERSION} is needed')
    reading, faults = data.get("reading", FORMULA), data.get("faults", [])
    if reading not in (FORMULA, LIMITS):
        raise UnusableInput(f'the reading must be "{FORMULA}" or "{LIMITS}"')
    if not isinstance(faults, list) or not all(isinstance(item, Mapping) for item in faults):
        raise UnusableInput('"faults" must be a list of objects with an "id"')
    words = {str(item.get("id")): item.get("words") for item in faults}
    known = faults_by_id(words)
    limits = reading == LIMITS
    for fault in known:
        both = fault.setting.keys() & LIMITS_KNOBS.keys()
        if limits and both:
            raise UnusableInput(f"the fault {fault.id} decides what the reading {LIMITS} decides")
    return Model(limits, tuple(_worded(fault, words[fault.id]) for fault in known))


def _placeholders(text: str) -> set[str]:
    """Return the placeholders of a format string; a strange one if it cannot be used."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return {"?"}
    return {f"{field}{spec}{turned or ''}" for _, field, spec, turned in parts if field is not None}


def _list(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _worded(fault: Fault, words: object) -> Fault:
    if words is None:
        return fault
    if not fault.learned:
        raise UnusableInput(f"the fault {fault.id} has no words of its own")
    if not isinstance(words, str) or len(words) > _LONGEST_WORDS:
        raise UnusableInput(f'"words" of {fault.id} must be a text')
    allowed = _placeholders(str(fault.setting[fault.learned]))
    if allowed and not _placeholders(words) <= allowed:
        raise UnusableInput(
            f'"words" of {fault.id} can only have the placeholders {_list(allowed)}'
        )
    return replace(fault, setting={**fault.setting, fault.learned: words})
