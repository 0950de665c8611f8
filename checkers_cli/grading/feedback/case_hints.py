"""Hints that need all runs of a submission: unusual scripts, and what to fix first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from checkers_cli.grading.feedback.tree_hints import Choice, explain_choice
from checkers_cli.grading.results import Run
from checkers_cli.grading.verdicts import Verdict

_MANY = 60  # lines; longer scripts overflow arrays of a fixed size
_STAGE_0_FIRST = "Fix stage 0 first: the tree is built from the same boards, actions and costs."


def with_case_hints(
    runs: list[Run], scripts: Sequence[bytes], choices: Mapping[int, Choice]
) -> list[Run]:
    """The runs of a submission, with hints that follow from all of them together.

    `choices` has the wrong computed actions by the index of their run.
    """
    return _with_oddities(_with_stage_0_first(runs, choices), scripts)


@lru_cache(maxsize=1024)
def oddities(script: bytes) -> tuple[str, ...]:
    """Unusual features of a script that a program may not expect, a sentence for each."""
    lines = script.split(b"\n")
    found = []
    if b"\r\n" in script:
        found.append("The lines of this script end in CRLF (\\r\\n): ignore the \\r.")
    if script and not script.endswith(b"\n"):
        found.append("This script has no newline at its end: its last line still counts.")
    if any(not line.strip() for line in lines[:-1]):
        found.append("This script has blank lines: skip them.")
    if any(line.strip(b"\r") != line.strip() and line.strip() for line in lines):
        found.append("This script has spaces or tabs around its lines: ignore them.")
    if len(lines) > _MANY:
        found.append(f"This script has more than {_MANY} lines: a script may have any number.")
    return tuple(found)


def _with_oddities(runs: list[Run], scripts: Sequence[bytes]) -> list[Run]:
    """The runs, with a hint for each oddity that all failing scripts of their kind share.

    Scripts of a kind are of the same stage, and within the assignment or beyond it.
    """
    failed = [
        (run.stage, run.within, oddities(script))
        for run, script in zip(runs, scripts, strict=True)
        if run.verdict not in (Verdict.ACCEPTED, Verdict.PRESENTATION)
    ]
    for number, script in enumerate(scripts):
        run = runs[number]
        if run.diagnosis is None or run.verdict is Verdict.PRESENTATION:
            continue
        shared = tuple(
            odd
            for odd in oddities(script)
            if all(
                odd in others
                for stage, within, others in failed
                if (stage, within) == (run.stage, run.within)
            )
        )
        diagnosis = replace(run.diagnosis, hints=run.diagnosis.hints + shared)
        runs[number] = replace(run, diagnosis=diagnosis)
    return runs


def _with_stage_0_first(runs: list[Run], choices: Mapping[int, Choice]) -> list[Run]:
    """The runs, with the hint to fix stage 0 first on wrong computed actions if stage 0 fails."""
    stage_0 = [run for run in runs if run.stage == 0 and run.within]
    if all(run.verdict is not Verdict.WRONG for run in stage_0):
        return runs
    for number, choice in choices.items():
        diagnosis = runs[number].diagnosis
        if diagnosis is not None:
            # The value of the action in the tree is no help while the boards are wrong.
            tree_hint = explain_choice(choice)
            hints = (_STAGE_0_FIRST, *(hint for hint in diagnosis.hints if hint != tree_hint))
            runs[number] = replace(runs[number], diagnosis=replace(diagnosis, hints=hints))
    return runs
