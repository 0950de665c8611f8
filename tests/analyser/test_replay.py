import io
import pickle

from support import WORKED_EXAMPLE

from checkers_cli.analyser.replay import Settings, replay
from checkers_cli.rules.notation import parse_position
from checkers_cli.script.events import Acted, Computed, Event, Illegal, Setup, Won
from checkers_cli.script.parser import read_script


def events_of(script: bytes, settings: Settings | None = None) -> list[Event]:
    return list(replay(read_script(io.BytesIO(script)), settings or Settings()))


def test_an_empty_script_is_a_setup() -> None:
    (setup,) = events_of(b"")
    assert isinstance(setup, Setup)


def test_actions_carry_line_number_and_cost() -> None:
    _, first, second = events_of(b"\nG6-F5\n\nH3-G4\n")
    assert isinstance(first, Acted)
    assert isinstance(second, Acted)
    assert (first.line, first.number, first.action.name) == (2, 1, "G6-F5")
    assert (second.line, second.number, second.cost) == (4, 2, 0)


def test_nothing_is_read_after_an_illegal_action() -> None:
    events = events_of(b"G6-F5\nG2-A8\nrubbish\nA\n")
    illegal = events[-1]
    assert len(events) == 3
    assert isinstance(illegal, Illegal)
    assert (illegal.line, illegal.number, illegal.error) == (2, 2, 4)
    assert (illegal.source, illegal.target) == ("G2", "A8")


def test_a_computed_action_tells_value_and_nodes() -> None:
    settings = Settings(start=parse_position(WORKED_EXAMPLE))
    _, computed = events_of(b"A", settings)
    assert isinstance(computed, Computed)
    assert computed.acted.action.name == "A6-B5"
    assert (computed.value, computed.nodes, computed.acted.number) == (1, 30, 1)


def test_p_computes_ten_actions_or_as_many_as_asked_for() -> None:
    assert len(events_of(b"P")) == 11
    assert len(events_of(b"P", Settings(actions=3))) == 4
    assert len(events_of(b"A", Settings(actions=3))) == 2


def test_numbers_go_on_from_scripted_to_computed_actions() -> None:
    computed = events_of(b"G6-F5\nA")[-1]
    assert isinstance(computed, Computed)
    assert computed.acted.number == 2


def test_the_winner_is_announced_only_when_an_action_is_asked_for() -> None:
    settings = Settings(start=parse_position("W:W:BKA6"))
    assert len(events_of(b"", settings)) == 1
    for command in (b"A", b"P"):
        won = events_of(command, settings)[-1]
        assert isinstance(won, Won)
        assert won.black


def test_p_stops_when_the_game_ends() -> None:
    events = events_of(b"P", Settings(start=parse_position("B:WD3:BD5")))
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["Setup", "Computed", "Computed", "Won"]


def test_nothing_is_printed_after_the_last_computed_action() -> None:
    events = events_of(b"P", Settings(start=parse_position("B:WD3:BD5"), actions=2))
    assert [type(event).__name__ for event in events] == ["Setup", "Computed", "Computed"]


def test_the_habit_of_telling_the_winner_after_the_tenth_action() -> None:
    ends_at_once = parse_position("B:WD3:BD5")  # two actions, and black cannot act
    for actions, kinds in (
        (1, ["Setup", "Computed"]),
        (2, ["Setup", "Computed", "Computed", "Won"]),
        (3, ["Setup", "Computed", "Computed", "Won"]),  # and not twice
    ):
        settings = Settings(ends_at_once, actions=actions, winner_after_tenth=True)
        events = events_of(b"P", settings)
        assert [type(event).__name__ for event in events] == kinds
        last = events[-1]
        assert not isinstance(last, Won) or not last.black


def test_winner_after_tenth_applies_to_p_only() -> None:
    settings = Settings(parse_position("B:WC4:BKD5"), winner_after_tenth=True)
    assert len(events_of(b"D5-B3", settings)) == 2
    (_, computed) = events_of(b"A", settings)
    assert isinstance(computed, Computed)
    assert computed.acted.action.name == "D5-B3"  # white has no man left


def test_the_habit_of_telling_the_winner_without_a_command() -> None:
    settings = Settings(parse_position("B:WC4:BKD5"), winner_without_command=True)
    *_, won = events_of(b"D5-B3", settings)
    assert isinstance(won, Won)
    assert won.black
    assert len(events_of(b"D5-E4", settings)) == 2  # the game is not over
    assert len(events_of(b"", settings)) == 1
    (_, won) = events_of(b"", Settings(parse_position("B:WKA6:B"), winner_without_command=True))
    assert isinstance(won, Won)
    assert not won.black


def test_winner_without_command_changes_nothing_after_a_command_or_an_error() -> None:
    settings = Settings(parse_position("B:WC4:BKD5"), winner_without_command=True)
    kinds = [type(event).__name__ for event in events_of(b"D5-B3\nA", settings)]
    assert kinds == ["Setup", "Acted", "Won"]
    assert [type(event).__name__ for event in events_of(b"A", settings)] == ["Setup", "Computed"]
    events = events_of(b"D5-B3\nC4-B5", settings)
    assert [type(event).__name__ for event in events] == ["Setup", "Acted", "Illegal"]


def test_promotion_is_told() -> None:
    settings = Settings(start=parse_position("B:WG6:BC2,KA4"))
    _, acted, *_ = events_of(b"C2-D1", settings)
    assert isinstance(acted, Acted)
    assert acted.promoted
    _, acted = events_of(b"A4-B3", settings)
    assert isinstance(acted, Acted)
    assert not acted.promoted


def test_the_reading_limits_changes_the_cost_of_a_finished_game() -> None:
    start = parse_position("B:WC4:BKD5")
    for limits, cost in ((False, 3), (True, 2147483647)):
        _, acted = events_of(b"D5-B3", Settings(start=start, limits=limits))
        assert isinstance(acted, Acted)
        assert acted.cost == cost


def test_settings_survive_the_way_to_a_worker() -> None:
    start = parse_position(WORKED_EXAMPLE)
    for flags in ((True, False, False), (False, True, False), (False, False, True)):
        copy = pickle.loads(pickle.dumps(Settings(start, 2, 4, *flags)))
        assert (copy.start, copy.depth, copy.actions) == (start, 2, 4)
        assert (copy.limits, copy.winner_after_tenth, copy.winner_without_command) == flags
