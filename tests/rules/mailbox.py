"""Draughts and tic-tac-toe once more, slow and plain: men in a dictionary, no bits, no tables.

It imports nothing of the engine and goes about everything in another way, so that each checks the
other.
"""

from collections.abc import Iterator
from typing import NamedTuple

Cell = tuple[int, int]  # row and column, from 0
AHEAD = {"b": (1,), "w": (-1,), "B": (1, -1), "W": (1, -1)}


class Act(NamedTuple):
    """What a man does: the cells that it stands on, and those that it captures."""

    path: tuple[Cell, ...]
    victims: tuple[Cell, ...] = ()

    @property
    def name(self) -> str:
        names = [f"{chr(ord('A') + column)}{row + 1}" for row, column in self.path]
        return ("x" if self.victims else "-").join(names)


class Draughts(NamedTuple):
    """A position of english, contest or flying, on a board of any size."""

    kind: str
    size: int
    men: dict[Cell, str]
    black_to_act: bool = True

    def own(self, cell: Cell) -> bool:
        return self.men.get(cell, ".") in ("bB" if self.black_to_act else "wW")

    def foe(self, cell: Cell) -> bool:
        return cell in self.men and not self.own(cell)

    def open(self, cell: Cell) -> bool:
        return cell not in self.men and min(cell) >= 0 and max(cell) < self.size

    def crowns(self, cell: Cell) -> bool:
        return cell[0] == (self.size - 1 if self.black_to_act else 0)

    def acts(self) -> list[Act]:
        sources = [cell for cell in self.men if self.own(cell)]
        captures = [act for cell in sources for act in self.captures(cell)]
        return captures or [act for cell in sources for act in self.moves(cell)]

    def moves(self, source: Cell) -> Iterator[Act]:
        man = self.men[source]
        far = self.size if self.kind == "flying" and man.isupper() else 1
        for down in AHEAD[man]:
            for right in (1, -1):
                for steps in range(1, far + 1):
                    target = source[0] + down * steps, source[1] + right * steps
                    if not self.open(target):
                        break
                    yield Act((source, target))

    def captures(self, source: Cell) -> Iterator[Act]:
        """By playing each jump on a board of its own, and asking that one how it goes on."""
        man = self.men[source]
        for down in AHEAD[man]:
            for right in (1, -1):
                victim = source[0] + down, source[1] + right
                target = source[0] + 2 * down, source[1] + 2 * right
                if not (self.foe(victim) and self.open(target)):
                    continue
                crowned = man.islower() and self.crowns(target)
                goes_on = not crowned or self.kind == "contest"
                there = {cell: man for cell, man in self.men.items() if cell != victim}
                there[target] = there.pop(source).upper() if crowned else there.pop(source)
                more = list(self._replace(men=there).captures(target)) if goes_on else []
                for rest in more:
                    yield Act((source, *rest.path), (victim, *rest.victims))
                if not more:
                    yield Act((source, target), (victim,))

    def after(self, act: Act) -> "Draughts":
        men = {cell: man for cell, man in self.men.items() if cell not in act.victims}
        man = men.pop(act.path[0])
        # A man that captures goes forward only: on the last row its turn is over, but in contest.
        men[act.path[-1]] = man.upper() if any(map(self.crowns, act.path[1:])) else man
        return self._replace(men=men, black_to_act=not self.black_to_act)


class Marks(NamedTuple):
    """A position of tic-tac-toe: the marks of both players, in turns."""

    size: int
    marks: tuple[Cell, ...] = ()

    def acts(self) -> list[Cell]:
        last = set(self.marks[::-2])  # those of who acted last
        if any(last.issuperset(line) for line in self.lines()):
            return []
        cells = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [cell for cell in cells if cell not in self.marks]

    def lines(self) -> list[list[Cell]]:
        along = range(self.size)
        rows = [[(row, at) for at in along] for row in along]
        columns = [[(at, column) for at in along] for column in along]
        falling = [(at, at) for at in along]
        rising = [(at, self.size - 1 - at) for at in along]
        return [*rows, *columns, falling, rising]

    def after(self, cell: Cell) -> "Marks":
        return self._replace(marks=(*self.marks, cell))


def draughts_start(kind: str, size: int) -> Draughts:
    """Black at the top, white at the bottom, two empty rows between them: for even sizes."""
    filled = (size - 2) // 2
    dark = [(row, column) for row in range(size) for column in range(size) if (row + column) % 2]
    black = {cell: "b" for cell in dark if cell[0] < filled}
    white = {cell: "w" for cell in dark if cell[0] >= size - filled}
    return Draughts(kind, size, black | white)


def perft(position: Draughts | Marks, depth: int) -> int:
    """How many ways there are to act `depth` times in a row."""
    if isinstance(position, Marks):
        cells = position.acts()
        return len(cells) if depth == 1 else sum(perft(position.after(c), depth - 1) for c in cells)
    acts = position.acts()
    return len(acts) if depth == 1 else sum(perft(position.after(a), depth - 1) for a in acts)
