from random import Random

import pytest

from checkers_cli.rules.actions import NO_ACTION
from checkers_cli.rules.notation import BadPosition
from checkers_cli.rules.squares import NAMES
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import ENGLISH, TICTACTOE, TICTACTOE4, TOWER, Variant
from checkers_cli.search.evaluation import MATERIAL, OUTCOME, Evaluation
from checkers_cli.search.evaluations import evaluation_of
from checkers_cli.search.negamax import WON, OutOfBudget, Searcher, _settles
from checkers_cli.search.table import AT_LEAST, AT_MOST, EXACT, TableEntry


def test_values_are_those_of_the_player_to_act() -> None:
    searcher = Searcher(MATERIAL)
    assert searcher.search(TOWER.read("B:WC6,B7:BKA6,C8"), 3) == 1
    assert searcher.search(TOWER.read("W:WKC6:BG8"), 1) == 2
    assert searcher.search(TICTACTOE.read("xx./oo./... x"), 1) == 0
    assert Searcher(OUTCOME).search(TICTACTOE.read("xx./oo./... x"), 1) == WON
    assert Searcher(OUTCOME).search(TICTACTOE.read("xx./oo./x.. o"), 1) == WON


def test_a_line_ends_where_the_game_ends() -> None:
    searcher = Searcher(OUTCOME)
    searcher.search(TICTACTOE.read("xx./oo./... x"), 5)
    assert [one.name for one in searcher.line] == ["3"]


def test_a_budget_is_for_one_search_after_the_other() -> None:
    searcher = Searcher(MATERIAL)
    searcher.begin(nodes=500)
    searcher.search(TOWER.start, 2)
    with pytest.raises(OutOfBudget):
        searcher.search(TOWER.start, 6)
    searcher.begin()
    searcher.search(TOWER.start, 6)
    assert searcher.nodes > 500


def few_men(variant: Variant, random: Random) -> State:
    """A board on which nearly everything can be reached along many ways."""
    while True:
        cells = random.sample(sorted(NAMES.values()), random.randint(3, 5))
        words = [random.choice(("K", "")) + cell for cell in cells]
        try:
            return variant.read(
                f"{random.choice('BW')}:W{words[0]},{words[1]}:B{','.join(words[2:])}"
            )
        except BadPosition:
            continue


@pytest.mark.parametrize("scouting", [False, True])
@pytest.mark.parametrize("variant", [TOWER, ENGLISH], ids=lambda one: one.name)
@pytest.mark.parametrize("name", ["material", "contest"])
def test_a_table_changes_no_value_whatever_was_searched_before(
    name: str, variant: Variant, scouting: bool
) -> None:
    random = Random(f"{name} {variant.name}")
    evaluation = evaluation_of(name, variant)
    helped = Searcher(evaluation, scouting=scouting, table=True, ordering=True)
    for _ in range(20):
        state = few_men(variant, random)
        for _ in range(6):  # the same table serves boards nearby, to other depths
            depth = random.randint(2, 5)
            expected = Searcher(evaluation).search(state, depth)
            assert helped.search(state, depth) == expected
            actions = state.actions()
            if not actions:
                break
            state = state.after(random.choice(actions))
    assert helped.table_hits


def test_a_table_changes_no_value_where_only_the_end_counts() -> None:
    random = Random(4)
    helped = Searcher(OUTCOME, scouting=True, table=True, ordering=True)
    for _ in range(10):
        state: State = TICTACTOE4.start
        for _ in range(9):
            state = state.after(random.choice(state.actions()))
            if not state.actions():
                break
            if int(state.black | state.white).bit_count() >= 8:
                for depth in (4, 7, 5):
                    expected = Searcher(OUTCOME).search(state, depth)
                    assert helped.search(state, depth) == expected


def settled(state: State, depth: int, evaluation: Evaluation) -> int:
    """What a position is worth to black when captures are played out below a depth, plainly."""
    actions = state.actions()
    if depth and not actions:
        return -WON if state.black_to_act else WON
    followed = actions if depth else [one for one in actions if one.captured]
    values = [settled(state.after(one), max(0, depth - 1), evaluation) for one in followed]
    if len(followed) < len(actions) or not actions:
        values.append(int(evaluation.value(state)))
    return max(values) if state.black_to_act else min(values)


@pytest.mark.parametrize("variant", [TOWER, ENGLISH], ids=lambda one: one.name)
@pytest.mark.parametrize("scouting", [False, True])
def test_quiescence_is_what_its_definition_says(variant: Variant, scouting: bool) -> None:
    random = Random(variant.name)
    evaluation = evaluation_of("contest", variant)
    searcher = Searcher(evaluation, scouting=scouting, quiescence=True)
    for _ in range(20):
        state = variant.start
        for _ in range(random.randint(6, 40)):
            state = state.after(random.choice(state.actions()))
            if not state.actions():
                break
        depth = random.randint(1, 2)
        value = int(searcher.search(state, depth))
        assert (value if state.black_to_act else -value) == settled(state, depth, evaluation)


@pytest.mark.parametrize(
    ("below", "above", "bound"), [(1, 1, EXACT), (0, 1, AT_MOST), (1, 0, AT_LEAST)]
)
@pytest.mark.parametrize("scouting", [False, True])
def test_table_entries_at_the_edges_of_a_window(
    scouting: bool, below: int, above: int, bound: int
) -> None:
    state = TOWER.read("B:WC6,B7:BKA6,C8")  # worth 1
    searcher = Searcher(MATERIAL, scouting=scouting, table=True)
    searcher._lines = [[] for _ in range(4)]
    assert searcher._search(state, 3, 0, 1 - below, 1 + above) == 1
    assert searcher._table is not None
    kept = searcher._table.find(state)
    assert kept is not None
    assert kept.bound == bound


@pytest.mark.parametrize(
    ("alpha", "beta", "settling"),
    [
        (3, 5, {EXACT, AT_LEAST}),  # the value is at beta
        (2, 4, {EXACT, AT_LEAST}),
        (5, 7, {EXACT, AT_MOST}),  # the value is at alpha
        (6, 8, {EXACT, AT_MOST}),
        (4, 6, set()),  # inside, where there must be a line too
    ],
)
def test_entries_that_settle_a_window(alpha: int, beta: int, settling: set[int]) -> None:
    for bound in (EXACT, AT_LEAST, AT_MOST):
        entry = TableEntry(TOWER.start, 3, 5, bound, NO_ACTION)
        assert _settles(entry, alpha, beta) is (bound in settling)
