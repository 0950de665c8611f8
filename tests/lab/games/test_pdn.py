import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.games.game import Game, GameOutcome
from checkers_cli.lab.games.notation import find_action
from checkers_cli.lab.games.pdn import BadPdn, PdnGame, game_of, move_of, pdn_of, read_pdn
from checkers_cli.lab.match.bots import parse_bot
from checkers_cli.rules.notation import BadPosition
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TOWER, VARIANTS, Variant

MEN = [variant for variant in VARIANTS.values() if variant.has_men]


def played(variant: Variant, before: int, actions: int, seed: int) -> Game:
    """A game of random actions, from a position that other random actions lead to."""
    game = Game(variant)
    player = parse_bot("random").player(variant, seed)
    for number in range(before + actions):
        if number == before:
            game = Game(variant, game.state)
        if game.outcome is None:
            game.act(player.choose(game))
    return game


def same(one: Game, other: Game) -> bool:
    return (
        one.variant is other.variant
        and one.states == other.states
        and [action.name for action in one.actions] == [action.name for action in other.actions]
    )


@pytest.mark.parametrize("variant", MEN, ids=lambda variant: variant.name)
def test_a_game(variant: Variant, snapshot: SnapshotAssertion) -> None:
    tags = {"Event": "a test", "Date": "2024.02.29", "Round": "3", "White": "random"}
    assert pdn_of(played(variant, 0, 150, 7), tags | {"Black": "search:depth=6"}) == snapshot


@pytest.mark.parametrize("variant", MEN, ids=lambda variant: variant.name)
@given(
    before=st.integers(0, 60),
    actions=st.integers(0, 120),
    seed=st.integers(),
    tags=st.dictionaries(st.sampled_from(["White", "Annotator"]), st.text()),
)
def test_written_games_are_read_back(
    variant: Variant, before: int, actions: int, seed: int, tags: dict[str, str]
) -> None:
    game = played(variant, before, actions, seed)
    text = pdn_of(game, tags)
    (record,) = read_pdn(text)
    assert same(game_of(record), game)
    assert record.tags["Result"] == (game.outcome.pdn if game.outcome else "*")
    assert {name: record.tags[name] for name in tags} == {
        name: " ".join(value.split()) for name, value in tags.items()
    }
    assert all(len(line) <= 80 for line in text.split("\n\n")[1].splitlines())
    assert read_pdn(text + text) == [record, record]


def test_white_may_begin(snapshot: SnapshotAssertion) -> None:
    game = Game(TOWER, TOWER.read("W:WKB1,D3:BG8,KG2"))
    for entry in ("D3-C4", "G8-F7", "B1-A2", "F7-E6"):
        game.act(find_action(TOWER, game.state, entry))
    text = pdn_of(game)
    assert text == snapshot
    assert same(game_of(read_pdn(text)[0]), game)


def test_a_game_that_ends_by_other_means(snapshot: SnapshotAssertion) -> None:
    game = played(ENGLISH, 0, 3, 1)
    text = pdn_of(
        game, outcome=GameOutcome(True, "white answered {nonsense}: " + "so it lost " * 9)
    )
    assert text == snapshot
    assert same(game_of(read_pdn(text)[0]), game)


def test_a_capture_that_comes_back_to_its_source() -> None:
    game = Game(ENGLISH, ENGLISH.read("B:WC4,E4,C6,E6:BKD3"))
    moves = {move_of(action) for action in game.state.actions()}
    assert moves == {"10x17x26x19x10", "10x19x26x17x10"}
    game.act(game.state.actions()[0])
    assert same(game_of(read_pdn(pdn_of(game))[0]), game)


def test_pdn_of_other_programs_is_read() -> None:
    text = (
        '[Event "x"]\n[GameType "21,B,8,8,N1,0"]\n1. 11-15! {a comment} 23-19 2. 8-11?? $4 22:17\n'
        '[Event "y"] 1.11-15 22-18 2. 15x22 25x18 1/2-1/2 [Event "z"] 1-0'
    )
    records = read_pdn(text)
    assert [record.tags["Event"] for record in records] == ["x", "y", "z"]
    assert [record.moves for record in records] == [
        ("11-15", "23-19", "8-11", "22:17"),
        ("11-15", "22-18", "15x22", "25x18"),
        (),
    ]
    assert len(game_of(records[0]).actions) == 4
    assert read_pdn("1. 9-14") == [PdnGame({}, ("9-14",))]
    assert read_pdn(" \n") == []


def test_the_way_of_a_capture_may_be_left_out_if_it_is_clear() -> None:
    tags = {"FEN": "B:W14,22:B9"}
    assert (
        game_of(PdnGame(tags, ("9x25",))).actions[0].name
        == game_of(PdnGame(tags, ("9x18x25",))).actions[0].name
    )
    with pytest.raises(BadPdn, match="action 1, 10x10, can go several ways"):
        game_of(PdnGame({"FEN": "B:W14,15,22,23:BK10"}, ("10x10",)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. 11-15 (11-16)", "PDN, line 1: '(11-16)' does not belong in a game"),
        ("\n\n1. {never closed", "PDN, line 3: '{never' does not belong in a game"),
        ('[Event "never closed]', "PDN, line 1: '[Event' does not belong in a game"),
        ("1. e4 e5", "PDN, line 1: 'e4' does not belong in a game"),
        ("1. 11-15 11-15", "PDN: action 2, 11-15, is not a legal action there"),
        ("1. 99-98", "PDN: action 1, 99-98, is not a legal action there"),
        ('[GameType "20"] *', "PDN: the GameType '20' is not known here, only 21"),
        ('[Variant "chess"] *', "PDN: the Variant 'chess' is not known here"),
        ('[Variant "tictactoe"] *', "PDN: the Variant 'tictactoe' is not known here"),
    ],
)
def test_bad_games(text: str, message: str) -> None:
    with pytest.raises(BadPdn) as error:
        [game_of(record) for record in read_pdn(text)]
    assert str(error.value) == message


def test_a_bad_position() -> None:
    with pytest.raises(BadPosition, match="'33' is not a cell"):
        game_of(PdnGame({"FEN": "B:W33:B1"}, ()))


def test_a_game_without_men_has_no_pdn() -> None:
    with pytest.raises(ValueError, match="tictactoe cannot be written as PDN"):
        pdn_of(Game(TICTACTOE))
