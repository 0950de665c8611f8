"""Runs of faulty programs, played only as far as needed, and cached."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from checkers_cli.faults.engine.knobs import REFERENCE, Knobs, KnobValues, with_setting
from checkers_cli.faults.engine.program import output_pieces
from checkers_cli.util.text import common_prefix_length

EXCERPT_LENGTH = 6  # bytes of a symptom's text: enough for a cell's name or a cost
_MOST_RECENT = 3000  # cached runs of combinations, which only one program needs


class Agreement(NamedTuple):
    """How far a run agrees with the output of a program."""

    agreed: int  # bytes
    whole: bool  # whether all of the output agrees


class Symptom(NamedTuple):
    """Where the output of a fault first differs from the correct output, and how it goes on."""

    place: int  # of the first different byte
    text: str  # the next bytes, decoded as latin-1; empty if the output ends there


class Replay:
    """The run of a script by a program with these knobs."""

    def __init__(self, script: bytes, knobs: Knobs, pool: dict[bytes, bytes] | None = None) -> None:
        self._rest: Iterator[str] | None = output_pieces(script, knobs)
        self._pieces: list[bytes] = []
        # Most faults print the same pieces, so equal pieces share one object.
        self._pool = {} if pool is None else pool

    def pieces(self) -> Iterator[bytes]:
        """Yield the output piece by piece; play on only when the known pieces are used up."""
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
        """Return the whole output."""
        return b"".join(self.pieces())

    def match(self, printed: bytes, complete: bool = True) -> Agreement:
        """Compare with the output of a program; an incomplete output must be a prefix."""
        place = 0
        for piece in self.pieces():
            if not printed.startswith(piece, place):
                agreed = place + common_prefix_length(piece, printed[place : place + len(piece)])
                return Agreement(agreed, not complete and agreed == len(printed))
            place += len(piece)
            if not complete and place == len(printed):
                return Agreement(place, True)
        return Agreement(place, place == len(printed))

    def symptom(self, right: bytes) -> Symptom | None:
        """Return the first difference from the correct output; None if there is none."""
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


class ReplayCache:
    """Runs by script and settings, each played once.

    Runs of single faults are kept for all programs of a class. Of combinations, which are many,
    only the most recent ones are kept.
    """

    def __init__(self, base: Knobs = REFERENCE) -> None:
        self.base = base
        self._pool: dict[bytes, bytes] = {}
        self._kept: dict[tuple[object, ...], Replay] = {}
        self._recent: OrderedDict[tuple[object, ...], Replay] = OrderedDict()

    def of(self, script: bytes, *settings: KnobValues, keep: bool = True) -> Replay:
        """Return the run of a script with these settings; `keep` it if other programs need it."""
        items = [item for setting in settings for item in setting.items()]
        key = (script, *sorted(items, key=lambda item: item[0]))
        if keep and len(settings) < 2:
            if key not in self._kept:
                self._kept[key] = Replay(script, with_setting(self.base, dict(items)), self._pool)
            return self._kept[key]
        if key not in self._recent:
            self._recent[key] = Replay(script, with_setting(self.base, dict(items)))
            if len(self._recent) > _MOST_RECENT:
                self._recent.popitem(last=False)
        return self._recent[key]
