"""Writes and reads `results.json`, one submission at a time, because it may be large.

The file is one JSON document: a line with the header, then a line for each submission. The marker's
guide documents the fields.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from checkers_cli.grading.results import VERSION, Graded, Header
from checkers_cli.util.data import from_data, to_data
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable, reason


def write_results(
    header: Header, submissions: Iterable[Graded], write: Callable[[bytes], object]
) -> None:
    """Write `results.json`: one JSON document, with a line for each submission."""
    head = json.dumps(to_data(header), ensure_ascii=False, allow_nan=False)
    write(head[:-1].encode("utf-8", "backslashreplace") + b', "submissions": [')
    separator = b"\n"
    for graded in submissions:
        line = json.dumps(to_data(graded), ensure_ascii=False, allow_nan=False)
        write(separator + line.encode("utf-8", "backslashreplace"))
        separator = b",\n"
    write(b"\n]}\n")


def read_header(path: Path) -> Header:
    """The header of a `results.json`; `UnusableInput` says what is wrong with it."""
    with _reading(path), path.open("rb") as stream:
        first = stream.readline()
        data = json.loads(first.removesuffix(b', "submissions": [\n') + b"}")
        if data.get("version") != VERSION:
            raise ValueError(f"version {data.get('version')!r} of the format, not {VERSION}")
        return from_data(Header, data)


def read_submissions(path: Path) -> Iterator[Graded]:
    """The submissions of a `results.json`, one at a time: a large cohort needs little memory."""
    with _reading(path), path.open("rb") as stream:
        stream.readline()
        for line in stream:
            if line.startswith(b"]"):
                return
            yield from_data(Graded, json.loads(line.rstrip().removesuffix(b",")))
        raise ValueError("it ends too early")


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn any error in reading a results file into an `UnusableInput` of one line."""
    try:
        yield
    except OSError as error:
        raise UnusableInput(f"{printable(str(path))}: {reason(error)}") from None
    except (ValueError, StopIteration, AttributeError, RecursionError) as error:
        words = printable(str(error))[:150]
        problem = f"not a results file of this version: {words}"
        raise UnusableInput(f"{printable(str(path))}: {problem}") from None
