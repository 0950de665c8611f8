from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.faults.testgen.scoring import Expected
from checkers_cli.faults.testgen.shrinking import shrink


@given(st.lists(st.sampled_from("abcdef"), max_size=40), st.sets(st.sampled_from("abcdef")))
def test_only_needed_lines_remain(lines: list[str], needed: set[str]) -> None:
    needed &= set(lines)
    assert sorted(shrink(lines, lambda found: needed <= set(found))) == sorted(needed)


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=30))
def test_lines_are_removed_in_pairs(lines: list[str]) -> None:
    """One of each player can go only with one of the other: as turns want it."""
    balance = lines.count("a") - lines.count("b")
    found = shrink(lines, lambda some: some.count("a") - some.count("b") == balance)
    assert len(found) == abs(balance)


def test_the_predicate_is_asked_only_once_for_the_same_lines() -> None:
    asked: list[tuple[str, ...]] = []

    def shows(lines: tuple[str, ...]) -> bool:
        asked.append(lines)
        return "x" in lines

    assert shrink(["a", "x", "b", "x", "c"], shows) == ["x"]
    assert len(asked) == len(set(asked))


def test_p_is_replaced_by_a_in_the_same_layout() -> None:
    assert shrink(["x\n", " P\r\n"], lambda lines: len(lines) == 2) == ["x\n", " A\r\n"]
    assert shrink(["P"], lambda lines: lines == ("P",)) == ["P"]


def test_shortest_script_is_unchanged() -> None:
    lines = ["G6-F5", "H3-G4", "A"]
    assert shrink(lines, lambda found: list(found) == lines) == lines
    assert shrink([], lambda found: True) == []


def test_game_is_shortened_to_the_actions_that_show_a_fault() -> None:
    game = ["A6-B5", "B3-A4", "G6-F5", "H3-G4", "F5-H3", "G2-F3"]

    def shows(lines: tuple[str, ...]) -> bool:
        return Expected("\n".join(lines).encode()).shows("captured-not-removed-in-script")

    assert shows(tuple(game))
    assert shrink(game, shows) == ["G6-F5", "H3-G4", "F5-H3"]
