"""The memory check: leaks, invalid accesses and undefined behaviour, on one case of each stage."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from checkers_cli.grading.building import Built, Recipe, build, program_of
from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.intake import Submission
from checkers_cli.grading.jobs import Ended, Job, Limits
from checkers_cli.grading.plan import STAGES, Plan
from checkers_cli.grading.results import Finding, Memory
from checkers_cli.grading.running import Outcome, digest_of, run_cases
from checkers_cli.grading.sandbox import Sandbox
from checkers_cli.grading.sanitizers import MOST, read_sanitizers, read_valgrind
from checkers_cli.grading.tools import (
    SANITIZE,
    SANITIZER_ENVIRONMENT,
    SANITIZERS,
    VALGRIND,
    VALGRIND_COMMAND,
)

OPTIMISATION = "optimisation"
UNSTABLE = "not the same each time"
_ENOUGH = 3  # runs that had to be stopped: what follows would only take time
_COMPILERS = ("gcc", "cc", "clang")
_READ = 4 << 20  # bytes of what is said: the tools have the last word, whatever a program says
_UNINITIALISED = re.compile(
    r"^(?P<place>[^\s:]+:\d+):\d+: warning: .(?P<name>\w+). (?:is|may be) used uninitialized",
    re.MULTILINE,
)


@dataclass(frozen=True)
class _Check:
    """What the steps of a check share."""

    plan: Plan
    sandbox: Sandbox
    submission: Submission
    outcome_of: Callable[[TestCase], Outcome | None]

    @property
    def recipe(self) -> Recipe:
        return self.plan.recipe(self.submission)

    @property
    def compiled(self) -> bool:
        """Whether it is built by a compiler that takes our flags."""
        return bool(self.recipe.build) and self.recipe.build[0].rpartition("/")[2] in _COMPILERS

    def built(self, *flags: str) -> Built:
        """The submission built with further flags, or as ever if it is not compiled here."""
        recipe = self.recipe
        if self.compiled:
            recipe = replace(recipe, build=(*recipe.build, *flags))
        return build(self.sandbox, self.submission, recipe)

    def run(self, made: bytes, case: TestCase, before: Sequence[str], limits: Limits) -> Ended:
        """Run what was built on a case, under a tool."""
        program = program_of(self.recipe, self.submission, made)
        try:
            return self.sandbox.run(
                Job(
                    [*before, *program.command],
                    limits,
                    program.files,
                    stdins=(case.stdin,),
                    tracing=True,
                    environment=SANITIZER_ENVIRONMENT,
                )
            )
        finally:
            program.close()

    @property
    def generous(self) -> Limits:
        """Limits for runs under a tool, which are far slower and need more memory."""
        seconds = self.plan.rubric.limits.memory_check_seconds
        return replace(
            self.plan.limits,
            cpu=seconds,
            wall=2 * seconds,
            memory=2 << 30,
            output=64 << 20,
            files=256,
        )


def check_memory(
    plan: Plan,
    sandbox: Sandbox,
    submission: Submission,
    outcome_of: Callable[[TestCase], Outcome | None],
) -> Memory:
    """What the tools find in a submission that builds; `outcome_of` is how it did without them."""
    if submission.language == "python":
        return Memory("", problem="Python looks after memory itself")
    check = _Check(plan, sandbox, submission, outcome_of)
    tool = plan.memory_tool
    if tool == SANITIZERS and not check.compiled:
        tool = VALGRIND if plan.valgrind else ""
    if not tool:
        return Memory("", problem="neither sanitizers nor valgrind can be used for it here")
    found, problem = _with_tool(check, tool)
    if check.compiled:
        found += _with_optimisation(check)
    return Memory(tool, tuple(found[:MOST]), problem)


def chosen_cases(plan: Plan) -> list[TestCase]:
    """One case of each stage: where most is printed, and students may see it if possible."""
    return [
        max(cases, key=lambda case: (not case.hidden, len(case.expected(0))))
        for cases in (plan.stages[stage] for stage in STAGES)
        if cases
    ]


def _with_tool(check: _Check, tool: str) -> tuple[list[Finding], str]:
    built = check.built(*(SANITIZE if tool == SANITIZERS else ("-g",)))
    if not built.build.ok or built.program is None:
        return [], f"does not build for the check: {built.build.problem}"
    found: dict[tuple[str, str], Finding] = {}
    problem = ""
    before = VALGRIND_COMMAND if tool == VALGRIND else ()
    for case in chosen_cases(check.plan):
        ended = check.run(built.program, case, before, check.generous)
        said = ended.stderr[-_READ:].decode("utf-8", "replace")
        read = read_valgrind if tool == VALGRIND else read_sanitizers
        findings = read(said, tuple(check.submission.files))
        for finding in findings:  # where it is counts, not how many bytes it was this time
            key = finding.kind, finding.where or finding.what
            found.setdefault(key, replace(finding, case="" if case.hidden else case.name))
        if ended.why != "ended":
            problem = f"under the check, the program was {ended.words}"
    return list(found.values()), problem


def _with_optimisation(check: _Check) -> list[Finding]:
    """Whether -O2 changes what is printed: a program that relies on undefined behaviour."""
    built = check.built("-O2", "-g")
    changed = _changed_by(check, built)
    if not changed:
        return []
    first = next((case for case in changed if not case.hidden), changed[0])
    name = "" if first.hidden else first.name
    if first in _changed_by(check, check.built(), (first,)):
        return [Finding(UNSTABLE, "prints something else each time that it runs", case=name)]
    count = f"{len(changed)} case{'s' if len(changed) > 1 else ''}"
    what = (
        f"prints something else when compiled with -O2 ({count}): it relies on undefined behaviour"
    )
    return [Finding(OPTIMISATION, what, _culprit(check, built, first), name)]


def _changed_by(
    check: _Check, built: Built, cases: Sequence[TestCase] | None = None
) -> list[TestCase]:
    """The cases on which what was built does not do what the submission did before."""
    if not built.build.ok or built.program is None:
        return []
    known = [(case, check.outcome_of(case)) for case in cases or check.plan.cases]
    wanted = [(case, before) for case, before in known if before and not before.timed_out]
    changed = []
    stopped = 0
    program = program_of(check.recipe, check.submission, built.program)
    try:
        while wanted and stopped < _ENOUGH:
            runs = run_cases(check.sandbox, program, [c for c, _ in wanted], check.plan.limits)
            for (case, before), ended in zip(wanted, runs, strict=False):
                stopped += ended.why != "ended"
                if digest_of(ended) != before.digest or ended.words != before.ended:
                    changed.append(case)
            wanted = wanted[len(runs) :]
    finally:
        program.close()
    return changed


def _culprit(check: _Check, optimised: Built, case: TestCase) -> str:
    """The uninitialised variable's line, where a tool can name it."""
    warned = _UNINITIALISED.search(optimised.build.messages)
    if warned:
        return f"{warned['name']} ({warned['place']})"
    if not check.plan.valgrind:
        return ""
    built = check.built("-g")
    if built.program is None:
        return ""
    ended = check.run(built.program, case, VALGRIND_COMMAND, check.generous)
    said = ended.stderr[-_READ:].decode("utf-8", "replace")
    found = read_valgrind(said, tuple(check.submission.files))
    return next((f.where for f in found if f.where and "ninitialised" in f.what + f.kind), "")
