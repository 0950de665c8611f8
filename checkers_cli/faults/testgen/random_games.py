"""Generates random scripts: games of all lengths and styles, all errors, unusual layouts."""

from collections.abc import Callable, Sequence
from random import Random

from checkers_cli.rules.actions import Action
from checkers_cli.rules.checks import IllegalAction, checked_action
from checkers_cli.rules.position import START, Position, legal_actions
from checkers_cli.rules.squares import COLUMNS, NAMES, ROW_1, ROW_8, ROWS

OUTSIDE = ("I4", "A0", "H9", "A9", "B9", "C10", "A10", "g6", "h1", "I9", "Z1", "J10")
LENGTHS = ((0, 3), (2, 12), (8, 40), (30, 90), (60, 140))
STYLES: dict[str, Callable[[Position, Action], float]]
TRIES = 40  # to find an action that fails a particular check
_ALL_CELLS = [column + row for column in COLUMNS for row in ROWS]


def random_lines(random: Random, begun: list[str] | None = None) -> list[str]:
    """Return the lines of a game that goes on from `begun`, and perhaps a command or an error."""
    lines, position = _replayed(begun or [])
    style = random.choice(list(STYLES))
    position = _play_on(random, lines, position, style, random.randint(*random.choice(LENGTHS)))
    return lines + _ending(random, position)


def random_endgame(random: Random) -> list[str]:
    """Return the lines of a game with towers and few men, and a command.

    Much of what a tree does shows only then.
    """
    lines: list[str] = []
    _play_on(random, lines, START, "ambitious", random.randint(30, 110))
    return [*lines, random.choice("AP")]


def _play_on(
    random: Random, lines: list[str], position: Position, style: str, more: int
) -> Position:
    """Add up to this many actions to the lines; return the position after them."""
    length = len(lines) + more
    while len(lines) < length:
        choices = legal_actions(position)
        if not choices:
            break
        weights = [STYLES[style](position, action) for action in choices]
        action = random.choices(choices, weights)[0]
        lines.append(action.name)
        position = position.after(action)
    return position


def laid_out(random: Random, lines: list[str]) -> bytes:
    """Return the lines as a file, now and then with blanks, CRLF, or no newline at the end.

    A file has only one of these, because a program that fails on one would hide the others.
    """
    end, text = "\n", lines
    oddity = random.choice(("",) * 8 + ("crlf", "blank lines", "blanks", "unended"))
    if oddity == "crlf":
        end = "\r\n"
    elif oddity == "blank lines":
        text = [
            part for line in lines for part in ([line, ""] if random.random() < 0.3 else [line])
        ]
    elif oddity == "blanks":
        text = [random.choice((" {}", "{}  ", "\t{} ", "{}")).format(line) for line in lines]
    script = "".join(line + end for line in text)
    if oddity == "unended":
        script = script.removesuffix(end)
    return script.encode("ascii")


def _replayed(lines: list[str]) -> tuple[list[str], Position]:
    """Return the first lines that are legal actions, and the position after them."""
    position = START
    done: list[str] = []
    for line in lines:
        source, dash, target = line.partition("-")
        if not dash:
            break
        try:
            position = position.after(checked_action(position, source, target))
        except IllegalAction:
            break
        done.append(line)
    return done, position


def changed(random: Random, lines: Sequence[str]) -> list[str]:
    """Return the script with one action replaced, in the same layout.

    A legal action is replaced by a legal one, an illegal action by an illegal one. Actions after
    it may become illegal.
    """
    texts = [line.strip() for line in lines]
    legal = len(_replayed(texts)[0])
    places = range(min(legal + 1, sum("-" in text for text in texts)))
    if not places:
        return list(lines)
    place = random.choice(places)
    position = _replayed(texts[:place])[1]
    if place < legal:
        other = random.choice(legal_actions(position)).name
    else:
        other = illegal_action(random, position)
    return [*lines[:place], lines[place].replace(texts[place], other), *lines[place + 1 :]]


def _ending(random: Random, position: Position) -> list[str]:
    kind = random.choice(("", "A", "A", "P", "P", "error", "error", "error and more"))
    if kind == "error":
        return [illegal_action(random, position)]
    if kind == "error and more":
        # A program must not read on: here follow a legal action and a command.
        choices = legal_actions(position)
        more = [random.choice(choices).name] if choices else []
        return [illegal_action(random, position), *more, random.choice(("A", "P"))]
    return [kind] if kind else []


def illegal_action(random: Random, position: Position) -> str:
    """Return an illegal action; each of the six checks refuses about as many of them."""
    wanted = random.randint(1, 6)
    found = ""
    for _ in range(TRIES):
        source, target = random.choice((_anywhere, _nearly, _over_own))(random, position)
        try:
            checked_action(position, source, target)
        except IllegalAction as refused:
            found = f"{source}-{target}"
            if refused.error == wanted:
                break
    return found or f"{OUTSIDE[0]}-{OUTSIDE[0]}"


def _anywhere(random: Random, position: Position) -> tuple[str, str]:
    source, target = (
        random.choice(
            random.choice((OUTSIDE, _men(position.black), _men(position.white), _ALL_CELLS))
        )
        for _ in range(2)
    )
    return source, target


def _nearly(random: Random, position: Position) -> tuple[str, str]:
    """Return an action of a man in any of eight directions, up to four cells away.

    The man is the player's, or now and then the opponent's.
    """
    own = position.black if position.black_to_act is (random.random() < 0.7) else position.white
    towers = own & position.towers
    source = random.choice(_men(random.choice((own, towers)) or own))
    down, right = random.choice([(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r])
    far = random.choice((1, 1, 2, 2, 2, 3, 4))
    column = COLUMNS.index(source[0]) + right * far
    row = ROWS.index(source[1]) + down * far
    if 0 <= column < 8 and 0 <= row < 8:
        return source, COLUMNS[column] + ROWS[row]
    return source, random.choice(OUTSIDE)


def _over_own(random: Random, position: Position) -> tuple[str, str]:
    """Return a jump over one of the player's own men, often a tower."""
    own = position.black if position.black_to_act else position.white
    towers, others = _men(own & position.towers), _men(own)
    jumps = [jump for over in random.choice((towers, others)) for jump in _jumps(over, others)]
    return random.choice(jumps or [("A1", "A1")])


def _jumps(over: str, men: list[str]) -> list[tuple[str, str]]:
    """Return the jumps of these men over a cell."""
    column, row = COLUMNS.index(over[0]), ROWS.index(over[1])
    if not (0 < column < 7 and 0 < row < 7):
        return []
    around = {
        (right, down): COLUMNS[column + right] + ROWS[row + down]
        for right in (-1, 1)
        for down in (-1, 1)
    }
    return [(cell, around[-r, -d]) for (r, d), cell in around.items() if cell in men]


def _men(men: int) -> list[str]:
    return [name for square, name in NAMES.items() if men >> square & 1] or ["A1"]


def _ambitious(position: Position, action: Action) -> float:
    """Lead to towers of both colours: pieces run for the furthest row, towers move."""
    if action.target & (ROW_1 | ROW_8) and not action.source & position.towers:
        return 20
    if action.source & position.towers:
        return 3
    return 0.3 if action.captured & position.towers else 1


def _one_sided(favoured: bool, action: Action) -> float:
    return (40 if favoured else 0.05) if action.captured else 1


STYLES = {
    "any": lambda position, action: 1,
    "greedy": lambda position, action: 12 if action.captured else 1,
    "peaceful": lambda position, action: 0.1 if action.captured else 1,
    "ambitious": _ambitious,
    # One side captures and the other does not, so that games end early.
    "black wins": lambda position, action: _one_sided(position.black_to_act, action),
    "white wins": lambda position, action: _one_sided(not position.black_to_act, action),
}
