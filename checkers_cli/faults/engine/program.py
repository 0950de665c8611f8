"""A second, slow implementation of the tower game, with a knob for every decision.

It shares no code with the fast engine, so that each checks the other. With the default knobs it
prints what the assignment asks for; with other values, what a program with these faults prints.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace

from checkers_cli.faults.engine.checking import check_action
from checkers_cli.faults.engine.choosing import ComputedAction, TreeSearch, tree_search
from checkers_cli.faults.engine.knobs import INT_MAX, INT_MIN, REFERENCE, Knobs
from checkers_cli.faults.engine.mailbox import (
    BLACK,
    OPPONENT,
    OWNER,
    TOWER_OF,
    WHITE,
    Action,
    Board,
    act,
    actions,
    can_act,
    has_men,
    move_tables,
    start_board,
)
from checkers_cli.faults.engine.printing import printer
from checkers_cli.faults.engine.reading import (
    ACTION,
    COMMAND,
    COUNTED,
    END,
    MALFORMED,
    TAKEN,
    Statement,
    cell_as_read,
    statements,
)
from checkers_cli.faults.engine.tree import cost

_WORK_OF_START = 4  # what it takes to begin a run, in actions that are carried out

# What a run does next.
_HEAD, _READ, _AFTER_ACTION, _COMPUTE, _AFTER_COMMAND, _END, _DONE, _ENDED = range(8)

# The board, the player, the number of the action, ...: see `ProgramRun.state`. Nothing in it is
# changed in place.
RunState = tuple[Board, str, int, int, int, int, int, bool, bool, bool, bool, int, str]


class Malformed(ValueError):
    """A line of the script that is neither an action nor a command, or follows the command."""

    def __init__(self, line_number: int, text: str, transcript_so_far: str = "") -> None:
        super().__init__(f"line {line_number}: malformed input: {text!a}")
        self.line_number = line_number
        self.text = text
        self.transcript_so_far = transcript_so_far


class Prepared:
    """What a program needs for all its runs: tables, searches and printer of its knobs."""

    def __init__(self, knobs: Knobs) -> None:
        self.knobs = knobs
        self.tables = move_tables(knobs.script, REFERENCE.tree)
        # Whether a player can act is asked of the code that makes the children of a node.
        self.made = move_tables(knobs.tree_moves, REFERENCE.tree)
        self.search = self.search_of_p = tree_search(knobs.tree, knobs.tree_moves)
        if knobs.plays.p_depth:
            tree = replace(knobs.tree, depth=knobs.plays.p_depth)
            self.search_of_p = tree_search(tree, knobs.tree_moves)
        self.printer = printer(knobs.prints)


_PREPARED: dict[int, Prepared] = {}
_MOST_PREPARED = 600


def _prepared(knobs: Knobs) -> Prepared:
    """Return what the runs of a program need, the same each time.

    The key is the identity, because to hash all knobs takes as long as to play many a script. What
    is kept holds its knobs, so no other knobs can get their identity.
    """
    found = _PREPARED.get(id(knobs))
    if found is None:
        if len(_PREPARED) >= _MOST_PREPARED:
            _PREPARED.clear()
        found = _PREPARED[id(knobs)] = Prepared(knobs)
    return found


class ProgramRun:
    """A run of a program on a script: what it reads, its game, and what it does next."""

    def __init__(
        self, prepared: Prepared, script: tuple[Statement, ...], board: Board, player: str = BLACK
    ) -> None:
        self.knobs, self.script, self.board, self.player = prepared.knobs, script, board, player
        self.tables, self.made, self.printer = prepared.tables, prepared.made, prepared.printer
        self.search, self.search_of_p = prepared.search, prepared.search_of_p
        self.number = self.computed = self.at = self.left = 0
        self.next = _HEAD
        self.play = self.command_done = self.commanded = self.failed = False
        self.kept_cost = cost(board)
        self.work = _WORK_OF_START  # what was done, in units of about the same time
        self.held = ""  # the newline of the last piece, if the last newline of all is not printed

    def state(self) -> RunState:
        """Return the state of this run, which `resume` takes."""
        return (
            self.board, self.player, self.number, self.computed, self.at, self.left, self.next,
            self.play, self.command_done, self.commanded, self.failed, self.kept_cost, self.held,
        )  # fmt: skip

    def resume(self, state: RunState) -> None:
        """Go on from a state of another run, of a program that reads the script in the same way."""
        (
            self.board, self.player, self.number, self.computed, self.at, self.left, self.next,
            self.play, self.command_done, self.commanded, self.failed, self.kept_cost, self.held,
        ) = state  # fmt: skip

    @property
    def computing(self) -> bool:
        """Whether an action is computed next."""
        return self.next == _COMPUTE

    def next_piece(self) -> str | None:
        """Go on until something may have been printed, and return it; None at the end."""
        prints = self.knobs.prints
        newline = "" if prints.final_newline else prints.line_end
        piece = self._step()
        if piece is None:
            return None
        if newline and piece:
            piece, self.held = self.held + piece, ""
            if piece.endswith(newline) and self.next != _ENDED:
                piece, self.held = piece.removesuffix(newline), newline
        return piece

    def _step(self) -> str | None:
        doing = self.next
        if doing == _HEAD:
            self.next = _READ
            return self._head()
        if doing == _READ:
            return self._read()
        if doing == _AFTER_ACTION:
            return self._after_action()
        if doing == _COMPUTE:
            return self._compute()
        if doing == _AFTER_COMMAND:
            return self._after_command()
        if doing == _END:
            return self._end()
        return self._last_lines() if doing == _DONE else None

    def _last_lines(self) -> str:
        self.next = _ENDED
        prints = self.knobs.prints
        lines = [prints.delimiter] * prints.delimits_end + [""] * prints.blank_at_end
        text = self.held + self.printer.text(lines)
        self.held = ""
        return text if prints.final_newline else text.removesuffix(prints.line_end)

    def _head(self) -> str:
        printer, prints = self.printer, self.knobs.prints
        acts = bool(self.script) and self.script[0].kind == ACTION
        if prints.without_actions != "usual" and not acts:
            return printer.refusal(prints.without_actions)
        return printer.text(printer.heads(self.board)) + printer.board(self.board)

    def _read(self) -> str:
        """Carry out the next line of the script."""
        if self.at == len(self.script):
            self.next = _END
            return ""
        statement = self.script[self.at]
        self.at += 1
        reads = self.knobs.reads
        if self.command_done and (self.commanded or not reads.goes_on) and not reads.repeats:
            if self.commanded and statement.kind in (ACTION, COMMAND, MALFORMED):
                # The command is the last thing in a script.
                raise Malformed(statement.line_number, statement.text)
            self.next = _END
            return ""
        if statement.kind in (COMMAND, TAKEN):
            self.commanded = statement.kind == COMMAND
            return self._begin_command(statement.text)
        if statement.kind == ACTION:
            if reads.column_a == "at once" and statement.text[:1] == "A":
                return self._begin_command("A")
            if not (self.failed and reads.after_error == "command"):
                return self._try_action(statement)
            return ""
        if statement.kind == MALFORMED:
            raise Malformed(statement.line_number, statement.text)
        if statement.kind == COUNTED:
            self.number += 1
            return ""
        self.next = _END
        return "" if statement.kind == END else self.printer.refusal(statement.text)

    def _begin_command(self, letter: str) -> str:
        plays = self.knobs.plays
        self.command_done = True
        if letter in self.knobs.reads.commands:
            self.play = letter == "P"
            done = self.number if plays.p_to_number else 0
            self.left = plays.p - done if self.play else plays.a
            self.next = _COMPUTE if self.left > 0 else _AFTER_COMMAND
        return ""

    def _try_action(self, statement: Statement) -> str:
        """Carry out an action of the script, or print its error."""
        knobs, reads = self.knobs, self.knobs.reads
        if knobs.plays.winner_in_script == "next" and self.loser():
            self.next = _DONE
            return self._winner(self.loser())
        source, target = (cell_as_read(cell, knobs) for cell in statement.cells or ("", ""))
        if knobs.checks.white_opens and not self.number:
            self.player = self._owner(source)
        found = check_action(self.board, self.player, source, target, knobs, self.tables)
        if isinstance(found, Action):
            text = self._carry_out(found, statement.text)
            if knobs.plays.winner_instead and self.loser():
                self.next = _DONE
                return self._winner(self.loser())
            self.next = _AFTER_ACTION
            return text
        text = ""
        if knobs.prints.attempt_printed:
            title = self.printer.title(self.player, self.number + 1, statement.text, False)
            text = self.printer.text([*self.printer.delimiter(computed=False), title])
        text += self.printer.error(found)
        self.failed = True
        if reads.error_counts:
            self.number += 1
            self.player = OPPONENT[self.player]
        if reads.after_error == "stop":
            self.next = _DONE
            if reads.column_a.endswith("after error") and statement.text[:1] == "A":
                self._begin_command("A")
        elif reads.after_error == "actions, turn lost":
            self.player = OPPONENT[self.player]
        return text

    def _after_action(self) -> str:
        """Print the winner after an action of the script, as some programs do."""
        self.next = _READ
        plays = self.knobs.plays
        loser = self.loser() if plays.winner_in_script in ("stop", "go on") else ""
        if not loser:
            return ""
        if plays.winner_in_script == "stop":
            self.next = _DONE
        return self._winner(loser)

    def _owner(self, cell: str) -> str:
        on = self.board["12345678".index(cell[1]) * 8 + "ABCDEFGH".index(cell[0])] if (
            len(cell) == 2 and cell[0] in "ABCDEFGH" and cell[1] in "12345678"
        ) else ""  # fmt: skip
        return OWNER.get(on, self.player)

    def _end(self) -> str:
        """Do what is left at the end of the script."""
        self.next = _DONE
        knobs, last = self.knobs, self.script[self.at - 1] if self.at else None
        if self.command_done or (self.failed and knobs.reads.after_error == "stop"):
            return ""
        if (
            knobs.reads.column_a.startswith("at end")
            and last is not None
            and last.kind in (ACTION, END)
            and last.text[:1] == "A"
        ):
            return self._begin_command("A")
        if knobs.plays.winner_at_end and self.loser():
            return self._winner(self.loser())
        return ""

    def _compute(self) -> str:
        """Compute and carry out an action of the command A or P."""
        plays = self.knobs.plays
        self.left -= 1
        if self.left == 0:
            self.next = _AFTER_COMMAND
        loser = OPPONENT[self.player]
        if plays.over == "either" and self._is_stuck(loser):
            return self._game_over(loser)
        choice = self._computed_action()
        self.work += 1 if choice is None else choice.work
        if choice is None and plays.passes:
            choice = self._pass_turn()
        if choice is None:
            return self._game_over(self.player)
        loser = self._foreseen(choice.root_value)
        if loser and not plays.foreseen_after:
            return self._game_over(loser)
        if self.knobs.prints.numbers == "nodes":
            self.number += self._search().count_nodes(self.board, self.player) - 1
        text = self._carry_out(choice.action, choice.action.name, choice)
        if plays.winner_instead and self.loser():
            self.next = _DONE
            return self._winner(self.loser())
        if plays.p_same_player:
            self.player = OPPONENT[self.player]
        return text + self._game_over(loser) if loser else text

    def _game_over(self, loser: str) -> str:
        reads = self.knobs.reads
        if self.knobs.plays.stops:
            reads_on = reads.goes_on or (self.commanded and not reads.repeats)
            self.next = _READ if reads_on else _DONE
            return self._winner(loser)
        text = self._winner(loser)
        turn = self.knobs.plays.turn_after_end
        if turn:
            self.player = OPPONENT[self.player]
            self.number += turn == "counted"
        return text

    def _after_command(self) -> str:
        plays = self.knobs.plays
        # A command that was carried out after an error is the last thing that is done.
        self.next = _DONE if self.failed and self.knobs.reads.after_error == "stop" else _READ
        stuck = (plays.winner_after_p if self.play else plays.winner_after_a) and self.loser()
        if stuck or (self.play and plays.winner_always):
            return self._winner(self.loser() or self.player)
        return ""

    def _computed_action(self) -> ComputedAction | None:
        """Compute the next action; None if there is none."""
        if self.knobs.plays.acts != "all" and self.stuck():
            return None
        return self._search().choose(self.board, self.player)

    def _search(self) -> TreeSearch:
        """Return the search that computes the next action."""
        search = self.search_of_p if self.play else self.search
        if self.play and self.knobs.plays.p_goes_on_in_tree:
            used = self.computed % search.depth
            tree = replace(search.tree, depth=search.depth - used)
            search = tree_search(tree, self.knobs.tree_moves)
        return search

    def _pass_turn(self) -> ComputedAction | None:
        """Pass the turn and compute an action of the other player; None if neither can act."""
        self.player = OPPONENT[self.player]
        choice = self._computed_action()
        if choice is None:
            self.player = OPPONENT[self.player]
        return choice

    def _foreseen(self, value: int) -> str:
        """Return who loses for certain, if the program gives up then; else an empty text."""
        foreseen = self.knobs.plays.foreseen
        if not foreseen or INT_MIN < value < INT_MAX:
            return ""
        loser = BLACK if value == INT_MIN else WHITE
        counts = {
            "both": True,
            "lost": loser == self.player,
            "won": loser != self.player,
            "black wins": loser == WHITE,
            "white wins": loser == BLACK,
        }[foreseen]
        return loser if counts else ""

    def _carry_out(self, action: Action, name: str, choice: ComputedAction | None = None) -> str:
        """Carry out and print an action; `choice` is given if the action was computed."""
        knobs, prints = self.knobs, self.knobs.prints
        before, player, computed = self.board, self.player, choice is not None
        if choice is not None and knobs.tree.board_shown:
            self.board = choice.board
        elif action.source >= 0:
            self.board = act(before, action, self.tables)
        if not (knobs.plays.captor_goes_on and action.captured and self._captures(action.target)):
            self.player = OPPONENT[player]
        self.number += 1
        self.work += 1
        number = self.number
        self.computed += computed
        if computed and prints.numbers != "all":
            number = {
                "each side": number,
                "computed apart": self.computed,
                "computed not counted": number - self.computed,
                "computed alike": number - self.computed + 1,
                "nodes": number,
            }[prints.numbers]
        costed = self._costed(before, action, computed)
        shown = before if prints.board_of == "before" else self.board
        stuck = prints.limit_printed and self.stuck()
        value = choice.value if choice is not None and prints.cost_of == "value" else None
        named = player
        if computed and self.play and prints.named == "P from black":
            named = BLACK if self.computed % 2 else WHITE
        if prints.cost_kept:
            self.kept_cost += self._cost_change(before, action)
            value = self.kept_cost
        lines = [
            *self.printer.delimiter(computed),
            self.printer.title(named, number, name, computed),
            self.printer.cost(costed, player, stuck, value),
        ]
        return self.printer.text(lines) + self.printer.board(shown)

    def _costed(self, before: Board, action: Action, computed: bool) -> Board:
        """Return the board whose cost is printed after an action."""
        prints = self.knobs.prints
        kind = "computed" if computed else "scripted"
        if prints.cost_of in ("before", f"{kind} before"):
            return before
        if prints.cost_promotes_late in ("all", kind) and action.source >= 0:
            man = before[action.source]
            if self.board[action.target] == TOWER_OF.get(man):
                costed = self.board.copy()
                costed[action.target] = man
                return costed
        return self.board

    def _cost_change(self, before: Board, action: Action) -> int:
        """Return by how much an action changes a cost that is kept."""
        prints = self.knobs.prints
        change = 0
        for cell in action.captured:
            man = before[cell]
            if man in OWNER:
                worth = 3 if man in "BW" and prints.cost_kept == "men" else 1
                change += worth if OWNER[man] == WHITE else -worth
        if action.source >= 0 and before[action.source] in TOWER_OF:
            man = self.board[action.target]
            if man in "BW":
                change += prints.kept_promotion if man == "B" else -prints.kept_promotion
        return change

    def _captures(self, cell: int) -> bool:
        found = actions(self.board, self.player, self.tables)
        return any(action.source == cell and action.captured for action in found)

    def stuck(self) -> bool:
        """Tell whether the player to act has no action."""
        return self._is_stuck(self.player)

    def _is_stuck(self, player: str) -> bool:
        acts = self.knobs.plays.acts
        if acts == "all":
            return not can_act(self.board, player, self.made)
        found = actions(self.board, player, self.made)
        if acts == "by pieces":
            return all(self.board[action.source] in TOWER_OF.values() for action in found)
        return all(action.captured for action in found)

    def loser(self) -> str:
        """Return who has lost, as the program sees it; an empty text if nobody has."""
        if self.stuck():
            return self.player
        other = OPPONENT[self.player]
        either = self.knobs.plays.over == "either"
        return other if either and self._is_stuck(other) else ""

    def _winner(self, loser: str) -> str:
        if self.knobs.plays.blocked_ends or not has_men(self.board, loser):
            winner = self.knobs.prints.winner
            if winner == "by cost":
                loser = WHITE if cost(self.board) > 0 else BLACK
            how = "blocked" if has_men(self.board, loser) else "captured"
            if winner == f"other if {how}":
                loser = OPPONENT[loser]
            return self.printer.winner(loser)
        return ""


def start_run(
    script: bytes | str, knobs: Knobs = REFERENCE, board: Board | None = None, player: str = BLACK
) -> ProgramRun:
    """Return a run of a program that has not yet begun."""
    begun = start_board() if board is None else board
    return ProgramRun(_prepared(knobs), statements(script, knobs), begun, player)


def output_pieces(
    script: bytes | str, knobs: Knobs = REFERENCE, board: Board | None = None, player: str = BLACK
) -> Iterator[str]:
    """Yield the output of a program piece by piece; raise `Malformed` at a malformed line."""
    run = start_run(script, knobs, board, player)
    while (piece := run.next_piece()) is not None:
        yield piece


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
        # No `extend`: compiled, it adds nothing if the generator raises.
        for piece in output_pieces(script, knobs, board, player):
            pieces.append(piece)
    except Malformed as malformed:
        raise Malformed(malformed.line_number, malformed.text, "".join(pieces)) from None
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
