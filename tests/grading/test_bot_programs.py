"""Programs that play. Whole matches of them are in the tests of the command."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from grading.machine import needs_bubblewrap, needs_gcc

from checkers_cli.grading.bot_programs import Programs, move_limits
from checkers_cli.grading.sandbox.jobs import Ended, JudgeError
from checkers_cli.lab.games.game import Game
from checkers_cli.lab.match.bots import parse_bot
from checkers_cli.lab.match.fixtures import MatchSettings, fixtures_of
from checkers_cli.lab.match.matches import (
    CRASHED,
    ILLEGAL,
    TIMED_OUT,
    Forfeit,
    NotJudged,
)
from checkers_cli.lab.match.playing import play_game
from checkers_cli.rules.variants import CONTEST, TICTACTOE, VARIANTS
from checkers_cli.util.errors import UnusableInput

SOURCE = (Path(__file__).parent / "player.c").read_text()
# B3 to C4, whatever the board is.
STUBBORN = "import sys\nsys.stdin.read()\nprint(1)\nprint('2 1')\nprint('3 2')\n"


def program(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def player(folder: Path, **shares: int) -> str:
    """A player in C that does these things in so many of 100 boards."""
    defines = "".join(f"#define {what} {share}\n" for what, share in shares.items())
    return program(folder, "player.c", defines + SOURCE)


@contextmanager
def seated(path: str, seconds: float = 20, sandbox: str = "limits") -> Iterator[Programs]:
    limits = move_limits(seconds, 256)
    programs = Programs([parse_bot(path)], CONTEST, limits, sandbox, "")
    with programs.opened():
        yield programs


def chosen(path: str, game: Game, seconds: float = 20, sandbox: str = "limits") -> str:
    """What a program does in a game."""
    with seated(path, seconds, sandbox) as programs:
        return programs.player(parse_bot(path), game.variant, 0).choose(game).name


@needs_gcc
@needs_bubblewrap
@pytest.mark.parametrize("sandbox", ["limits", "bubblewrap"])
def test_sources_are_built_and_play(tmp_path: Path, sandbox: str) -> None:
    assert chosen(player(tmp_path), Game(CONTEST), sandbox=sandbox) == "B3-A4"


@needs_gcc
def test_captures_of_several_men(tmp_path: Path) -> None:
    board = "________/b_b_b_b_/___b____/__b_____/_w______/w_b___w_/_w_____b/w_____w_ w"
    game = Game(CONTEST, CONTEST.read(board.replace("_", ".").replace("/", " ")))
    name = chosen(player(tmp_path), game)
    assert name.count("x") >= 2
    assert name in [action.name for action in game.state.actions()]


@needs_gcc
def test_python_and_scripts_play_too(tmp_path: Path) -> None:
    assert chosen(program(tmp_path, "stubborn.py", STUBBORN), Game(CONTEST)) == "B3-C4"
    script = program(tmp_path, "script", "#!/bin/sh\nprintf '1\\n2 1\\n3 2\\n'\n")
    Path(script).chmod(0o755)
    assert chosen(script, Game(CONTEST)) == "B3-C4"
    folder = tmp_path / "folder"
    folder.mkdir()
    player(folder)
    assert chosen(str(folder), Game(CONTEST)) == "B3-A4"


@needs_gcc
@pytest.mark.parametrize(
    ("shares", "kind", "words"),
    [
        ({"CRASH": 100}, CRASHED, "crashed: signal SIGABRT"),
        ({"STATUS": 100}, CRASHED, "crashed: exit status 3"),
        ({"ENDLESS": 100}, TIMED_OUT, "had no answer after 0.2 s"),
        ({"ILLEGAL": 100}, ILLEGAL, "gave a wrong answer: illegal: A1-H8: A1 is empty"),
    ],
)
def test_a_failing_program_forfeits(
    tmp_path: Path, shares: dict[str, int], kind: str, words: str
) -> None:
    path = player(tmp_path, **shares)
    with pytest.raises(Forfeit) as raised:
        chosen(path, Game(CONTEST), seconds=0.2 if kind == TIMED_OUT else 20)
    assert (raised.value.kind, raised.value.words) == (kind, words)


@needs_gcc
def test_an_answer_that_is_not_even_text_is_wrong(tmp_path: Path) -> None:
    path = program(tmp_path, "noise.c", '#include <stdio.h>\nint main(void) { puts("\\377"); }\n')
    with pytest.raises(Forfeit, match="malformed") as raised:
        chosen(path, Game(CONTEST))
    assert raised.value.words.isprintable()


@needs_gcc
@pytest.mark.parametrize("variant", ["english", "flying", "tower"])
def test_other_games_with_men_are_played_by_the_same_protocol(tmp_path: Path, variant: str) -> None:
    path = program(tmp_path, "stubborn.py", STUBBORN)
    game = Game(VARIANTS[variant])
    if variant == "tower":
        game.act(game.state.actions()[0])  # black begins at the bottom; white is at the top
    assert chosen(path, game) == "B3-C4"


@needs_gcc
def test_our_own_bots_play_against_programs(tmp_path: Path) -> None:
    path = player(tmp_path)
    specs = (parse_bot(path), parse_bot("random"))
    settings = MatchSettings(specs, games=2, rounds=6)
    programs = Programs(specs, CONTEST, move_limits(20, 256), "limits", "")
    with programs.opened():
        record = play_game(settings, programs, os.getpid(), fixtures_of(settings)[0])
    assert record.forfeit == ""
    assert len(record.actions) > 4


@needs_gcc
def test_a_run_is_repeated_if_the_sandbox_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seated(player(tmp_path)) as programs:
        (path,) = programs.settings().keys() - {"move time", "memory", "sandbox"}
        run, failures = programs._run, [2]

        def failing(path: str, request: bytes) -> Ended:
            failures[0] -= 1
            if failures[0] >= 0:
                raise JudgeError("no memory left")
            return run(path, request)

        monkeypatch.setattr(programs, "_run", failing)
        spec = parse_bot(path.removeprefix("content of "))
        assert programs.player(spec, CONTEST, 0).choose(Game(CONTEST)).name == "B3-A4"
        failures[0] = 3
        with pytest.raises(NotJudged, match="the sandbox failed, not a bot: no memory left"):
            programs.player(spec, CONTEST, 0).choose(Game(CONTEST))


@needs_gcc
def test_unusable_programs_are_reported_before_the_first_game(tmp_path: Path) -> None:
    with (
        pytest.raises(UnusableInput, match=r"does not build: .*error: "),
        seated(program(tmp_path, "broken.c", "int main(void) { return x; }\n")),
    ):
        pass
    script = program(tmp_path, "script", "#!/no/such/interpreter\n")
    Path(script).chmod(0o755)
    with pytest.raises(UnusableInput, match="script: could not be started"), seated(script):
        pass
    with pytest.raises(UnusableInput, match="no such file or directory"), seated("./missing"):
        pass
    letter = program(tmp_path, "letter.txt", "Dear\n")
    with pytest.raises(UnusableInput, match=r"or an executable$"), seated(letter):
        pass


def test_a_variant_without_men_is_refused() -> None:
    with pytest.raises(UnusableInput, match="programs cannot play tictactoe"):
        Programs([parse_bot("./player")], TICTACTOE, move_limits(5, 256), "limits", "")


def test_settings_tell_programs_apart(tmp_path: Path) -> None:
    path = program(tmp_path, "player.py", STUBBORN)

    def settings() -> dict[str, object]:
        return Programs([parse_bot(path)], CONTEST, move_limits(5, 64), "limits", "").settings()

    before = settings()
    assert (before["move time"], before["memory"], before["sandbox"]) == (5, 64, "limits")
    assert settings() == before
    program(tmp_path, "player.py", STUBBORN + "\n")
    assert settings() != before
