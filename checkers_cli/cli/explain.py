"""`checkers explain`: explains a program by what it printed elsewhere."""

import json
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from checkers_cli.cli import options
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK
from checkers_cli.util.text import listed, plural, printable, visible_bytes

if TYPE_CHECKING:
    from checkers_cli.faults.explain.explaining import Explained, FaultFound
    from checkers_cli.faults.recordings import Recording

_WIDTH = 88
_VERSION = 1  # of the JSON document


@click.command(short_help="Explain a program by what it printed elsewhere.")
@click.argument("scripts", type=options.PATH)
@click.argument("outputs", type=options.PATH)
@click.option(
    "--limit", type=click.FloatRange(0, 3600, min_open=True), default=60, show_default=True,
    metavar="SECONDS", help="About how long to search for an explanation.",
)  # fmt: skip
@options.format_option
def command(scripts: str, outputs: str, limit: float, form: str) -> int:
    """Name the mistakes of a program, from the OUTPUTS that it printed for SCRIPTS.

    SCRIPTS is a folder of scripts (*.txt), and OUTPUTS a folder with what the program printed,
    under the same names. Scripts without an output are left out. A file ends.json in OUTPUTS tells
    how the program ended where it did not end by itself: {"game.txt": "signal 11"} or "timeout".

    A mistake is stated as a fact if it foretells at least three outputs that were set aside while
    it was looked for, and none wrongly. `checkers run --model` prints what the explained program
    prints for any script.

    \b
    Examples:
      checkers explain examples recorded
      checkers explain examples recorded --format json | jq .model > model.json
      checkers run new-scripts --model model.json --out foretold

    Exit status: 0 if all outputs are right, 1 if not, 2 if a file cannot be used.
    """
    from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
    from checkers_cli.faults.explain.explaining import explain
    from checkers_cli.faults.recordings import read_recording

    recording = read_recording(scripts, outputs)
    found = explain(recording.observations, Budget(round(limit * WORK_A_SECOND)))
    if form == "json":
        click.echo(json.dumps(_data(recording, found), indent=1))
    else:
        for line in _lines(recording, found):
            click.echo(line)
    return EXIT_OK if found is None and not recording.ends else EXIT_DIFFERENT


def _data(recording: "Recording", found: "Explained | None") -> dict[str, Any]:
    from checkers_cli.faults.model import Model

    names = [observation.name for observation in recording.observations]
    reproduced = names if found is None else [n for n in names if n in found.reproduced]
    return {
        "version": _VERSION,
        "model": (found.model if found else Model()).data(),
        "faults": [_fault_data(one) for one in found.faults] if found else [],
        "reproduced": reproduced,
        "unexplained": [n for n in names if n not in reproduced and n not in recording.ends],
        "crashed": recording.ends,
    }


def _fault_data(one: "FaultFound") -> dict[str, Any]:
    from checkers_cli.faults.model import learned_text

    fault = one.fault
    words = {"words": learned_text(fault)} if fault.learned else {}
    return {
        "id": fault.id,
        "title": fault.title,
        "rule": fault.rule,
        "hint": fault.hint,
        **words,
        "confirmed": one.confirmed,
        "foretold": one.foretold,
        "cases": list(one.cases),
    }


def _lines(recording: "Recording", found: "Explained | None") -> Iterator[str]:
    total = len(recording.observations)
    if recording.left_out:
        yield f"{plural(recording.left_out, 'script')} without an output left out."
    if found is None:
        yield f"All {plural(total, 'output')} are right."
    else:
        yield from _found_lines(found, total)
    if recording.ends:
        ends = sorted(set(recording.ends.values()))
        names = listed(sorted(recording.ends))
        yield f"Ended early on {plural(len(recording.ends), 'script')} ({listed(ends)}): {names}"


def _found_lines(found: "Explained", total: int) -> Iterator[str]:
    if found.model.limits:
        yield "The program follows the reading `limits` of the assignment."
    count = plural(len(found.faults), "mistake")
    verb = "reproduces" if len(found.faults) == 1 else "reproduce"
    yield f"{count} {verb} the output for {len(found.reproduced)} of {total} scripts."
    for confirmed, heading in ((True, "Mistakes"), (False, "Perhaps")):
        several = [one for one in found.faults if one.confirmed is confirmed]
        if several:
            yield ""
            yield heading
        for one in several:
            yield from _fault_lines(one)
    if found.unexplained:
        yield ""
        yield "Not explained, one line for each kind"
        for names in found.unexplained:
            yield f"  {plural(len(names), 'script')}: {printable(listed(names, 3))}"


def _fault_lines(one: "FaultFound") -> Iterator[str]:
    from checkers_cli.faults.model import learned_text

    fault = one.fault
    yield f"  {fault.id} (shows on {plural(len(one.cases), 'script')})"
    if fault.learned:
        words = learned_text(fault).encode("utf-8", "surrogateescape")
        yield f"    The program prints: {visible_bytes(words)}"
    for text in (f"{fault.title[0].upper()}{fault.title[1:]}.", fault.rule, fault.hint):
        yield from textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")
