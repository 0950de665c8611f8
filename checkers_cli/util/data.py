"""Values of dataclasses as plain data for JSON, and back again."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def to_data(value: object) -> Any:
    """A value as JSON can hold it: dataclasses as objects, tuples as lists, enums by value."""
    return msgspec.to_builtins(value)


def from_data(kind: type[T], data: Any) -> T:
    """The value of this kind that `to_data` made `data` of; `ValueError` if it is not one."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
