from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.explain.budget import Budget
from checkers_cli.faults.explain.candidates import READING
from checkers_cli.faults.explain.evidence import RIGHT, Evidence, model_of_faults
from checkers_cli.faults.explain.plays import Observation, output
from checkers_cli.faults.model import Model

TIES, CRLF = faults_by_id(["ties-right", "crlf"])
ODD, PLAIN, WITHOUT = b"G6-F5\n\nA\n", b"A\n", b"G6-F5\n"


def evidence_of(*ids: str, scripts: tuple[bytes, ...] = (PLAIN, WITHOUT)) -> Evidence:
    """What is known of a program with these faults."""
    knobs = knobs_with(faults_by_id(ids))
    cases = [Observation(str(n), script, output(script, knobs)) for n, script in enumerate(scripts)]
    return Evidence(cases, Budget(100_000), {"1"})


def test_a_model_is_played_once_on_a_case() -> None:
    evidence = evidence_of("ties-right")
    model = evidence.model_of((TIES,))
    first = evidence.play(model, evidence.cases[0])
    left = evidence.budget.left
    assert left < 100_000
    assert evidence.play(evidence.model_of((TIES,)), evidence.cases[0]) is first
    assert evidence.budget.left == left


def test_two_models_are_told_apart_where_they_print_different_things() -> None:
    evidence = evidence_of("ties-right")
    model = evidence.model_of((TIES,))
    with_command, without = evidence.cases
    assert evidence.tells(with_command, model, RIGHT)
    assert not evidence.tells(without, model, RIGHT)
    # Also where neither prints what the program prints.
    wrong = with_command._replace(printed=b"?")
    assert evidence.tells(wrong, model, RIGHT)
    assert not evidence.tells(wrong, model, model)


def test_a_model_without_a_fault_is_the_same_one_each_time() -> None:
    evidence = evidence_of("ties-right", "crlf")
    model = evidence.model_of((TIES, CRLF))
    assert evidence.without(model, CRLF) is evidence.without(model, CRLF)
    assert evidence.without(model, CRLF).faults == (TIES,)


def test_the_reading_is_no_fault_of_a_model() -> None:
    assert model_of_faults((READING, TIES)) == Model(True, (TIES,))


def test_hidden_cases_are_not_shown() -> None:
    evidence = evidence_of("ties-right")
    evidence.fresh.append(Observation("new", ODD, b""))
    assert [case.name for case in evidence.shown] == ["0", "new"]
    assert evidence.known == {PLAIN, WITHOUT, ODD}


def test_a_model_foretells_new_scripts_or_not() -> None:
    evidence = evidence_of("ties-right")
    evidence.fresh.append(
        Observation("new", b"G6-F5\nA\n", output(b"G6-F5\nA\n", knobs_with([TIES])))
    )
    assert evidence.foretold_by(evidence.model_of((TIES,)))
    assert not evidence.foretold_by(RIGHT)


def test_what_lies_beyond_the_assignment_is_said_only_if_nothing_within_fails() -> None:
    scripts = PLAIN, ODD
    odd = [Observation("new", ODD, b"")]
    assert not evidence_of("ties-right", scripts=scripts).is_worth_saying(odd)
    assert evidence_of("blank-line-ends-script", scripts=scripts).is_worth_saying(odd)
    within = [Observation("new", PLAIN, b"")]
    assert evidence_of("ties-right", scripts=scripts).is_worth_saying(within)
