"""Plays scripts as programs with certain knobs, and compares with what a real program printed."""

from typing import NamedTuple

from checkers_cli.faults.engine.knobs import Knobs
from checkers_cli.faults.engine.program import Malformed, ProgramRun, RunState, start_run
from checkers_cli.util.text import common_prefix_length


class Observation(NamedTuple):
    """What a program printed for a script."""

    name: str
    script: bytes
    printed: bytes
    complete: bool = True  # False: the program was stopped or crashed, and might have printed more


class Place:
    """Where a play can be taken up again: a place in the output, and the state of the model."""

    __slots__ = ("at", "state")  # no NamedTuple: there is one for every action that is played

    def __init__(self, at: int, state: RunState) -> None:
        self.at, self.state = at, state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and (self.at, self.state) == (other.at, other.state)

    def __hash__(self) -> int:
        return hash(self.at)


class Play(NamedTuple):
    """How far a model agrees with what a program printed for a script."""

    whole: bool  # whether all of the output agrees
    agreed: int  # bytes
    lines: int  # whole lines in these bytes
    piece: bytes  # the first piece of the model that does not agree; empty if it prints no more
    here: Place  # before that piece
    earlier: Place  # a piece earlier
    command: Place | None  # before the first command; None if the play does not get there
    work: int  # what the play took: see `ProgramRun.work`

    @property
    def place(self) -> int:
        """Where the first piece begins that does not agree."""
        return self.here.at


# Where a play is taken up again with other knobs.
START, COMMAND, EARLIER, HERE = range(4)


def encoded(text: str) -> bytes:
    """Return a text of the slow engine as bytes; wordings may have any bytes."""
    return text.encode("utf-8", "surrogateescape")


def decoded(data: bytes) -> str:
    """Return bytes as a text, of which `encoded` makes the same bytes."""
    return data.decode("utf-8", "surrogateescape")


def play(observation: Observation, knobs: Knobs) -> Play:
    """Play a script and compare, up to the first difference."""
    run = start_run(observation.script, knobs)
    start = Place(0, run.state())
    return _compare(run, observation, start, start, None)


def play_on(observation: Observation, knobs: Knobs, before: Play, where: int) -> Play:
    """Go on with other knobs from some place of another play.

    That is what `play` returns if these knobs make no difference before that place.
    """
    if where == START:
        return play(observation, knobs)
    earlier, command = before.earlier, before.command
    begin = before.here if where == HERE else earlier
    if where == COMMAND and command is not None:
        begin = command
    if command is not None and begin.at <= command.at:
        command = None  # it comes again
    run = start_run(observation.script, knobs)
    run.resume(begin.state)
    return _compare(run, observation, begin, begin if where == COMMAND else earlier, command)


def _compare(
    run: ProgramRun,
    observation: Observation,
    here: Place,
    earlier: Place,
    command: Place | None,
) -> Play:
    """Go on with a run as long as it prints what the program printed."""
    printed, complete = observation.printed, observation.complete
    at = here.at
    while True:
        before = run.state() if command is None else None
        try:
            piece = run.next_piece()
        except Malformed:
            return _play(run, observation, False, at, b"", here, earlier, command)
        if before is not None and run.computing:
            command = Place(at, before)
        if piece is None:
            return _play(run, observation, at == len(printed), at, b"", here, earlier, command)
        if not piece:
            continue
        data = encoded(piece)
        if not printed.startswith(data, at):
            agreed = at + common_prefix_length(data, printed[at : at + len(data)])
            whole = not complete and agreed == len(printed)
            return _play(run, observation, whole, agreed, data, here, earlier, command)
        at += len(data)
        here, earlier = Place(at, run.state()), here
        if not complete and at == len(printed):
            return _play(run, observation, True, at, b"", here, earlier, command)


def _play(
    run: ProgramRun, observation: Observation, whole: bool, agreed: int, piece: bytes, here: Place,
    earlier: Place, command: Place | None,
) -> Play:  # fmt: skip
    lines = observation.printed.count(b"\n", 0, agreed)
    return Play(whole, agreed, lines, piece, here, earlier, command, run.work)


class Printed(NamedTuple):
    """What a program prints for a script, whether it computes an action, and what that took."""

    output: bytes
    computed: bool
    work: int


def printed(script: bytes, knobs: Knobs) -> Printed:
    """Return all that a program prints for a script, up to a malformed line."""
    run = start_run(script, knobs)
    pieces = []
    computed = False
    try:
        while (piece := run.next_piece()) is not None:
            pieces.append(piece)
            computed = computed or run.computing
    except Malformed:
        pass
    return Printed(encoded("".join(pieces)), computed, run.work)


def output(script: bytes, knobs: Knobs) -> bytes:
    """Return all that a program prints for a script, up to a malformed line."""
    return printed(script, knobs).output
