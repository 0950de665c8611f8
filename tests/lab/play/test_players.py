import shlex

import pytest

from checkers_cli.lab.games.game import Draws, Game
from checkers_cli.lab.play.players import (
    HIGHEST,
    HUMAN,
    LOWEST,
    MACHINE,
    Players,
    agreed_draws,
    plan_of,
)
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TOWER, Variant
from checkers_cli.search.searches import DEEPEST_SEARCH, NEGASCOUT
from checkers_cli.util.errors import UnusableInput


@pytest.mark.parametrize(
    ("variant", "has_human", "asked", "draws"),
    [
        (TOWER, True, (None, None, None), (0, 0, 0)),
        (TOWER, False, (None, None, None), (0, 0, 100)),
        (TOWER, False, (3, None, 0), (3, 0, 0)),
        (ENGLISH, False, (None, None, None), (3, 40, 0)),
        (ENGLISH, True, (0, 20, 50), (0, 20, 50)),
        (ENGLISH, True, (0, 0, None), (0, 0, 0)),
        (TICTACTOE, False, (None, None, None), (0, 0, 0)),
    ],
)
def test_draws(
    variant: Variant,
    has_human: bool,
    asked: tuple[int | None, int | None, int | None],
    draws: tuple[int, int, int],
) -> None:
    assert agreed_draws(variant, has_human, *asked) == Draws(*draws)


def test_two_machines_need_an_end() -> None:
    with pytest.raises(UnusableInput, match="could play for ever; give --rounds"):
        agreed_draws(TOWER, False, rounds=0)


def test_titles() -> None:
    assert Players().title == "tower: black (human) against white (machine, level 4)"
    players = Players(TICTACTOE, MACHINE, HUMAN, 9)
    assert players.title == "tictactoe: x (machine, level 9) against o (human)"


@pytest.mark.parametrize(
    ("players", "start", "file", "words"),
    [
        (Players(), None, None, ""),
        (Players(), "B:WC6:BKA6", None, "--position B:WC6:BKA6"),
        (Players(), "B:WC6:BKA6", "a b", "--load 'a b' --position B:WC6:BKA6"),
        (Players(ENGLISH), "B:WC6:BKA6", "game", "--variant english --load game"),
        (
            Players(TICTACTOE, MACHINE, HUMAN, 9),
            "x../.../...",
            None,
            "--variant tictactoe --x machine --o human --level 9 --position 'x../.../... o'",
        ),
        (
            Players(ENGLISH, evaluation="contest", draws=Draws(3, 40, 7)),
            None,
            None,
            "--variant english --evaluation contest --rounds 7",
        ),
    ],
)
def test_the_continue_command_restores_players_and_position(
    players: Players, start: str | None, file: str | None, words: str
) -> None:
    game = Game(players.variant, players.variant.read(start) if start else None)
    command = players.continue_command(game, file)
    assert command == f"checkers play {words}".strip()
    assert shlex.split(command)


def test_a_name_that_cannot_be_printed_does_nothing_to_the_terminal() -> None:
    players = Players()
    command = players.continue_command(Game(players.variant), "a\x1b[31m")
    assert command == r"checkers play --load 'a\x1b[31m'"


@pytest.mark.parametrize("level", range(LOWEST, 7))
def test_the_lower_levels_look_so_many_actions_ahead(level: int) -> None:
    plan = plan_of(level, TOWER)
    assert (plan.search, plan.depth, plan.seconds) == (NEGASCOUT, level, 0)
    assert plan.table
    assert plan.ordering
    assert plan.shortest


@pytest.mark.parametrize(("level", "seconds"), [(7, 1), (8, 3), (HIGHEST, 10)])
def test_the_upper_levels_look_at_the_clock(level: int, seconds: int) -> None:
    assert plan_of(level, TOWER)[1:3] == (DEEPEST_SEARCH, seconds)


def test_the_machine_does_not_search_beyond_a_full_board() -> None:
    assert plan_of(9, TICTACTOE).depth == 9
