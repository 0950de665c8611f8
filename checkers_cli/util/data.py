"""Values of dataclasses as plain data for JSON, and back again.

msgspec is imported only when data is converted: commands that convert nothing work without it.
"""

from typing import Any, TypeVar

T = TypeVar("T")


def to_data(value: object) -> Any:
    """A value as JSON can hold it: dataclasses as objects, tuples as lists, enums by value."""
    import msgspec

    return msgspec.to_builtins(value)


def from_data(kind: type[T], data: Any) -> T:
    """The value of this kind that `to_data` made `data` of; `ValueError` if it is not one."""
    import msgspec

    try:
        value = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    unknown = _unknown_key(data, to_data(value))
    if unknown:
        raise ValueError(f"unknown field {unknown[:40]!r}")
    return value


def _unknown_key(data: Any, known: Any) -> str:
    """The first key of an object in `data` that `known` does not have; msgspec ignores those."""
    if isinstance(data, dict) and isinstance(known, dict):
        unknown = next((key for key in data if key not in known), "")
        return unknown or next(filter(None, (_unknown_key(data[k], known[k]) for k in data)), "")
    if isinstance(data, list) and isinstance(known, list | tuple):  # tuples stay tuples there
        return next(filter(None, map(_unknown_key, data, known)), "")
    return ""
