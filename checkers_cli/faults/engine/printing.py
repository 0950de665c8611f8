"""Formats the lines of a transcript, for any setting of the knobs."""

from functools import lru_cache

from checkers_cli.faults.engine.knobs import Prints
from checkers_cli.faults.engine.mailbox import BLACK, OPPONENT, Board
from checkers_cli.faults.engine.tree import LIMIT, cost, negated


class Printer:
    """Formats boards, actions, errors and winners as lines."""

    def __init__(self, prints: Prints) -> None:
        self.prints = prints
        self._rows: dict[tuple[int, str], str] = {}

    def text(self, lines: list[str], first: bool) -> str:
        """Join lines. The newline of the last one is printed with the next text, or by `end`."""
        end = self.prints.trailing + self.prints.line_end
        return ("" if first else end) + end.join(lines)

    def end(self) -> str:
        """Return what follows the last line of the output."""
        prints = self.prints
        return prints.trailing + (prints.line_end if prints.final_newline else "")

    def board(self, board: Board) -> list[str]:
        """Return the lines of a board."""
        prints = self.prints
        lines = [prints.columns, prints.rule]
        numbers = range(8, 0, -1) if prints.upside_down else range(1, 9)
        for number in numbers:
            lines.append(self._row(number, "".join(board[8 * number - 8 : 8 * number])))
            if prints.rules_between:
                lines.append(prints.rule)
        if not prints.rules_between:
            lines.append(prints.rule)
        return lines + [""] * prints.blank_after_boards

    def _row(self, number: int, men: str) -> str:
        if (number, men) not in self._rows:
            prints = self.prints
            cells = prints.between.join(men).replace(".", prints.empty)
            self._rows[number, men] = prints.row.format(number=number, men=cells)
        return self._rows[number, men]

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
        prints = self.prints
        marked = computed if prints.marks == "computed" else True
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

        `value` replaces the cost of the board, for the fault that prints the value of a node.
        """
        prints = self.prints
        if value is None:
            value = cost(board, prints)
        if prints.limit_printed and stuck:
            value = LIMIT[OPPONENT[player]]
        if prints.cost_for == "player" and player != BLACK:
            value = negated(value)
        return prints.cost.format(value)

    def winner(self, stuck: str) -> list[str]:
        """Return the lines for the end of a game in which this player cannot act."""
        prints = self.prints
        if prints.winner == "none":
            return []
        black = (stuck != BLACK) is (prints.winner == "right")
        return [prints.delimiter] * prints.delimits_winner + [
            prints.black_wins if black else prints.white_wins
        ]

    def error(self, number: int) -> list[str]:
        """Return the lines for one of the six errors."""
        prints = self.prints
        text: str = getattr(prints, f"error_{number}")
        return [prints.delimiter] * prints.delimits_errors + [text] * prints.error_printed


@lru_cache(maxsize=600)
def printer(prints: Prints) -> Printer:
    """Return the printer for these knobs; equal knobs share one and its cached rows."""
    return Printer(prints)
