"""Programs here are the slow engine with faults in it."""

from collections.abc import Sequence
from random import Random

from shown import SCRIPTS

from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import Knobs
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.evidence import Evidence
from checkers_cli.faults.explain.plays import Observation, output, play
from checkers_cli.faults.explain.search import Found
from checkers_cli.faults.explain.testing import model_after_tests

NAMES = ("a-at-the-start", "a-worked-example", "p-in-the-middle-white", "error-1-before-2")


class Program:
    """A program that can be run; the scripts on which it ran are kept."""

    def __init__(self, knobs: Knobs, crashes: bool = False) -> None:
        self.knobs, self.crashes, self.ran = knobs, crashes, 0

    def observed(self, name: str, script: bytes, complete: bool = True) -> Observation:
        return Observation(name, script, output(script, self.knobs), complete)

    def run(self, scripts: Sequence[bytes]) -> list[Observation]:
        self.ran += len(scripts)
        return [self.observed("new", script, not self.crashes) for script in scripts]


def after_tests(
    program: Program, believed: Sequence[str], work: int = 20 * WORK_A_SECOND
) -> tuple[set[str], Evidence]:
    """The faults after tests of a model that has these faults."""
    cases = [program.observed(name, SCRIPTS[name]) for name in NAMES]
    evidence = Evidence(cases, Budget(work), ())
    faults = faults_by_id(believed)
    plays = tuple(play(case, knobs_with(faults)) for case in cases)
    start = Found(faults, plays)
    found = model_after_tests(evidence, start, evidence.budget, Random(1), program.run)
    return {fault.id for fault in found.faults}, evidence


def test_a_survey_finds_what_the_cases_do_not_show() -> None:
    program = Program(knobs_with(faults_by_id(["ties-right", "opponents-before-target-taken"])))
    assert all(
        program.observed(name, SCRIPTS[name]).printed
        == output(SCRIPTS[name], knobs_with(faults_by_id(["ties-right"])))
        for name in NAMES
    )
    found, _ = after_tests(program, ["ties-right"])
    assert found == {"ties-right", "opponents-before-target-taken"}


def test_a_right_model_is_left_as_it_is_and_its_faults_are_tested() -> None:
    program = Program(knobs_with(faults_by_id(["ties-right"])))
    found, evidence = after_tests(program, ["ties-right"])
    assert found == {"ties-right"}
    assert set(evidence.untold) == {"ties-right"}
    assert not evidence.doubted
    assert len(evidence.fresh) == program.ran >= 75


def test_a_program_that_crashes_is_not_run_on_a_whole_survey() -> None:
    program = Program(knobs_with(faults_by_id(["ties-right"])), crashes=True)
    after_tests(program, ["ties-right"])
    assert program.ran < 75


def test_without_a_budget_few_scripts_are_run() -> None:
    program = Program(knobs_with(faults_by_id(["ties-right", "depth-2"])))
    found, _ = after_tests(program, ["ties-right"], work=0)
    assert found == {"ties-right"}
    assert program.ran <= 25
