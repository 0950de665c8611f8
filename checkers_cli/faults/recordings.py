"""Reads what a program printed elsewhere: a folder of scripts, and a folder of outputs."""

import io
import json
import os
from typing import Any, NamedTuple

from checkers_cli.analyser.sources import scripts_in
from checkers_cli.faults.explain.plays import Observation
from checkers_cli.script.parser import MalformedScript, read_script
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.inputs import need_folder, read_input, refuse
from checkers_cli.util.text import printable, reason

ENDS = "ends.json"
_LONGEST = 1 << 24  # bytes of an output; a longer one cannot be that of a model
_LONGEST_SCRIPT = 1 << 20


class Recording(NamedTuple):
    """What a program printed for each script, and how it ended if not by itself."""

    observations: list[Observation]
    ends: dict[str, str]  # by name of the script
    left_out: int  # scripts without an output


def read_recording(scripts: str, outputs: str) -> Recording:
    """Read all scripts with the outputs of the same names; `UnusableInput` if there are none."""
    need_folder(scripts, "scripts (*.txt)")
    need_folder(outputs, "outputs, with the names of the scripts")
    ends = _read_ends(os.path.join(outputs, ENDS))
    observations, left_out = [], 0
    for source in scripts_in(scripts, refuse):
        path = os.path.join(outputs, source.name)
        if not os.path.isfile(path):
            left_out += 1
            continue
        script = _bytes_of(source.path, _LONGEST_SCRIPT)
        try:
            list(read_script(io.BytesIO(script)))
        except MalformedScript as error:
            raise UnusableInput(f"{source.label}:{error}") from None
        printed = _bytes_of(path, _LONGEST)
        observations.append(Observation(source.name, script, printed, source.name not in ends))
    if not observations:
        raise UnusableInput(
            f"{printable(outputs)}: no output has the name of a script in {printable(scripts)}"
        )
    known = {observation.name for observation in observations}
    return Recording(observations, {n: e for n, e in ends.items() if n in known}, left_out)


def _read_ends(path: str) -> dict[str, str]:
    try:
        with open(path, "rb") as stream:
            data: Any = json.load(stream)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UnusableInput(f"{printable(path)}: {reason(error)}") from None
    except (ValueError, RecursionError):
        raise UnusableInput(f"{printable(path)}: not JSON") from None
    if not isinstance(data, dict) or not all(isinstance(end, str) for end in data.values()):
        raise UnusableInput(
            f'{printable(path)}: must be an object such as {{"game.txt": "signal 11"}}'
        )
    return data


def _bytes_of(path: str, most: int) -> bytes:
    content = read_input(path, most + 1)
    if len(content) > most:
        raise UnusableInput(f"{printable(path)}: longer than {most:,} bytes")
    return content
