from checkers_cli.rules.actions import NO_ACTION
from checkers_cli.rules.variants import TOWER
from checkers_cli.search.ordering import Ordering

STATE = TOWER.read("B:WE4,C6:BKD5,H5")


def order(ordering: Ordering, level: int = 0, best: str = "") -> list[str]:
    actions = STATE.actions()
    before = next((one for one in actions if one.name == best), NO_ACTION)
    ordering.sort(actions, level, before)
    return [one.name for one in actions]


def test_captures_come_first_and_the_rest_keeps_its_order() -> None:
    assert [one.name for one in STATE.actions()] == [
        "D5-F3", "D5-E6", "D5-B7", "D5-C4", "H5-G4",
    ]  # fmt: skip
    assert order(Ordering()) == ["D5-F3", "D5-B7", "D5-E6", "D5-C4", "H5-G4"]


def test_the_action_of_the_table_comes_first() -> None:
    assert order(Ordering(), best="H5-G4")[0] == "H5-G4"


def test_killers_and_history() -> None:
    ordering = Ordering()
    named = {one.name: one for one in STATE.actions()}
    ordering.reward(named["D5-F3"], 0, 3)  # a capture needs no praise
    ordering.reward(named["D5-C4"], 0, 2)
    ordering.reward(named["H5-G4"], 0, 3)
    assert order(ordering) == ["D5-F3", "D5-B7", "H5-G4", "D5-C4", "D5-E6"]
    ordering.reward(named["D5-C4"], 0, 1)
    assert order(ordering)[2:] == ["D5-C4", "H5-G4", "D5-E6"]
    # On another level there are no killers, but history: 9 against 5.
    assert order(ordering, level=1)[2:] == ["H5-G4", "D5-C4", "D5-E6"]
