import json

from syrupy.assertion import SnapshotAssertion

from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START, legal_actions
from checkers_cli.script.events import Acted, Computed, Illegal, Setup, Won
from checkers_cli.script.jsonl import jsonl_of


def test_each_event(snapshot: SnapshotAssertion) -> None:
    position = parse_position("B:WE2,G6:BF3")
    capture = legal_actions(position)[1]
    acted = Acted(7, 3, capture, position.after(capture), 2, promoted=True)
    events = (
        Setup(START),
        acted,
        Computed(acted, -2147483648, 12),
        Illegal(2, 2, "A9", "A9", 1),
        Won(black=True),
        Won(black=False),
    )
    lines = [jsonl_of(event, 'odd "name"\n.txt') for event in events]
    assert all(line.endswith("}\n") and line.count("\n") == 1 for line in lines)
    assert [json.loads(line) for line in lines] == snapshot
