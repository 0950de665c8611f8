"""What faulty programs print, played only as far as it is asked for, and kept."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, Setting, with_setting
from checkers_cli.faults.engine.program import output_pieces

EXCERPT_LENGTH = 6  # bytes that are kept of a departure: such as a cell's name, or a cost
_LATEST = 3000  # plays that are kept, of those that only one program needs


class Agreement(NamedTuple):
    """How far a play agrees with what a program printed, and whether that is all of it."""

    agreed: int  # bytes
    whole: bool


class Symptom(NamedTuple):
    """The first byte that differs from what is right, and what is there and right after it."""

    place: int
    text: str  # a letter for each byte; empty if it ends there


class Observation(NamedTuple):
    """What a program printed for a script."""

    name: str
    script: bytes
    printed: bytes
    complete: bool = True  # False: it was stopped, so there might have been more


class Replay:
    """One script played by one setting of the knobs."""

    def __init__(self, script: bytes, knobs: Knobs, pool: dict[bytes, bytes] | None = None) -> None:
        self._rest: Iterator[str] | None = output_pieces(script, knobs)
        self._pieces: list[bytes] = []
        # Pieces are the same for most faults: each is kept once.
        self._pool = {} if pool is None else pool

    def pieces(self) -> Iterator[bytes]:
        """What is printed, piece by piece."""
        yield from self._pieces
        while self._rest is not None:
            piece = next(self._rest, None)
            if piece is None:
                self._rest = None
                return
            data = piece.encode("utf-8", "surrogateescape")
            data = self._pool.setdefault(data, data)
            self._pieces.append(data)
            yield data

    def text(self) -> bytes:
        """All that is printed."""
        return b"".join(self.pieces())

    def match(self, printed: bytes, complete: bool = True) -> Agreement:
        """How far it agrees with this; what was cut short has to be its beginning."""
        place = 0
        for piece in self.pieces():
            if not printed.startswith(piece, place):
                agreed = place + common_prefix_length(piece, printed[place : place + len(piece)])
                return Agreement(agreed, not complete and agreed == len(printed))
            place += len(piece)
            if not complete and place == len(printed):
                return Agreement(place, True)
        return Agreement(place, place == len(printed))

    def departure(self, right: bytes) -> Symptom | None:
        """Where and how it departs from what is right; None if nowhere."""
        match = self.match(right)
        if match.whole:
            return None
        return Symptom(match.agreed, self._excerpt(match.agreed))

    def _excerpt(self, place: int) -> str:
        text = b""
        for piece in self.pieces():
            text += piece
            if len(text) >= place + EXCERPT_LENGTH:
                break
        return text[place : place + EXCERPT_LENGTH].decode("latin-1")


def common_prefix_length(one: bytes, other: bytes) -> int:
    """The length of what two texts begin with alike."""
    least, most = 0, min(len(one), len(other))
    if one[:most] == other[:most]:
        return most
    while least < most:  # the answer is at least `least` and below `most`
        middle = (least + most) // 2
        if one[least : middle + 1] == other[least : middle + 1]:
            least = middle + 1
        else:
            most = middle
    return least


class ReplayCache:
    """Plays by what is turned and by script, each made once.

    Those of single faults are kept for all programs of a class; of others only the latest, for
    there is no end of them.
    """

    def __init__(self, base: Knobs = REFERENCE) -> None:
        self.base = base
        self._pool: dict[bytes, bytes] = {}
        self._kept: dict[tuple[object, ...], Replay] = {}
        self._latest: OrderedDict[tuple[object, ...], Replay] = OrderedDict()

    def of(self, script: bytes, *settings: Setting, keep: bool = True) -> Replay:
        """The play of a script with these faults; to be kept, or for this program only."""
        items = [item for setting in settings for item in setting.items()]
        key = (script, *sorted(items, key=lambda item: item[0]))
        if keep and len(settings) < 2:
            if key not in self._kept:
                self._kept[key] = Replay(script, with_setting(self.base, dict(items)), self._pool)
            return self._kept[key]
        if key not in self._latest:
            self._latest[key] = Replay(script, with_setting(self.base, dict(items)))
            if len(self._latest) > _LATEST:
                self._latest.popitem(last=False)
        return self._latest[key]
