"""A second, slow implementation of the tower game, with a knob for every decision.

It shares no code with the fast engine, so that each checks the other. With the default knobs it
prints what the assignment asks for; with other values, what a program with these faults prints.
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
    has_men,
    move_tables,
    start_board,
)
from checkers_cli.faults.engine.printing import printer
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
    """A line of the script: an action, a command, or malformed."""

    def __init__(self, line_number: int, raw: str) -> None:
        self.line_number = line_number
        self.raw = raw
        self.text = raw.strip(AROUND_A_LINE)
        shape = ACTION_SHAPE.fullmatch(self.text)
        self.cells = (shape[1], shape[2]) if shape else None


def statements(script: bytes | str, knobs: Knobs = REFERENCE) -> list[Statement]:
    """Return the lines that a program reads, without blank lines."""
    reads = knobs.reads
    # Bytes that are not UTF-8 become backslashes, which make a line malformed.
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
    """A run of a program: the state of its game, and the lines that it prints."""

    def __init__(self, knobs: Knobs, board: Board, player: str) -> None:
        self.knobs, self.board, self.player = knobs, board, player
        self.number = self.computed = 0
        self.tables = move_tables(knobs.script, REFERENCE.tree)
        self.search = tree_search(knobs.tree, knobs.tree_moves)
        self.printer = printer(knobs.prints)
        self.lines = [*self.printer.heads(board), *self.printer.board(board)]

    def take_lines(self) -> list[str]:
        """Return the lines since the last call."""
        lines, self.lines = self.lines, []
        return lines

    def stuck(self) -> bool:
        """Tell whether the player to act has no action."""
        return not actions(self.board, self.player, self.tables)

    def carry_out(self, action: Action, name: str, choice: ComputedAction | None = None) -> None:
        """Carry out and print an action; `choice` is given if the action was computed."""
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
        found = actions(self.board, self.player, self.tables)
        return any(action.source == cell and action.captured for action in found)

    def try_action(self, text: str, cells: tuple[str, str]) -> bool:
        """Carry out an action of the script, or print its error; tell whether it was legal."""
        source, target = (cell_as_read(cell, self.knobs) for cell in cells)
        found = check_action(self.board, self.player, source, target, self.knobs, self.tables)
        if isinstance(found, Action):
            self.carry_out(found, text)
            return True
        if self.knobs.prints.attempt_printed:
            self.lines += self.printer.delimiter(computed=False)
            title = self.printer.title(self.player, self.number + 1, text, False)
            self.lines.append(title)
        self.lines += self.printer.error(found)
        return False

    def carry_out_command(self, play: bool) -> Iterator[None]:
        """Carry out the command A or P (`play`); yield after each action and after the winner."""
        plays = self.knobs.plays
        done = self.number if plays.p_to_number else 0
        for _ in range(plays.p - done if play else plays.a):
            choice = self.compute_action()
            if choice is None and plays.passes:
                choice = self.pass_turn()
            if choice is None:
                self.print_winner()
                yield
                if plays.stops:
                    return
                continue
            if self.knobs.prints.numbers == "nodes":
                self.number += choice.nodes - 1
            self.carry_out(choice.action, choice.action.name, choice)
            if plays.p_same_player:
                self.player = OPPONENT[self.player]
            yield
        stuck = (plays.winner_after_p if play else plays.winner_after_a) and self.stuck()
        if stuck or (play and plays.winner_always):
            self.print_winner()

    def compute_action(self) -> ComputedAction | None:
        """Compute the next action; None if there is none."""
        if not self.knobs.plays.towers_act_on:
            found = actions(self.board, self.player, self.tables)
            if all(self.board[action.source] in TOWER_OF.values() for action in found):
                return None
        return self.search.choose(self.board, self.player)

    def pass_turn(self) -> ComputedAction | None:
        """Pass the turn and compute an action of the other player; None if neither can act."""
        self.player = OPPONENT[self.player]
        choice = self.compute_action()
        if choice is None:
            self.player = OPPONENT[self.player]
        return choice

    def print_winner(self) -> None:
        """Print the winner, because the player to act has no action."""
        if self.knobs.plays.blocked_ends or not has_men(self.board, self.player):
            self.lines += self.printer.winner(self.player)


def output_pieces(
    script: bytes | str, knobs: Knobs = REFERENCE, board: Board | None = None, player: str = BLACK
) -> Iterator[str]:
    """Yield the output of a program piece by piece; raise `Malformed` at a malformed line."""
    run = ProgramRun(knobs, start_board() if board is None else board, player)
    first = True
    for _ in _carry_out(run, statements(script, knobs)):
        lines = run.take_lines()
        if lines:
            yield run.printer.text(lines, first)
            first = False
    prints = knobs.prints
    last = [prints.delimiter] * prints.delimits_end + [""] * prints.blank_at_end
    lines = run.take_lines() + last
    if lines:
        yield run.printer.text(lines, first)
    yield run.printer.end()


def _carry_out(run: ProgramRun, script: list[Statement]) -> Iterator[None]:
    """Carry out the script, and yield whenever lines may have been printed."""
    yield
    reads = run.knobs.reads
    command_done = failed = False
    for statement in script:
        if statement.text in COMMAND_LETTERS and not command_done:
            command_done = True
            if _is_recognised(statement, run.knobs):
                yield from run.carry_out_command(statement.text == "P")
        elif statement.cells is None or command_done:  # the command is the last thing in a script
            raise Malformed(statement.line_number, statement.text)
        elif not (failed and reads.after_error == "command"):
            failed = not run.try_action(statement.text, statement.cells) or failed
            yield
            if failed and reads.after_error == "stop":
                return
            if failed and reads.after_error == "actions, turn lost":
                run.player = OPPONENT[run.player]
                failed = False
    if run.knobs.plays.winner_at_end and not command_done and run.stuck():
        run.print_winner()


def _is_recognised(statement: Statement, knobs: Knobs) -> bool:
    """Tell whether a program recognises a command."""
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
    """Return the whole output; raise `Malformed` with the output before the malformed line."""
    pieces: list[str] = []
    try:
        pieces.extend(output_pieces(script, knobs, board, player))
    except Malformed as malformed:
        text = "".join(pieces) + printer(knobs.prints).end()
        raise Malformed(malformed.line_number, malformed.text, text) from None
    return "".join(pieces)


def main() -> int:
    """Print the transcript of standard input; exit status 1 after an error, 2 if malformed."""
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
