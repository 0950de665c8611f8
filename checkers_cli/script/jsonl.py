"""Prints events as one JSON object a line. `analyser/README.md` documents the format."""

import json

from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.notation import grid, player
from checkers_cli.rules.squares import NAMES
from checkers_cli.script.events import Acted, Computed, Event, Illegal, Setup


def jsonl_of(event: Event, script: str) -> str:
    """One line of JSON for an event of the script with this name."""
    return json.dumps({"script": script} | _fields(event), separators=(",", ":")) + "\n"


def _fields(event: Event) -> dict[str, object]:
    if isinstance(event, Setup):
        position = event.position
        return {
            "event": "setup",
            "black": int(position.black).bit_count(),
            "white": int(position.white).bit_count(),
            "next": player(position.black_to_act),
            "board": grid(position),
        }
    if isinstance(event, Acted):
        return {"event": "action"} | _acted(event)
    if isinstance(event, Computed):
        fields = {"event": "computed"} | _acted(event.acted)
        return fields | {"value": event.value, "nodes": event.nodes}
    if isinstance(event, Illegal):
        return {
            "event": "illegal",
            "line": event.line,
            "number": event.number,
            "action": f"{event.source}-{event.target}",
            "error": event.error,
            "message": MESSAGES[event.error],
        }
    return {"event": "win", "player": player(event.black)}


def _acted(event: Acted) -> dict[str, object]:
    captured = int(event.action.captured)
    return {
        "line": event.line,
        "number": event.number,
        "player": player(not event.position.black_to_act),
        "action": event.action.name,
        "captured": NAMES[captured.bit_length() - 1] if captured else None,
        "promoted": event.promoted,
        "cost": event.cost,
        "board": grid(event.position),
    }
