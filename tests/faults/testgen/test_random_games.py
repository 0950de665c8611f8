from random import Random

import pytest

from checkers_cli.faults.engine.reading import statements
from checkers_cli.faults.testgen.random_games import (
    STYLES,
    changed,
    illegal_action,
    laid_out,
    random_lines,
)
from checkers_cli.faults.testgen.scoring import Expected
from checkers_cli.rules.checks import MESSAGES
from checkers_cli.rules.position import START, legal_actions


@pytest.fixture(scope="module")
def scripts() -> list[Expected]:
    """Many random scripts; a malformed one would raise here."""
    random = Random(1)
    return [Expected(laid_out(random, random_lines(random))) for _ in range(300)]


def test_the_same_seed_gives_the_same_scripts() -> None:
    first, second = (laid_out(random, random_lines(random)) for random in (Random(7), Random(7)))
    assert first == second
    assert laid_out(Random(8), random_lines(Random(8))) != first


def test_all_stages_all_errors_and_both_winners_occur(scripts: list[Expected]) -> None:
    last = {script.text.splitlines()[-1] for script in scripts}
    assert {f"ERROR: {message}" for message in MESSAGES.values()} < last
    assert {"BLACK WIN!", "WHITE WIN!"} < last
    assert {script.stage for script in scripts} == {0, 1, 2}


def test_games_of_all_lengths_and_towers_of_both_colours(scripts: list[Expected]) -> None:
    lengths = [len(script.script.split()) for script in scripts]
    assert min(lengths) <= 1
    assert max(lengths) > 100
    assert any("| B |" in script.text and "| W |" in script.text for script in scripts)


def test_all_layouts_occur(scripts: list[Expected]) -> None:
    raw = [script.script for script in scripts]
    assert any(b"\r\n" in script for script in raw)
    assert any(b"\n\n" in script for script in raw)
    assert any(script and not script.endswith(b"\n") for script in raw)
    assert any(b" \n" in script or b"\t" in script for script in raw)
    assert (
        sum(
            script.decode() == "".join(f"{line}\n" for line in script.decode().split())
            for script in raw
        )
        > len(raw) // 2
    )


def test_layout_does_not_change_the_transcript() -> None:
    random = Random(3)
    for _ in range(50):
        lines = random_lines(random)
        assert [line.text for line in statements(laid_out(random, lines))] == lines


def test_game_continues_another_game() -> None:
    begun = ["G6-F5", "H3-G4", "F5-H3", "A"]
    for seed in range(20):
        assert random_lines(Random(seed), begun)[:3] == begun[:3]


def test_illegal_line_of_another_game_is_dropped() -> None:
    assert random_lines(Random(0), ["G6-F5", "A1-A1", "H3-G4"])[:2] != ["G6-F5", "A1-A1"]


@pytest.mark.parametrize("style", STYLES)
def test_every_style_can_choose_any_action(style: str) -> None:
    assert all(STYLES[style](START, action) > 0 for action in legal_actions(START))


def test_illegal_actions_are_illegal() -> None:
    random = Random(2)
    legal = {action.name for action in legal_actions(START)}
    found = {illegal_action(random, START) for _ in range(300)}
    assert not found & legal
    assert len(found) > 100


def test_one_action_is_replaced_by_another_of_its_kind() -> None:
    lines = [" G6-F5\r\n", "H3-G4\n", "A1-A1\n", "F5-H3\n", "P"]
    seen = set()
    for seed in range(60):
        other = changed(Random(seed), lines)
        differing = [place for place in range(5) if other[place] != lines[place]]
        assert len(differing) <= 1
        assert other[3:] == lines[3:]  # what comes after an error is not read
        assert other[0].startswith(" ")
        assert other[0].endswith("\r\n")
        seen |= set(differing)
    assert seen == {0, 1, 2}
    assert changed(Random(0), ["P\n"]) == ["P\n"]
    assert changed(Random(0), []) == []
