"""A second, slow and plain implementation of the tower game, with every decision as a knob.

Written from RULES.md alone and sharing no code with the fast engine, so that each can check the
other. With all knobs at their right setting it is the reference; with some of them turned it prints
what a program with these faults prints.
"""

import re
import sys
from collections.abc import Iterator

from checkers_cli.faults.engine.checking import cell_as_read, check_action
from checkers_cli.faults.engine.knobs import REFERENCE, Knobs
from checkers_cli.faults.engine.mailbox import (
    BLACK,
    OPPONENT,
    TOWER_OF,
    Action,
    Board,
    act,
    actions,
    move_tables,
    start_board,
)
from checkers_cli.faults.engine.printing import has_men, printer
from checkers_cli.faults.engine.tree import ComputedAction, tree_search

AROUND_A_LINE = " \t\r"
ACTION_SHAPE = re.compile(r"([A-Za-z][0-9]+)-([A-Za-z][0-9]+)")
COMMAND_LETTERS = ("A", "P")


class Malformed(ValueError):
    """A line of the script that is neither an action nor a command, or follows the command."""

    def __init__(self, line_number: int, text: str, transcript_so_far: str = "") -> None:
        super().__init__(f"line {line_number}: malformed input: {text!a}")
        self.line_number = line_number
        self.text = text
        self.transcript_so_far = transcript_so_far


class Statement:
    """A line of the script: an action or a command."""

    def __init__(self, line_number: int, raw: str) -> None:
        self.line_number = line_number
        self.raw = raw
        self.text = raw.strip(AROUND_A_LINE)
        shape = ACTION_SHAPE.fullmatch(self.text)
        self.cells = (shape[1], shape[2]) if shape else None


def statements(script: bytes | str, knobs: Knobs = REFERENCE) -> list[Statement]:
    """The lines that a program reads, blank ones left out."""
    reads = knobs.reads
    # Bytes that are not UTF-8 become backslashes, which no action or command has.
    text = script if isinstance(script, str) else script.decode("utf-8", "backslashreplace")
    lines = text.split("\n")
    if not reads.unended_line and lines[-1].strip(AROUND_A_LINE):
        lines.pop()
    found = []
    for line_number, raw in enumerate(lines, start=1):
        if raw.strip(AROUND_A_LINE):
            found.append(Statement(line_number, raw))
        elif reads.to_blank_line:
            break
    if reads.most_actions:
        found = found[: reads.most_actions]
    return found[0 if reads.first_line else 1 : len(found) if reads.last_line else -1]


class ProgramRun:
    """A game under way: what is printed comes piece by piece."""

    def __init__(self, knobs: Knobs, board: Board, player: str) -> None:
        self.knobs, self.board, self.player = knobs, board, player
        self.number = self.computed = 0
        self.rules = move_tables(knobs.script, REFERENCE.tree)
        self.thinker = tree_search(knobs.tree, knobs.tree_moves)
        self.printer = printer(knobs.prints)
        self.lines = [*self.printer.heads(board), *self.printer.board(board)]

    def take_lines(self) -> list[str]:
        """The lines since the last time."""
        lines, self.lines = self.lines, []
        return lines

    def stuck(self) -> bool:
        """Whether the player to act cannot act."""
        return not actions(self.board, self.player, self.rules)

    def do(self, action: Action, name: str, choice: ComputedAction | None = None) -> None:
        """Carry out and print one action, of the script or chosen by computing."""
        knobs, prints = self.knobs, self.knobs.prints
        before, player, computed = self.board, self.player, choice is not None
        if choice is not None and knobs.tree.board_shown:
            self.board = choice.board
        elif action.source >= 0:
            self.board = act(before, action, knobs.script)
        if not (knobs.plays.captor_goes_on and action.captured and self._captures(action.target)):
            self.player = OPPONENT[player]
        self.number += 1
        number = self.number
        if computed and prints.numbers != "all":
            self.computed += 1
            number = {
                "each side": number,
                "computed apart": self.computed,
                "computed not counted": number - self.computed,
                "computed alike": number - self.computed + 1,
                "nodes": number,
            }[prints.numbers]
        costed = before if prints.cost_of == "before" else self.board
        shown = before if prints.board_of == "before" else self.board
        stuck = prints.limit_printed and self.stuck()
        self.lines += self.printer.delimiter(computed)
        self.lines.append(self.printer.title(player, number, name, computed))
        value = choice.value if choice is not None and prints.cost_of == "value" else None
        self.lines.append(self.printer.cost(costed, player, stuck, value))
        self.lines += self.printer.board(shown)

    def _captures(self, cell: int) -> bool:
        found = actions(self.board, self.player, self.rules)
        return any(action.source == cell and action.captured for action in found)

    def attempt(self, text: str, cells: tuple[str, str]) -> bool:
        """Carry out an action of the script; whether it was legal."""
        source, target = (cell_as_read(cell, self.knobs) for cell in cells)
        found = check_action(self.board, self.player, source, target, self.knobs, self.rules)
        if isinstance(found, Action):
            self.do(found, text)
            return True
        if self.knobs.prints.attempt_printed:
            self.lines += self.printer.delimiter(computed=False)
            title = self.printer.title(self.player, self.number + 1, text, False)
            self.lines.append(title)
        self.lines += self.printer.error(found)
        return False

    def compute(self, play: bool) -> Iterator[None]:
        """Carry out computed actions, a new tree for each, or print the winner and stop."""
        plays = self.knobs.plays
        done = self.number if plays.p_to_number else 0
        for _ in range(plays.p - done if play else plays.a):
            choice = self.choice()
            if choice is None and plays.passes:
                choice = self.passed()
            if choice is None:
                self.end()
                yield
                if plays.stops:
                    return
                continue
            if self.knobs.prints.numbers == "nodes":
                self.number += choice.nodes - 1
            self.do(choice.action, choice.action.name, choice)
            if plays.p_same_player:
                self.player = OPPONENT[self.player]
            yield
        stuck = (plays.winner_after_p if play else plays.winner_after_a) and self.stuck()
        if stuck or (play and plays.winner_always):
            self.end()

    def choice(self) -> ComputedAction | None:
        """The action that is computed next."""
        if not self.knobs.plays.towers_act_on:
            found = actions(self.board, self.player, self.rules)
            if all(self.board[action.source] in TOWER_OF.values() for action in found):
                return None
        return self.thinker.choose(self.board, self.player)

    def passed(self) -> ComputedAction | None:
        """What the other player computes instead; if there is nothing, the turn stays."""
        self.player = OPPONENT[self.player]
        choice = self.choice()
        if choice is None:
            self.player = OPPONENT[self.player]
        return choice

    def end(self) -> None:
        """Say that the player to act is stuck."""
        if self.knobs.plays.blocked_ends or not has_men(self.board, self.player):
            self.lines += self.printer.winner(self.player)


def output_pieces(
    script: bytes | str,
    knobs: Knobs = REFERENCE,
    board: Board | None = None,
    player: str = BLACK,
) -> Iterator[str]:
    """What a program with these knobs prints, piece by piece; raises `Malformed`."""
    game = ProgramRun(knobs, start_board() if board is None else board, player)
    first = True
    for _ in _played(game, statements(script, knobs)):
        lines = game.take_lines()
        if lines:
            yield game.printer.text(lines, first)
            first = False
    prints = knobs.prints
    last = [prints.delimiter] * prints.delimits_end + [""] * prints.blank_at_end
    lines = game.take_lines() + last
    if lines:
        yield game.printer.text(lines, first)
    yield game.printer.end()


def _played(game: ProgramRun, script: list[Statement]) -> Iterator[None]:
    """Goes through a script, and stops wherever something has been printed."""
    yield
    reads = game.knobs.reads
    command_done = failed = False
    for statement in script:
        if statement.text in COMMAND_LETTERS and not command_done:
            command_done = True
            if _known(statement, game.knobs):
                yield from game.compute(statement.text == "P")
        elif statement.cells is None or command_done:  # the command is the last thing in a script
            raise Malformed(statement.line_number, statement.text)
        elif not (failed and reads.after_error == "command"):
            failed = not game.attempt(statement.text, statement.cells) or failed
            yield
            if failed and reads.after_error == "stop":
                return
            if failed and reads.after_error == "actions, turn lost":
                game.player = OPPONENT[game.player]
                failed = False
    if game.knobs.plays.winner_at_end and not command_done and game.stuck():
        game.end()


def _known(statement: Statement, knobs: Knobs) -> bool:
    """Whether a program knows a command when it sees it."""
    reads, raw = knobs.reads, statement.raw
    if statement.text not in reads.commands:
        return False
    blanks = raw.strip("\r") != statement.text
    return (reads.commands_with_blanks or not blanks) and (
        reads.commands_with_cr or not raw.endswith("\r")
    )


def transcript(
    script: bytes | str,
    *,
    knobs: Knobs = REFERENCE,
    board: Board | None = None,
    player: str = BLACK,
) -> str:
    """The whole printed output for a script; raises `Malformed` with what was printed before."""
    pieces: list[str] = []
    try:
        pieces.extend(output_pieces(script, knobs, board, player))
    except Malformed as malformed:
        text = "".join(pieces) + printer(knobs.prints).end()
        raise Malformed(malformed.line_number, malformed.text, text) from None
    return "".join(pieces)


def main() -> int:
    """Print the transcript of standard input; 0, 1 after one of the six errors, 2 if malformed."""
    try:
        output = transcript(sys.stdin.buffer.read())
        status = 1 if output.splitlines()[-1].startswith("ERROR: ") else 0
    except Malformed as malformed:
        sys.stderr.write(f"{malformed}\n")
        output, status = malformed.transcript_so_far, 2
    sys.stdout.buffer.write(output.encode("ascii"))
    return status


if __name__ == "__main__":
    sys.exit(main())
