"""The memory check: leaks, invalid accesses and undefined behaviour, on one case of each stage."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from signal import SIGXFSZ

from checkers_cli.grading.cases import TestCase
from checkers_cli.grading.execution import sanitizers
from checkers_cli.grading.execution.build import Built, Recipe, build, program_of
from checkers_cli.grading.execution.run import CaseResult, Outcome, digest_of, run_cases
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.reading import Read, Unreadable, read_here
from checkers_cli.grading.results import Finding, Memory
from checkers_cli.grading.sandbox import tools
from checkers_cli.grading.sandbox.jobs import Ended, Job
from checkers_cli.grading.sandbox.runner import MOST_RUNS, Sandbox
from checkers_cli.grading.submissions.discover import Submission
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.util.text import plural

UNSTABLE = "changing output"
_NOT_STARTED = "could not be started"
_OTHERWISE = "the program behaves differently when it is checked"
_ENOUGH = 3  # stopped runs after which a comparison gives up, to save time
# Part of the wall time limit. So much of each run does not count for the time of a comparison:
# with many cases, the runs of a quick program take long together too.
_USUAL = 1 / 30
_TOO_LONG = "the check was ended, because its runs took long"
_NOT_COMPARED = "a build with -O2 is slow or exceeds limits, so it was run on some cases only"
_FLAGS = {tools.SANITIZERS: tools.SANITIZE, tools.VALGRIND: ("-g",)}
_SANITIZER = re.compile(rb"__(?:lsan|asan|ubsan|sanitizer)_|__SANITIZE_|__has_feature")
# The functions of the sanitizers that neither their own instrumentation nor memory_words.c names,
# but for some that only answer questions.
_HOOK = re.compile(
    rb"__(?:lsan_(?!default_)|ubsan_(?!default_options|handle_|vptr_)|sanitizer_(?!ptr_|cov_)"
    rb"|asan_(?:on_error|default_suppressions|set_(?!shadow_)|(?:un)?poison_memory_))"
)
_COMPILERS = ("gcc", "cc", "clang")
_READ_BYTES = 4 << 20  # bytes, from the end of a report: the tools write after the program
_UNINITIALISED = re.compile(
    r"^(?P<place>[^\s:]+:\d+):\d+: warning: .(?P<name>\w+). (?:is|may be) used uninitialized",
    re.MULTILINE,
)


@dataclass(frozen=True)
class _Check:
    """The arguments of a check, shared by its steps."""

    plan: Plan
    sandbox: Sandbox
    submission: Submission
    outcomes: Mapping[str, Outcome]  # of the runs without tools, by key of the case
    read: Read
    spent: list[float] = field(default_factory=list)  # seconds of its runs with a tool

    @property
    def recipe(self) -> Recipe:
        return self.plan.recipe(self.submission)

    @property
    def compiled(self) -> bool:
        """Whether the build command is a compiler that accepts our flags."""
        return bool(self.recipe.build) and self.recipe.build[0].rpartition("/")[2] in _COMPILERS

    @property
    def is_long(self) -> bool:
        """Whether the check should end, because its runs have taken long together."""
        return sum(self.spent) > self.plan.limits.together

    def built(self, *flags: str) -> Built:
        """Build with additional flags, or as usual if the build command is not a compiler."""
        recipe, submission = self.recipe, self.submission
        if self.compiled:
            recipe = replace(recipe, build=(*recipe.build, *flags))
        if tools.LINKED in flags:
            files = {**submission.files, tools.LINKED: tools.linked_source()}
            submission = replace(submission, files=files)
        return build(self.sandbox, submission, recipe, self.read)

    def run(self, made: bytes, case: TestCase, wrapper: Sequence[str]) -> tuple[Ended, str]:
        """Run a built program on a case, behind the command of a tool; also the tool's report."""
        seconds = self.plan.rubric.memory_check_seconds
        # With a tool, programs are far slower and need more memory.
        limits = replace(
            self.plan.limits, cpu=seconds, wall=2 * seconds, memory=2 << 30, output=64 << 20,
            files=256,
        )  # fmt: skip
        with closing(program_of(self.recipe, self.submission, made)) as program:
            command = [*wrapper, *program.command]
            job = Job(command, limits, program.files, stdins=(case.stdin,), tracing=True)
            ended = self.sandbox.run(job)
        self.spent.append(ended.wall)
        return ended, ended.stderr[-_READ_BYTES:].decode("utf-8", "replace")


def check_memory(
    plan: Plan,
    sandbox: Sandbox,
    submission: Submission,
    outcomes: Mapping[str, Outcome],
    read: Read = read_here,
) -> Memory:
    """The findings in a submission that builds; `outcomes` are those of its runs without tools."""
    try:
        return _check(_Check(plan, sandbox, submission, outcomes, read))
    except Unreadable as error:
        return Memory(plan.memory_tool, problem=f"the report of the check cannot be read: {error}")


def hidden_to_check(plan: Plan, results: Iterable[CaseResult]) -> Plan:
    """The hidden cases that are checked: of stages with no other case, or where only they crash."""

    def stages(hidden: bool, crashed: bool) -> set[int]:
        return {
            case.stage
            for case, outcome, _ in results
            if case.hidden is hidden
            and plan.rubric.is_marked(case.within)
            and outcome is not None
            and (not crashed or outcome.judged.fixed is Verdict.CRASHED)
        }

    results = list(results)
    alone = stages(True, False) - stages(False, False)
    crashing = stages(True, True) - stages(False, True)
    cases = (case for case in plan.cases if case.hidden and case.stage in alone | crashing)
    return replace(plan, cases=tuple(cases))


def joined(visible: Memory | None, hidden: Memory | None) -> Memory:
    """The result of a check that was made in two parts; a part without cases is None."""
    parts = [part for part in (visible, hidden) if part is not None]
    found: dict[tuple[str, str], Finding] = {}
    for finding in (one for part in parts for one in part.findings):
        found.setdefault((finding.kind, finding.where or finding.what), finding)
    return Memory(
        next((part.tool for part in parts if part.tool), ""),
        tuple(found.values())[: sanitizers.MOST],
        visible.problem if visible else "",
        tuple(name for part in parts for name in part.cases),
        any(part.judge_error for part in parts),
        hidden.problem if hidden else "",
    )


def _check(check: _Check) -> Memory:
    plan, submission = check.plan, check.submission
    if submission.language == "python":
        return Memory("", problem="Python manages memory itself")
    started = [not outcome.ended.startswith(_NOT_STARTED) for outcome in check.outcomes.values()]
    if _is_script(submission) or (started and not any(started)):
        # Valgrind would run a shell, and find the leaks of the shell.
        return Memory("", problem="only a compiled program that can be started is checked")
    tool = plan.memory_tool
    if tool == tools.SANITIZERS and not check.compiled:
        tool = tools.VALGRIND if plan.valgrind else ""
    if not tool:
        return Memory("", problem="neither the sanitizers nor valgrind can check it here")
    memory = _check_with(check, tool)
    if check.compiled:
        findings, problem = _with_optimisation(check)
        problem = "; ".join(filter(None, (memory.problem, problem)))
        memory = replace(memory, findings=memory.findings + findings, problem=problem)
    return replace(memory, findings=memory.findings[: sanitizers.MOST])


def _is_script(submission: Submission) -> bool:
    """Whether a submitted executable is a script, such as one for the shell."""
    texts = submission.files.values()
    return submission.language == "executable" and any(t.startswith(b"#!") for t in texts)


def chosen_cases(plan: Plan, outcomes: Mapping[str, Outcome]) -> dict[int, TestCase | None]:
    """One case of each stage, or None if time ran out in all: with a tool it would again.

    Preferred are cases that crash, then those that were not stopped, then those that are not
    hidden, then those with the longest output.
    """

    def worth(case: TestCase) -> tuple[bool, bool, bool, int]:
        outcome = outcomes[case.key]
        crashed = outcome.judged.fixed is Verdict.CRASHED
        return crashed, not _was_stopped(outcome), not case.hidden, len(case.expected(0))

    return {
        stage: max(
            (c for c in cases if c.key in outcomes and not outcomes[c.key].timed_out),
            key=worth,
            default=None,
        )
        for stage, cases in plan.marked_stages.items()  # findings cost marks
        if cases
    }


def _check_with(check: _Check, tool: str) -> Memory:
    chosen = chosen_cases(check.plan, check.outcomes)
    left_out = ", ".join(f"stage {stage}" for stage, case in chosen.items() if case is None)
    problems = [f"left out because of timeouts: {left_out}"] if left_out else []
    cases = [case for case in chosen.values() if case is not None]
    if not cases:
        return Memory(tool, problem="; ".join(problems))
    built = check.built(*_FLAGS[tool])
    if not built.build.ok or built.program is None:
        if tool == tools.SANITIZERS and check.plan.valgrind:
            return _check_with(check, tools.VALGRIND)
        return Memory(tool, problem=f"does not build for the check: {built.build.problem}")
    found: dict[tuple[str, str], Finding] = {}
    checked = []
    for case in cases:
        if check.is_long:
            problems.append(_TOO_LONG)
            break
        findings, problem = _check_case(check, tool, built.program, case)
        for finding in findings:  # the same place is one finding, whatever the number of bytes
            key = finding.kind, finding.where or finding.what
            found.setdefault(key, replace(finding, case="" if case.hidden else case.name))
        if problem:
            problems.append(problem)
        elif not case.hidden:
            checked.append(case.name)
    problem = "; ".join(dict.fromkeys(problems))
    return Memory(tool, tuple(found.values()), problem, tuple(checked))


def _check_case(check: _Check, tool: str, made: bytes, case: TestCase) -> tuple[list[Finding], str]:
    """The findings of a tool on a case, and why the check is incomplete; empty if it is not."""
    wrapper = tools.VALGRIND_COMMAND if tool == tools.VALGRIND else ()
    ended, report = check.run(made, case, wrapper)
    sources = tuple(check.submission.files)
    if ended.why != "ended":
        findings = []
        if tool == tools.SANITIZERS:
            findings = check.read(sanitizers.read_sanitizers, report, sources)
        return findings, f"during the check, the program was {ended.words}"
    # A program can find out that it is checked, and do nothing then that could be found.
    as_before = _is_as_before(check.outcomes.get(case.key), ended)
    if tool == tools.VALGRIND:
        findings = check.read(sanitizers.read_valgrind, report, sources)
        return findings, "" if findings or as_before else _OTHERWISE
    findings = check.read(sanitizers.read_sanitizers, report, sources)
    hooked = _may_switch_off(check, made)
    if tools.AT_THE_END in report and not hooked and (findings or as_before):
        return findings, ""
    if ended.signal or any(finding.kind == sanitizers.INVALID for finding in findings):
        return findings, "leaks could not be checked, because the program does not end normally"
    if check.is_long:
        return findings, _TOO_LONG
    built = check.built(*_FLAGS[tools.VALGRIND]) if check.plan.valgrind else None
    if built is None or built.program is None:
        return findings, "leaks could not be checked, because the program does not end by exit()"
    # Valgrind checks leaks however the program ends.
    more, problem = _check_case(check, tools.VALGRIND, built.program, case)
    return findings + [one for one in more if one.kind == sanitizers.LEAK or not findings], problem


def _may_switch_off(check: _Check, made: bytes) -> bool:
    """Whether a program may have switched off the sanitizers: it names them or their functions.

    Names that the preprocessor or the assembler puts together are only in the program. There they
    tell nothing with clang, which links all of the sanitizers into it.
    """
    if any(_SANITIZER.search(text) for text in check.submission.files.values()):
        return True
    return "clang" not in check.recipe.build[0] and _HOOK.search(made) is not None


def _is_as_before(before: Outcome | None, ended: Ended) -> bool:
    """Whether a run with a tool printed and returned the same as the run without it."""
    if before is None or _was_stopped(before):
        return True  # there is nothing to compare with
    # LeakSanitizer also finds what the C library never frees, such as the buffer of stdout. Those
    # findings are dropped, but the exit status is that of a program with leaks.
    is_returned = ended.words == before.ended or ended.status == tools.FOUND
    return digest_of(ended) == before.digest and is_returned


def _with_optimisation(check: _Check) -> tuple[tuple[Finding, ...], str]:
    """A finding if -O2 changes the output: then the program relies on undefined behaviour.

    Also why not all cases were compared; empty if they were, or if there is a finding.
    """
    built = check.built("-O2", "-g")
    changed, complete = _changed_by(check, built, check.plan.cases)
    if not changed:
        return (), "" if complete else _NOT_COMPARED
    first = next((case for case in changed if not case.hidden), changed[0])
    name = "" if first.hidden else first.name
    # Run the unoptimised program again: output that depends on the clock or on addresses changes
    # each time, and -O2 is not the cause.
    if _changed_by(check, check.built(), changed[:MOST_RUNS])[0]:
        return (Finding(UNSTABLE, "prints different output in each run", case=name),), ""
    count = plural(len(changed), "case")
    what = (
        f"prints different output if compiled with -O2 ({count}): it relies on undefined behaviour"
    )
    where = _uninitialised_place(check, built, first)
    return (Finding(sanitizers.UNDEFINED, what, where, name),), ""


def _changed_by(
    check: _Check, built: Built, cases: Sequence[TestCase]
) -> tuple[list[TestCase], bool]:
    """The cases on which the built program behaves differently from the submission.

    Also whether all were compared: after some stopped runs, or runs that take long together, the
    comparison gives up.
    """
    if not built.build.ok or built.program is None:
        return [], True
    limits = check.plan.limits
    known = [(case, check.outcomes.get(case.key)) for case in cases]
    wanted = [(case, before) for case, before in known if before and not _was_stopped(before)]
    changed = []
    stopped, spent = 0, 0.0
    with closing(program_of(check.recipe, check.submission, built.program)) as program:
        while wanted and stopped < _ENOUGH and spent < limits.together:
            runs = run_cases(check.sandbox, program, [case for case, _ in wanted], limits)
            for (case, before), ended in zip(wanted, runs, strict=False):
                stopped += ended.why != "ended"
                spent += max(0.0, ended.wall - limits.wall * _USUAL)
                if _differs(before, ended, limits):
                    changed.append(case)
            wanted = wanted[len(runs) :]
    return changed, not wanted


def _was_stopped(outcome: Outcome) -> bool:
    """Whether a limit stopped the run: then its output depends on chance."""
    return outcome.ended.startswith("stopped") or outcome.judged.fixed is Verdict.OUTPUT


def _differs(before: Outcome, ended: Ended, limits: Limits) -> bool:
    """Whether a run differs from an earlier one that was not stopped, and not by chance."""
    if ended.why == "cpu":  # an endless loop now, unless the program was slow before
        return before.cpu < limits.cpu / 4
    too_much = max(len(ended.stdout), len(ended.stderr)) >= limits.output
    if ended.why != "ended" or ended.signal == SIGXFSZ or too_much:
        return False
    return digest_of(ended) != before.digest or ended.words != before.ended


def _uninitialised_place(check: _Check, optimised: Built, case: TestCase) -> str:
    """The place of an uninitialised variable, if gcc or valgrind names one."""
    warned = _UNINITIALISED.search(optimised.build.messages)
    if warned:
        return f"{warned['name']} ({warned['place']})"
    built = check.built("-g") if check.plan.valgrind else None
    if built is None or built.program is None:
        return ""
    _, report = check.run(built.program, case, tools.VALGRIND_COMMAND)
    sources = tuple(check.submission.files)
    found = check.read(sanitizers.read_valgrind, report, sources)
    return next((f.where for f in found if f.where and "ninitialised" in f.what + f.kind), "")
