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
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
