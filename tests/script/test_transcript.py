from hypothesis import given
from support import any_positions, board_of
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.engine.printing import printer
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START, Position, legal_actions
from checkers_cli.script.events import Acted, Computed, Event, Illegal, Setup, Won
from checkers_cli.script.transcript import boxed_board, transcript_of


@given(any_positions())
def test_every_board_is_printed_as_the_mailbox_engine_prints_it(position: Position) -> None:
    assert boxed_board(position) == printer(REFERENCE.prints).board(board_of(position))


def test_each_event(snapshot: SnapshotAssertion) -> None:
    action = legal_actions(START)[0]
    acted = Acted(1, 1, action, START.after(action), 0, promoted=False)
    events: tuple[Event, ...] = (
        Setup(parse_position("W:WKA2,B3:BD5")),
        acted,
        Computed(acted, -2147483648, 12),
        Illegal(2, 2, "A9", "A9", 1),
        Won(black=True),
        Won(black=False),
    )
    assert "".join([transcript_of(event) for event in events]) == snapshot
