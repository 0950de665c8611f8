import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest

from checkers_cli.util.data import from_data, to_data


class Colour(Enum):
    RED = "r"


class Place(NamedTuple):
    row: int
    name: str


@dataclass(frozen=True)
class Thing:
    name: str
    weight: float
    colours: tuple[Colour, ...] = ()
    place: Place | None = None
    raw: bytes = b""
    parts: tuple["Thing", ...] = ()


@pytest.mark.parametrize(
    "thing",
    [
        Thing("a", 1.5),
        Thing("\udcff", -2.0, (Colour.RED, Colour.RED), Place(3, "x"), bytes(range(256))),
    ],
)
def test_a_value_survives_json(thing: Thing) -> None:
    assert from_data(Thing, json.loads(json.dumps(to_data(thing)))) == thing


def test_a_whole_number_will_do_for_a_float() -> None:
    assert from_data(Thing, {"name": "a", "weight": -2}) == Thing("a", -2.0)


@pytest.mark.parametrize(
    "data",
    [
        {"name": "a"},
        {"name": 1, "weight": 1},
        {"name": "a", "weight": "1"},
        {"name": "a", "weight": True},
        {"name": "a", "weight": 1, "colours": "r"},
        {"name": "a", "weight": 1, "colours": ["blue"]},
        {"name": "a", "weight": 1, "more": 1},
        {"name": "a", "weight": 1, "parts": [{"name": "b", "weight": 1, "more": 1}]},
        ["a", 1],
        None,
    ],
)
def test_data_of_another_kind_is_refused(data: Any) -> None:
    with pytest.raises(
        ValueError, match=r"Expected|missing|Invalid|unknown field 'more'"
    ) as caught:
        from_data(Thing, data)
    assert len(str(caught.value)) <= 100
