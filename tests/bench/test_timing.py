from checkers_cli.bench.timing import alternate, best_of, timed


def test_an_action_is_timed_by_the_clock_that_is_given() -> None:
    clock = iter([10.0, 12.5])
    assert timed(lambda: "done", lambda: next(clock)) == ("done", 2.5)


def test_the_best_time_counts_and_slow_rounds_are_not_repeated() -> None:
    times = iter([0.2, 0.09, 0.1, 5.0])
    assert best_of(9, lambda: (7, next(times))) == (7, 0.09)
    assert next(times) == 5.0
    assert best_of(3, lambda: (7, 0.0)) == (7, 0.0)


def test_actions_take_turns_and_the_first_round_does_not_count() -> None:
    turns: list[str] = []
    times = alternate([lambda: turns.append("a"), lambda: turns.append("b")], 2)
    assert turns == ["a", "b"] * 3
    assert [len(each) for each in times] == [2, 2]
