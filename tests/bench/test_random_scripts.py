import io
from random import Random

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.bench.random_scripts import mixed_scripts, random_script
from checkers_cli.script.events import Illegal
from checkers_cli.script.parser import read_script


def test_the_same_seed_gives_the_same_scripts() -> None:
    assert list(mixed_scripts(9, seed=1)) == list(mixed_scripts(9, seed=1))
    assert list(mixed_scripts(9, seed=1)) != list(mixed_scripts(9, seed=2))


def test_a_third_each_without_command_with_a_and_with_p() -> None:
    ends = [script.split("\n")[-2:-1] for script in mixed_scripts(30)]
    assert ends.count(["A"]) == ends.count(["P"]) == 10


def test_the_games_are_legal() -> None:
    for script in mixed_scripts(12):
        statements = read_script(io.BytesIO(script.encode()))
        events = replay(statements, Settings(depth=1, actions=1))
        assert not any(isinstance(event, Illegal) for event in events)


def test_a_game_ends_when_nobody_can_act() -> None:
    script = random_script(Random(3), 10_000, "")
    assert 30 < len(script.splitlines()) < 10_000
