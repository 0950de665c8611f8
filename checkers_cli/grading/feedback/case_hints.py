"""Hints that need more than one run: what only odd scripts have in common, what to mend first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from checkers_cli.analyser.replay import DEPTH
from checkers_cli.grading.feedback.tree_hints import Choice, explain_choice
from checkers_cli.grading.results import Run
from checkers_cli.grading.verdicts import Verdict

_MANY = 60  # lines: more than most programs have been tried with
_STAGE_0_FIRST = (
    "Mend what is wrong in stage 0 first: the tree is made of the same boards, actions and costs."
)


def with_case_hints(
    runs: list[Run], scripts: Sequence[bytes], choices: Mapping[int, Choice]
) -> list[Run]:
    """The runs of a submission with hints that follow from all of them.

    `choices` has the wrong computed actions by the number of their run.
    """
    return _with_oddities(_with_stage_0_first(runs, choices), scripts)


@lru_cache(maxsize=1024)
def oddities(script: bytes) -> tuple[str, ...]:
    """What a program that only knows ordinary scripts may stumble over, a sentence for each."""
    lines = script.split(b"\n")
    found = []
    if b"\r\n" in script:
        found.append("The lines of this script end in CRLF (\\r\\n): the \\r is no part of them.")
    if script and not script.endswith(b"\n"):
        found.append("This script has no newline at its end: its last line counts all the same.")
    if any(not line.strip() for line in lines[:-1]):
        found.append("This script has blank lines: they are passed over.")
    if any(line.strip(b"\r") != line.strip() and line.strip() for line in lines):
        found.append("This script has blanks or tabs around its lines: they are passed over.")
    if len(lines) > _MANY:
        found.append(f"This script has more than {_MANY} lines: there is no limit to their number.")
    return tuple(found)


def _with_oddities(runs: list[Run], scripts: Sequence[bytes]) -> list[Run]:
    """The runs with a hint at what is odd about their scripts, where no other script fails."""
    failed = [
        (run.stage, oddities(script))
        for run, script in zip(runs, scripts, strict=True)
        if run.verdict not in (Verdict.ACCEPTED, Verdict.PRESENTATION)
    ]
    for number, script in enumerate(scripts):
        run = runs[number]
        if run.diagnosis is None or run.verdict is Verdict.PRESENTATION:
            continue
        telling = tuple(
            odd
            for odd in oddities(script)
            if all(odd in others for stage, others in failed if stage == run.stage)
        )
        told = replace(run.diagnosis, hints=run.diagnosis.hints + telling)
        runs[number] = replace(run, diagnosis=told)
    return runs


def _with_stage_0_first(runs: list[Run], choices: Mapping[int, Choice]) -> list[Run]:
    """The runs, where actions are computed from boards that are wrong, with a hint at that."""
    if all(run.verdict is not Verdict.WRONG for run in runs if run.stage == 0):
        return runs
    for number, choice in choices.items():
        diagnosis = runs[number].diagnosis
        if diagnosis is not None:
            # It says more than what the tree says of this one choice.
            own = explain_choice(choice, DEPTH)
            hints = (_STAGE_0_FIRST, *(hint for hint in diagnosis.hints if hint != own))
            told = replace(diagnosis, hints=hints)
            runs[number] = replace(runs[number], diagnosis=told)
    return runs
