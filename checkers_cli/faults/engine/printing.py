"""Formats the lines of a transcript, for any setting of the knobs."""

from functools import lru_cache

from checkers_cli.faults.engine.knobs import REFERENCE, Prints, with_setting
from checkers_cli.faults.engine.mailbox import BLACK, OPPONENT, Board
from checkers_cli.faults.engine.tree import LIMIT, cost, negated

_MOST_BOARDS = 20_000  # that are kept as text


class BoardPrinter:
    """Formats boards, and keeps their texts: the same ones are printed again and again."""

    def __init__(self, prints: Prints) -> None:
        self.prints = prints
        self._texts: dict[str, str] = {}
        self._above = _text([prints.columns, prints.rule], prints)
        self._below = _text(
            [prints.rule] * (not prints.rules_between) + [""] * prints.blank_after_boards, prints
        )

    def text(self, men: str) -> str:
        """Return the text of a board that is given as 64 letters."""
        text = self._texts.get(men)
        if text is None:
            if len(self._texts) >= _MOST_BOARDS:
                self._texts.clear()
            numbers = range(8, 0, -1) if self.prints.upside_down else range(1, 9)
            rows = [self._row(number, men[8 * number - 8 : 8 * number]) for number in numbers]
            text = self._texts[men] = self._above + "".join(rows) + self._below
        return text

    def _row(self, number: int, men: str) -> str:
        """Return a row of the board, with the line below it."""
        prints = self.prints
        cells = prints.between.join(men).replace(".", prints.empty)
        lines = [prints.row.format(number=number, men=cells)]
        return _text(lines + [prints.rule] * prints.rules_between, prints)


# The knobs that a board depends on
_OF_BOARDS = (
    "columns", "rule", "rules_between", "row", "between", "empty", "upside_down",
    "blank_after_boards", "trailing", "line_end",
)  # fmt: skip


@lru_cache(maxsize=60)
def _board_printer(values: tuple[object, ...]) -> BoardPrinter:
    """Return the printer of boards with these values of `_OF_BOARDS`; equal ones share it."""
    setting = {f"prints.{knob}": value for knob, value in zip(_OF_BOARDS, values, strict=True)}
    return BoardPrinter(with_setting(REFERENCE, setting).prints)


def _text(lines: list[str], prints: Prints) -> str:
    """Return lines as text."""
    end = prints.trailing + prints.line_end
    return "".join(line + end for line in lines)


class Printer:
    """Formats boards, actions, errors and winners as lines."""

    def __init__(self, prints: Prints) -> None:
        self.prints = prints
        self._boards = _board_printer(tuple(getattr(prints, knob) for knob in _OF_BOARDS))
        self._titles: dict[tuple[str, int, str, bool], str] = {}
        self._costs: dict[int, str] = {}

    def text(self, lines: list[str]) -> str:
        """Return lines as text."""
        return _text(lines, self.prints)

    def _ended(self, text: str) -> str:
        """Return a text that has its own newlines with the program's line ends."""
        prints = self.prints
        if prints.line_end == "\n" and not prints.trailing:
            return text
        return text.replace("\n", prints.trailing + prints.line_end)

    def board(self, board: Board) -> str:
        """Return the text of a board."""
        return self._boards.text("".join(board))

    def heads(self, board: Board) -> list[str]:
        """Return the lines above the first board."""
        prints = self.prints
        counts = {
            "size": prints.size,
            "black": prints.black.format(sum(man in "bB" for man in board)),
            "white": prints.white.format(sum(man in "wW" for man in board)),
        }
        lines = [prints.delimiter] * prints.delimits_start
        return (
            lines
            + [counts[head] for head in prints.heads.split()]
            + [""] * (prints.blank_after_heads)
        )

    def title(self, player: str, number: int, action: str, computed: bool) -> str:
        """Return the line that names an action."""
        key = (player, number, action, computed)
        title = self._titles.get(key)
        if title is None:
            title = self._titles[key] = self._title(player, number, action, computed)
        return title

    def _title(self, player: str, number: int, action: str, computed: bool) -> str:
        prints = self.prints
        marked = computed or prints.marks == "all"
        if prints.named == "black" or (prints.named == "computed black" and computed):
            player = BLACK
        elif prints.named == "exchanged":
            player = OPPONENT[player]
        if prints.numbers == "each side":
            number = (number + 1) // 2
        return prints.title.format(
            mark=prints.mark if marked else "",
            player=prints.names[player != BLACK],
            number=number + prints.number_from - 1,
            action=action,
        )

    def delimiter(self, computed: bool) -> list[str]:
        """Return the delimiter before an action, or no line."""
        prints = self.prints
        wanted = prints.delimits_computed if computed else prints.delimits_scripted
        return [prints.delimiter] * wanted

    def cost(self, board: Board, player: str, stuck: bool, value: int | None = None) -> str:
        """Return the cost line after an action of `player`; `stuck`: the opponent cannot act.

        `value` replaces the cost of the board, for faults that print something else.
        """
        prints = self.prints
        if value is None:
            value = cost(board, prints)
        if prints.limit_printed and stuck:
            value = LIMIT[OPPONENT[player]]
        if prints.cost_for == "player" and player != BLACK:
            value = negated(value)
        line = self._costs.get(value)
        if line is None:
            line = self._costs[value] = prints.cost.format(value)
        return line

    def winner(self, loser: str) -> str:
        """Return what is printed at the end of a game that this player has lost."""
        prints = self.prints
        black = (loser != BLACK) is (prints.winner != "other")
        if prints.winner in ("black", "white"):
            black = prints.winner == "black"
        if prints.winner == "none" or prints.winner == ("white only" if black else "black only"):
            return ""
        delimiter = self.text([prints.delimiter] * prints.delimits_winner)
        return delimiter + self._ended(prints.black_wins if black else prints.white_wins)

    def error(self, number: int) -> str:
        """Return what is printed for one of the six errors."""
        prints = self.prints
        text: str = getattr(prints, f"error_{number}")
        delimiter = self.text([prints.delimiter] * prints.delimits_errors)
        return delimiter + (self._ended(text) if prints.error_printed else "")

    def refusal(self, text: str) -> str:
        """Return what is printed for a line that the program does not take."""
        return self._ended(text)


@lru_cache(maxsize=600)
def printer(prints: Prints) -> Printer:
    """Return the printer for these knobs; equal knobs share one and its cached rows."""
    return Printer(prints)
