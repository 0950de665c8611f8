from dataclasses import replace

from checkers_cli.grading.results import Explanation, FaultInfo, Run
from checkers_cli.grading.rubric.fault_marks import Forgiven, forgiven_in
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.verdicts import Verdict

FORGIVING = replace(load_rubric(None), by_fault=True)
TIES = FaultInfo("ties-right", "ties are broken to the right", "rule", "hint", 1)
OMITTED = FaultInfo("p-ignored", "P is not carried out", "rule", "hint", 1, omission=True)
SLIDING = FaultInfo("towers-slide", "towers move any distance", "rule", "hint", 0)
TIES_ONLY = Explanation({}, (TIES,), 9, 9)
BOTH = Explanation({}, (SLIDING, TIES), 9, 9)
RUNS = [
    Run(verdict.value, 1, False, verdict, explained=explained)
    for verdict in Verdict
    for explained in (True, False)
]


def test_wrong_output_that_is_explained_is_forgiven() -> None:
    found = forgiven_in(1, FORGIVING, RUNS, TIES_ONLY)
    spared = tuple(run for run in RUNS if run.explained and run.case in ("WA", "PE"))
    assert found == Forgiven(spared, 1, "ties are broken to the right (2 cases)")


def test_missing_part_of_the_work_is_not_forgiven() -> None:
    assert forgiven_in(1, FORGIVING, RUNS, replace(TIES_ONLY, faults=(TIES, OMITTED))) is None


def test_nothing_is_forgiven_without_by_fault_or_explanation() -> None:
    assert forgiven_in(1, load_rubric(None), RUNS, TIES_ONLY) is None
    assert forgiven_in(1, FORGIVING, RUNS, None) is None
    assert forgiven_in(1, FORGIVING, RUNS, replace(TIES_ONLY, faults=())) is None
    unexplained = [run for run in RUNS if not run.explained]
    assert forgiven_in(1, FORGIVING, unexplained, TIES_ONLY) is None


def test_mistakes_of_other_stages_are_not_counted() -> None:
    wrong = [run for run in RUNS if run.case == "WA"]
    counts = [forgiven_in(stage, FORGIVING, wrong, BOTH) for stage in range(3)]
    assert [found.faults for found in counts if found] == [1, 1, 0]
    assert [found.why for found in counts if found] == [
        "towers move any distance (1 case)",
        "ties are broken to the right (1 case)",
        "towers move any distance, and ties are broken to the right (1 case): "
        "no marks lost here, because it costs marks in another stage",
    ]
    both_new = replace(BOTH, faults=(TIES, replace(SLIDING, stage=1)))
    found = forgiven_in(1, FORGIVING, wrong, both_new)
    assert found is not None
    assert found.faults == 2
    assert found.why == "ties are broken to the right, and towers move any distance (1 case)"


def test_guessed_mistakes_are_not_forgiven() -> None:
    wrong = [run for run in RUNS if run.case == "WA"]
    guess = replace(TIES_ONLY, faults=(replace(TIES, confirmed=False),))
    assert forgiven_in(1, FORGIVING, wrong, guess) is None
    perhaps = replace(SLIDING, stage=1, cases=("PE",), confirmed=False)
    explanation = replace(BOTH, faults=(perhaps, TIES))
    found = forgiven_in(1, FORGIVING, RUNS, explanation)
    assert found is not None
    assert {run.case for run in found.runs} == {"WA"}  # PE may be due to the guessed mistake
    assert (found.faults, found.why) == (1, "ties are broken to the right (1 case)")


def test_reason_tells_nothing_of_hidden_runs() -> None:
    """Neither how many are explained, nor which mistakes they show."""
    (wrong,) = [run for run in RUNS if run.case == "WA" and run.explained]
    hidden = [replace(wrong, case=f"secret-{number}", hidden=True) for number in range(3)]
    seen = replace(TIES, stage=2, cases=("WA",)), replace(SLIDING, stage=2)
    told = set()
    for number in range(4):
        faults = (seen[0], replace(seen[1], cases=tuple(run.case for run in hidden[:number])))
        found = forgiven_in(1, FORGIVING, [wrong, *hidden[:number]], replace(BOTH, faults=faults))
        assert found is not None
        assert len(found.runs) == number + 1
        told.add(found.why)
    (why,) = told
    assert why.startswith("ties are broken to the right (1 case): ")
    only_hidden = forgiven_in(1, FORGIVING, hidden, TIES_ONLY)
    assert only_hidden == Forgiven(tuple(hidden), 1, "")
