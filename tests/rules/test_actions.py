from checkers_cli.rules import actions
from checkers_cli.rules.actions import NO_ACTION, SLOTS, Action
from checkers_cli.rules.squares import NAMES


def everything(kind: str) -> list[Action]:
    tables = [getattr(actions, name) for name in dir(actions) if name.endswith(kind)]
    assert len(tables) == 4
    return [action for table in tables for action in table if action is not NO_ACTION]


def test_every_bit_has_a_slot_of_its_own() -> None:
    assert len({(1 << bit) % SLOTS for bit in range(35)}) == 35


def test_there_are_98_moves_and_72_captures() -> None:
    moves, captures = everything("_MOVES"), everything("_CAPTURES")
    assert len({action.name for action in moves}) == len(moves) == 98
    assert len({action.name for action in captures}) == len(captures) == 72


def test_a_capture_removes_what_lies_between() -> None:
    for action in everything("_CAPTURES"):
        source, target = action.name.split("-")
        over = NAMES[int(action.captured).bit_length() - 1]
        assert ord(over[0]) * 2 == ord(source[0]) + ord(target[0])
        assert int(over[1]) * 2 == int(source[1]) + int(target[1])
    assert not any(action.captured for action in everything("_MOVES"))


def test_an_action_shows_its_name() -> None:
    assert repr(everything("_MOVES")[0]) == f"<Action {everything('_MOVES')[0].name}>"
