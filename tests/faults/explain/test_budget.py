from checkers_cli.faults.explain.budget import Budget


def test_a_part_of_a_budget_is_spent_from_both() -> None:
    whole = Budget(1000)
    part = whole.part(0.25)
    assert part.left == 250
    part.spend(40)
    assert (part.left, whole.left) == (210, 960)


def test_nothing_is_left_when_the_time_is_over() -> None:
    late = Budget(1000, seconds=0).part(0.5)
    late.spend(1)
    assert late.left == 0
