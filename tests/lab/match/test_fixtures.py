import json
from collections import Counter

from lab.played import settings_of

from checkers_cli.lab.match.elo import Sprt
from checkers_cli.lab.match.fixtures import fixtures_of, seed_of


def test_each_opening_is_played_with_both_colours() -> None:
    fixtures = fixtures_of(settings_of(games=6))
    assert [fixture.number for fixture in fixtures] == [1, 2, 3, 4, 5, 6]
    assert [(fixture.black, fixture.white) for fixture in fixtures] == [(0, 1), (1, 0)] * 3
    assert [fixture.opening for fixture in fixtures[::2]] == [f.opening for f in fixtures[1::2]]
    assert len({fixture.opening for fixture in fixtures}) == 3


def test_a_round_robin_pairs_all_bots_from_the_same_openings() -> None:
    fixtures = fixtures_of(settings_of("random", "random", "random:seed=2", games=4))
    assert len(fixtures) == 12
    pairs = Counter((fixture.black, fixture.white) for fixture in fixtures)
    assert set(pairs.values()) == {2}
    assert len(pairs) == 6
    assert len({fixture.opening for fixture in fixtures}) == 2


def test_every_player_of_every_game_has_a_seed_of_its_own() -> None:
    settings = settings_of(games=20)
    seeds = {
        seed_of(settings, fixture, black)
        for fixture in fixtures_of(settings)
        for black in (True, False)
    }
    assert len(seeds) == 40
    fixture = fixtures_of(settings)[0]
    assert seed_of(settings, fixture, True) == seed_of(settings, fixture, True)
    assert seed_of(settings, fixture, True) != seed_of(settings._replace(seed=1), fixture, True)


def test_bots_that_are_called_alike_are_told_apart() -> None:
    assert settings_of("random", "random", "random:seed=1").names == [
        "random",
        "random (2)",
        "random:seed=1",
    ]


def test_a_file_may_be_called_anything() -> None:
    assert settings_of("./a\nb", "random").names[0] == "./a\\nb"


def test_settings_as_data() -> None:
    data = settings_of(sprt=Sprt(0, 5)).to_json()
    assert json.loads(json.dumps(data)) == data
    assert (data["sprt"], data["alpha"]) == ([0, 5], 0.05)
    assert settings_of().to_json()["sprt"] is None
