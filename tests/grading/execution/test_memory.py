"""Submissions of the cohort and what the tools find in them, with the tools that are here."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from grading.cohort import make_submission
from grading.machine import (
    in_bubblewrap,
    in_limits,
    needs_sanitizers,
    needs_valgrind,
)
from grading.machine import opened_sandbox as opened_sandbox
from support import EXAMPLES

from checkers_cli.grading.cases import TestCase, stage_of
from checkers_cli.grading.execution.build import build, program_of
from checkers_cli.grading.execution.judge import Judged, judge
from checkers_cli.grading.execution.memory import UNSTABLE, check_memory, chosen_cases
from checkers_cli.grading.execution.run import Outcome, digest_of, outcome_of_run, run_cases
from checkers_cli.grading.execution.sanitizers import INVALID, LEAK, UNDEFINED
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.results import Memory
from checkers_cli.grading.rubric.load import load_rubric, with_commands
from checkers_cli.grading.sandbox.jobs import Ended, Job
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.grading.sandbox.tools import SANITIZERS, VALGRIND
from checkers_cli.grading.submissions.discover import Submission, load, one_submission
from checkers_cli.grading.verdicts import Verdict


def case(name: str, hidden: bool = False) -> TestCase:
    script = (EXAMPLES / f"{name}.txt").read_bytes()
    return TestCase(f"{name}.txt", stage_of(script), hidden, script, None)


SCRIPTED, COMPUTED = case("capture-optional"), case("a-worked-example")
PLAN = Plan(
    (), (SCRIPTED, COMPUTED), load_rubric(None), "gcc", "limits",
    memory_check=True, memory_tool=SANITIZERS, valgrind=True,
)  # fmt: skip


def ended(
    verdict: Verdict | None, words: str = "exit status 0", cpu: float = 0.0, digest: str = ""
) -> Outcome:
    return Outcome(Judged(verdict, 0 if verdict else 1), words, cpu, digest, False)


FINE = ended(None)
CRASHED = ended(Verdict.CRASHED, "signal SIGSEGV")
# What the warden stopped is looked at by the tools, but -O2 is not compared with it.
STOPPED = ended(Verdict.MEMORY, "stopped: memory ran out")
TIMED_OUT = ended(Verdict.CPU_TIME, "stopped: time ran out")


def outcomes(plan: Plan, sandbox: Sandbox, submission: Submission) -> Mapping[str, Outcome]:
    """How a submission does without the tools."""
    recipe = plan.recipe(submission)
    made = build(sandbox, submission, recipe).program
    assert made is not None
    program = program_of(recipe, submission, made)
    found = {}
    for case in plan.cases:
        (ended,) = run_cases(sandbox, program, [case], plan.limits)
        judged = judge(case, ended, plan.limits, plan.combinations)
        found[case.key] = outcome_of_run(case, ended, judged)[0]
    program.close()
    return found


def check(sandbox: Sandbox, path: Path, plan: Plan = PLAN, optimise: bool = False) -> Memory:
    submission = load(one_submission(str(path)))
    known: Mapping[str, Outcome] = {case.key: STOPPED for case in plan.cases}
    if optimise:
        known = outcomes(plan, sandbox, submission)
    return check_memory(plan, sandbox, submission, known)


def line_of(path: Path, text: str) -> int:
    """The line of a source that has this text."""
    (line,) = [n for n, line in enumerate(path.read_text().splitlines(), 1) if text in line]
    return line


@in_bubblewrap
@needs_sanitizers
def test_sanitizers_find_nothing_in_a_clean_program(sandbox: Sandbox, tmp_path: Path) -> None:
    path = make_submission("correct", tmp_path)
    names = (SCRIPTED.name, COMPUTED.name)
    for valgrind in (True, False):  # which is not needed for such a program
        plan = replace(PLAN, valgrind=valgrind)
        assert check(sandbox, path, plan, optimise=True) == Memory(SANITIZERS, cases=names)


@in_bubblewrap
@needs_valgrind
def test_valgrind_finds_nothing_in_a_clean_program(sandbox: Sandbox, tmp_path: Path) -> None:
    plan = replace(PLAN, memory_tool=VALGRIND, cases=(COMPUTED,))
    found = check(sandbox, make_submission("correct", tmp_path), plan)
    assert found == Memory(VALGRIND, cases=(COMPUTED.name,))


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param(SANITIZERS, marks=needs_sanitizers),
        pytest.param(VALGRIND, marks=needs_valgrind),
    ],
)
@in_limits
def test_leaks_are_reported_at_the_allocation(sandbox: Sandbox, tmp_path: Path, tool: str) -> None:
    path = make_submission("leaks", tmp_path)
    found = check(sandbox, path, replace(PLAN, memory_tool=tool, cases=(COMPUTED,)))
    assert found.tool == tool
    assert {finding.kind for finding in found.findings} == {LEAK}
    assert {finding.case for finding in found.findings} == {COMPUTED.name}
    place = f"leaks.c:{line_of(path, 'malloc(')}"
    assert any(place in finding.where for finding in found.findings)


@in_limits
@needs_sanitizers
def test_an_access_beyond_the_end_is_found(sandbox: Sandbox, tmp_path: Path) -> None:
    path = make_submission("overflow", tmp_path)
    found = check(sandbox, path)
    assert found.findings[0].kind == INVALID
    assert found.findings[0].what == "heap-buffer-overflow"
    assert f"overflow.c:{line_of(path, 'costs[i] == root->cost')}" in found.findings[0].where


@in_limits
@needs_sanitizers
@needs_valgrind
def test_a_change_by_optimisation_names_the_variable(sandbox: Sandbox, tmp_path: Path) -> None:
    path = make_submission("uninitialised", tmp_path)
    found = check(sandbox, path, optimise=True)
    (finding,) = [finding for finding in found.findings if "-O2" in finding.what]
    assert finding.kind == UNDEFINED
    assert "prints different output if compiled with -O2" in finding.what
    lines = path.read_text().splitlines()
    first = line_of(path, "static int is_promoted(")
    last = next(n for n, line in enumerate(lines[first:], first + 1) if line == "}")
    named = int(finding.where.rpartition(":")[2].rstrip(")"))
    assert first <= named <= last


@in_limits
@needs_sanitizers
def test_undefined_behaviour_is_found_by_function_and_line(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    path = make_submission("signed-overflow", tmp_path)
    kinds = {f.where: f.kind for f in check(sandbox, path).findings}
    line = line_of(path, "int turned = number + INT_MAX")
    places = [where for where in kinds if where.endswith(f" (signed-overflow.c:{line})")]
    assert [kinds[where] for where in places] == [UNDEFINED]


_LEAKS = """\
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
char *p;
int main(void) {{
    p = malloc(77);
    p = NULL;
    puts("out");
    fflush(stdout);
    {last}
}}
{more}
"""
_FORGED = """\
#include <stdio.h>
int main(void) {
    fputs("==1==ERROR: LeakSanitizer: detected memory leaks\\n\\n"
          "Direct leak of 100 byte(s) in 1 object(s) allocated from:\\n"
          "    #0 0x1 in main /work/program.c:3\\n\\n"
          "==1== Invalid write of size 4\\n==1==    at 0x1: main (program.c:3)\\n"
          "program.c:3:1: runtime error: division by zero\\n", stderr);
    return 0;
}
"""


@in_bubblewrap
@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize("tool", [SANITIZERS, VALGRIND])
def test_output_of_the_program_is_never_a_finding(
    sandbox: Sandbox, tmp_path: Path, tool: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(_FORGED)
    found = check(sandbox, path, replace(PLAN, memory_tool=tool))
    assert (found.findings, found.problem) == ((), "")
    assert found.cases


@pytest.mark.slow
@in_bubblewrap
@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize(
    ("last", "more"),
    [
        ("return 0;", ""),
        ("close(2); return 0;", ""),
        ("for (int fd = 0; fd < 1024; fd++) close(fd); return 0;", ""),
        ("_exit(0);", ""),
        ("return 0;", "int __lsan_is_turned_off(void) { return 1; }"),
        ("return 0;", "#ifdef __SANITIZE_ADDRESS__\n#error no\n#endif"),
        ('_exit(write(32, "checkers: at the end, WORD\\n", 27) == 0);', ""),
        ("int n = 40; n = 1 << n; _exit(n == 77);", ""),
    ],
    ids=["plain", "close", "close-all", "_exit", "turned-off", "not-built", "forged", "undefined"],
)
def test_a_leak_is_found_however_the_program_ends(
    sandbox: Sandbox, tmp_path: Path, last: str, more: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(_LEAKS.format(last=last, more=more))
    leaks = [finding for finding in check(sandbox, path).findings if finding.kind == LEAK]
    assert [finding.what for finding in leaks] == ["77 bytes in a block are never freed"]
    alone = check(sandbox, path, replace(PLAN, valgrind=False))  # then it is not vouched for
    assert LEAK in {f.kind for f in alone.findings} or (alone.problem and not alone.cases)


# The names are not in the texts, but in the programs.
_HOOKS = {
    "spliced": "int __ls\\\nan_is_turned_off(void) { return 1; }",
    "pasted": "#define J(a, b) a##b\nint J(__ls, an_is_turned_off)(void) { return 1; }",
    "assembler": 'int off(void) __asm__("__ls" "an_is_turned_off"); int off(void) { return 1; }',
    "called": '__attribute__((weak)) void off(void) __asm__("__ls" "an_disable");\n'
    "__attribute__((constructor)) static void first(void) { if (off) off(); }",
}


@in_bubblewrap
@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize("more", _HOOKS.values(), ids=_HOOKS)
def test_a_leak_is_found_if_a_hidden_name_switches_off_the_sanitizers(
    sandbox: Sandbox, tmp_path: Path, more: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(_LEAKS.format(last="return 0;", more=more))
    found = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,)))
    assert [finding.what for finding in found.findings] == ["77 bytes in a block are never freed"]
    alone = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,), valgrind=False))
    assert alone.problem
    assert not alone.cases


@in_bubblewrap
@needs_sanitizers
def test_a_program_that_redirects_the_reports_is_not_vouched_for(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    path = tmp_path / "program.c"
    more = """__attribute__((weak)) void redirect(void *) __asm__("__sani" "tizer_set_report_fd");
    __attribute__((constructor)) static void first(void) { if (redirect) redirect((void *)2); }"""
    path.write_text(_LEAKS.format(last="return 0;", more=more))
    found = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,), valgrind=False))
    assert found.problem
    assert not found.cases


# Each leaks and prints something, but not where it sees that it is checked.
_EVASIVE = """\
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#define JOIN(a, b) a##b
static void *volatile kept;
static int is_checked(void) {{ {test} }}
int main(void) {{
    if (is_checked()) return 0;
    kept = malloc(77);
    kept = NULL;
    puts("done");
    {last}
    return 0;
}}
"""
_SEES_A_LIBRARY = """char line[999]; FILE *maps = fopen("/proc/self/maps", "r"); int found = 0;
    while (fgets(line, sizeof line, maps)) found |= strstr(line, "{name}") != NULL;
    fclose(maps); return found;"""
_HIDES_THE_REPORT = """signal(SIGXFSZ, SIG_IGN);
    for (int fd = 32; fd < 64; fd++) {
        struct stat s;
        if (fstat(fd, &s) != 0) continue;
        struct rlimit little = {s.st_size + 39, s.st_size + 39};
        setrlimit(RLIMIT_FSIZE, &little);
        break;
    }"""


@in_bubblewrap
@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize(
    ("test", "last"),
    [
        ('return getenv("ASAN_OPTIONS") != NULL || getenv("LSAN_OPTIONS") != NULL;', ""),
        ("\n#if JOIN(__SANI, TIZE_ADDRESS__)\nreturn 1;\n#else\nreturn 0;\n#endif\n", ""),
        (_SEES_A_LIBRARY.replace("{name}", "libasan"), ""),
        ("return 0;", _HIDES_THE_REPORT),
    ],
    ids=["environment", "macro", "library", "report cut"],
)
def test_a_program_that_recognises_the_sanitizers_is_checked_with_valgrind(
    sandbox: Sandbox, tmp_path: Path, test: str, last: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(_EVASIVE.format(test=test, last=last))
    found = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,)), optimise=True)
    assert [finding.what for finding in found.findings] == ["77 bytes in a block are never freed"]


@in_bubblewrap
@needs_sanitizers
@needs_valgrind
def test_a_program_that_sleeps_when_it_is_checked_is_given_up(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    path = tmp_path / "program.c"
    sleeps = "#include <unistd.h>\n" + _EVASIVE.replace(
        "if (is_checked()) return 0;", "if (is_checked()) {{ sleep(3); _exit(0); }}"
    )
    path.write_text(sleeps.format(test=_SEES_A_LIBRARY.replace("{name}", "libasan"), last=""))
    limits = replace(PLAN.limits, wall=0.5)  # the runs of a check have limits of their own
    plan = replace(PLAN, rubric=replace(PLAN.rubric, limits=limits))
    found = check(sandbox, path, plan)
    assert found.findings == ()
    assert found.problem == "the check was ended, because its runs took long"
    assert found.cases == ()


@in_bubblewrap
@needs_sanitizers
@needs_valgrind
def test_a_program_that_recognises_all_tools_is_not_vouched_for(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    path = tmp_path / "program.c"
    any_tool = _SEES_A_LIBRARY.replace(
        '"{name}") != NULL', '"libasan") || strstr(line, "valgrind")'
    )
    path.write_text(_EVASIVE.format(test=any_tool, last=""))
    found = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,)), optimise=True)
    assert found.cases == ()
    assert found.problem == "the program behaves differently when it is checked"


@in_bubblewrap
@needs_sanitizers
@pytest.mark.parametrize("last", ["abort();", "*(volatile char *)0 = 1;"])
def test_a_crash_is_reported_as_an_incomplete_leak_check(
    sandbox: Sandbox, tmp_path: Path, last: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(_LEAKS.format(last=last, more=""))
    found = check(sandbox, path)
    assert LEAK not in {finding.kind for finding in found.findings}
    assert "does not end normally" in found.problem
    assert found.cases == ()


_ERASES = """\
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
{early}
static void erase(void) {{ for (int fd = 3; fd < 64; fd++) {{ {erase} }} }}
int main(int argc, char **argv) {{
    atexit(erase);
    volatile int far = 40 + argc;
    far = 1 << far;
    void *volatile kept = malloc(77);
    kept = argv;
    puts("done");
    return kept == NULL;
}}
"""
# Called after all that is registered later, such as what the grader registers itself.
_LEAVES = """static void leave(void) { fflush(NULL); _exit(0); }
static void early(void) { atexit(leave); }
__attribute__((section(".init_array.00050"), used)) static void (*const first)(void) = early;"""
_HAS_A_CHILD = """#include <sys/wait.h>
__attribute__((constructor)) static void early(void) { if (fork() == 0) exit(0); wait(NULL); }"""
_LEAVES_AT_LAST = (
    "__attribute__((destructor(101))) static void end(void) { fflush(NULL); _exit(0); }"
)


@in_bubblewrap
@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize(
    ("early", "erase"),
    [
        ("", "if (ftruncate(fd, 0) == 0) lseek(fd, 0, SEEK_SET);"),
        ("", "char none[999] = {{0}}; pwrite(fd, none, 999, 0);"),
        ("", "lseek(fd, 0, SEEK_SET);"),
        (_LEAVES, ""),
        (_LEAVES_AT_LAST, ""),
        (_HAS_A_CHILD, "fflush(NULL); _exit(0);"),
        (_LEAVES, "if (ftruncate(fd, 0) == 0) lseek(fd, 0, SEEK_SET);"),
    ],
    ids=[
        "truncated",
        "overwritten",
        "written from the start",
        "left",
        "left at last",
        "a child",
        "both",
    ],
)
def test_a_program_cannot_simply_erase_its_report(
    sandbox: Sandbox, tmp_path: Path, early: str, erase: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(_ERASES.format(early=early, erase=erase))
    # Valgrind looks for leaks if the program ends before the sanitizers have done so.
    found = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,)), optimise=True)
    assert [finding.kind for finding in found.findings] == [UNDEFINED, LEAK]
    assert found.problem == ""


_FREES_LATE = """\
#include <stdlib.h>
#include <stdio.h>
static char *p, *q;
__attribute__((constructor)) static void begin(void) { p = malloc(10); }
__attribute__((destructor)) static void end(void) { free(p); p = NULL; }
static void at_exit(void) { free(q); q = NULL; fputs("bye\\n", stderr); }
int main(void) { q = malloc(20); atexit(at_exit); setenv("A", "b", 1); exit(3); }
"""


@pytest.mark.slow
@in_bubblewrap
@needs_sanitizers
@needs_valgrind
@pytest.mark.parametrize("tool", [SANITIZERS, VALGRIND])
@pytest.mark.parametrize("name", ["program.c", "memory_words.c", "setlocale.c"])
def test_memory_freed_at_exit_is_no_leak(
    sandbox: Sandbox, tmp_path: Path, tool: str, name: str
) -> None:
    path = tmp_path / name
    path.write_text(_FREES_LATE)
    found = check(sandbox, path, replace(PLAN, memory_tool=tool))
    assert (found.findings, found.problem, len(found.cases)) == ((), "", 2)


@in_bubblewrap
@needs_sanitizers
def test_the_check_works_with_a_strict_build_command(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(_LEAKS.format(last="return 0;", more=""))
    flags = "-std=c17 -Wall -Wextra -pedantic -Werror -D_GNU_SOURCE"
    rubric = with_commands(PLAN.rubric, {"c": f"gcc {flags} -o program SOURCES -lm"}, {})
    found = check(sandbox, path, replace(PLAN, rubric=rubric, valgrind=False))
    assert ({finding.kind for finding in found.findings}, found.problem) == ({LEAK}, "")


_CLOCK = """\
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>
int main(void) {
    struct timespec t;
    int last = 0, c;
    while ((c = getchar()) != EOF)
        if (c > ' ')
            last = c;
    clock_gettime(CLOCK_MONOTONIC, &t);
#ifdef __OPTIMIZE__
    last++;
#endif
    printf("%ld\\n", last == 'A' || last == 'B' ? t.tv_nsec : (long)last);
    return 0;
}
"""


@in_limits
@needs_sanitizers
def test_output_that_always_changes_is_not_undefined_behaviour(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    path = tmp_path / "program.c"
    path.write_text(_CLOCK)  # on the first case only -O2 makes a difference, on the other the clock
    (finding,) = check(sandbox, path, optimise=True).findings
    assert finding.kind == UNSTABLE


@in_limits
@needs_sanitizers
def test_a_hidden_case_is_never_named(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "leaks.c"
    path.write_text("#include <stdlib.h>\nint main(void) { malloc(9); return 0; }\n")
    plan = replace(PLAN, cases=(replace(COMPUTED, hidden=True),))
    found = check(sandbox, path, plan)
    assert [finding.case for finding in found.findings] == [""]
    assert found.cases == ()


@in_limits
@needs_valgrind
def test_an_executable_is_checked_with_valgrind(sandbox: Sandbox, tmp_path: Path) -> None:
    submission = load(one_submission(str(make_submission("leaks", tmp_path))))
    made = build(sandbox, submission, PLAN.recipe(submission)).program
    assert made is not None
    path = tmp_path / "mine"
    path.write_bytes(made)
    path.chmod(0o755)
    found = check(sandbox, path, replace(PLAN, cases=(COMPUTED,)))
    assert found.tool == VALGRIND
    assert [(finding.kind, finding.where) for finding in found.findings] == [(LEAK, "allocate")]


@in_limits
def test_a_submission_that_cannot_be_checked_says_why(sandbox: Sandbox, tmp_path: Path) -> None:
    script = tmp_path / "main.py"
    script.write_text("print('hello')\n")
    assert check(sandbox, script) == Memory("", problem="Python manages memory itself")
    program = make_submission("correct", tmp_path)
    found = check(sandbox, program, replace(PLAN, memory_tool=""))
    assert found == Memory("", problem="neither the sanitizers nor valgrind can check it here")


@in_limits
def test_leaks_of_a_shell_are_not_reported(sandbox: Sandbox, tmp_path: Path) -> None:
    unchecked = Memory("", problem="only a compiled program that can be started is checked")
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\necho hello\n")
    script.chmod(0o755)
    assert check(sandbox, script, optimise=True) == unchecked
    # Valgrind would start a shell with a program that the kernel cannot start.
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF, and no more")
    assert check(sandbox, broken, optimise=True) == unchecked


@in_limits
@needs_sanitizers
def test_a_timeout_during_the_check_is_reported(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "waits.c"
    path.write_text("#include <unistd.h>\nint main(void) { pause(); return 0; }\n")
    rubric = replace(PLAN.rubric, memory_check_seconds=0.1)
    plan = replace(PLAN, cases=(SCRIPTED,), rubric=rubric)
    found = check(sandbox, path, plan)
    # Which time it is depends on how long the sanitizers take to start.
    words = "during the check, the program was stopped: "
    assert found.problem in (f"{words}time ran out", f"{words}CPU time ran out")
    assert found.cases == ()


@in_limits
@needs_sanitizers
def test_a_program_cannot_hide_findings_behind_a_flood(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "flood.c"
    path.write_text(
        "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n"
        '    for (int i = 0; i < 1000000; i++) fputs("==1== nothing\\n", stderr);\n'
        "    malloc(9);\n    return 0;\n}\n"
    )
    found = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,)))
    assert [finding.where for finding in found.findings] == ["main (flood.c:5)"]


def test_one_case_of_each_stage_is_chosen_visible_ones_first() -> None:
    short, long_ = case("error-1-before-2"), case("tower-captures-four-directions-black")
    hidden = replace(case("tower-captures-tower-black"), hidden=True)
    assert len(short.expected(0)) < len(long_.expected(0)) < len(hidden.expected(0))
    plan = replace(PLAN, cases=(short, hidden, long_, replace(COMPUTED, hidden=True)))
    found = chosen_cases(plan, {case.key: FINE for case in plan.cases})
    assert {stage: one.name for stage, one in found.items() if one} == {
        0: long_.name,
        1: COMPUTED.name,
    }


def test_crashing_cases_are_chosen_first_and_timeouts_never() -> None:
    short, long_ = case("error-1-before-2"), case("tower-captures-four-directions-black")
    plan = replace(PLAN, cases=(short, long_, COMPUTED))

    def chosen(first: Outcome, second: Outcome | None, computed: Outcome) -> list[str | None]:
        given = {short.key: first, long_.key: second, COMPUTED.key: computed}
        known = {key: outcome for key, outcome in given.items() if outcome is not None}
        return [one.name if one else None for one in chosen_cases(plan, known).values()]

    assert chosen(FINE, FINE, FINE) == [long_.name, COMPUTED.name]
    assert chosen(CRASHED, FINE, STOPPED) == [short.name, COMPUTED.name]
    assert chosen(FINE, STOPPED, TIMED_OUT) == [short.name, None]
    assert chosen(STOPPED, TIMED_OUT, TIMED_OUT) == [short.name, None]
    assert chosen(TIMED_OUT, None, CRASHED) == [None, COMPUTED.name]


def test_case_beyond_the_assignment_is_chosen_only_if_it_is_marked() -> None:
    odd = replace(SCRIPTED, name="odd", script=b"\n" + SCRIPTED.script)
    known = {SCRIPTED.key: FINE, odd.key: CRASHED}
    plan = replace(PLAN, cases=(SCRIPTED, odd))
    assert chosen_cases(plan, known) == {0: SCRIPTED}
    marking = replace(plan, rubric=replace(plan.rubric, beyond="mark"))
    assert chosen_cases(marking, known) == {0: odd}
    assert plan.check_key("build") != marking.check_key("build")


class Scripted(Sandbox):
    """Builds everything in a moment; every run ends as it is told to, and is counted."""

    def __init__(self, *ends: Ended) -> None:
        self.ends = list(ends)
        self.tools = 0

    def run_all(self, job: Job) -> list[Ended]:
        if job.artifact:
            return [Ended("ended", 0, 0, 0, 0, b"", b"", b"program")]
        if job.tracing:
            self.tools += 1
            return [Ended("ended", 0, 0, 0, 0, b"", b"")]
        return [self.ends.pop(0)]


def scripted_check(tmp_path: Path, before: Outcome, *ends: Ended) -> tuple[Memory, int]:
    path = tmp_path / "main.c"
    path.write_text("int main(void) { return 0; }\n")
    sandbox = Scripted(*ends)
    plan = replace(PLAN, cases=(SCRIPTED,), valgrind=False)
    submission = load(one_submission(str(path)))
    return check_memory(plan, sandbox, submission, {SCRIPTED.key: before}), sandbox.tools


def test_a_stage_of_timeouts_is_left_out_with_a_note(tmp_path: Path) -> None:
    found, tools = scripted_check(tmp_path, TIMED_OUT)
    assert found == Memory(SANITIZERS, problem="left out because of timeouts: stage 0", cases=())
    assert tools == 0


def end(why: str, status: int = 0, stdout: bytes = b"other", cpu: float = 0.0) -> Ended:
    return Ended(why, status, cpu, 0, 0, stdout, b"")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (STOPPED, end("ended")),
        (ended(Verdict.MEMORY, "stopped: too many files"), end("ended")),
        (ended(Verdict.OUTPUT, "signal SIGXFSZ"), end("ended")),
        (TIMED_OUT, end("ended")),
        (FINE, end("memory")),
        (FINE, end("inodes")),
        (FINE, end("wall")),
        (FINE, end("ended", -25)),
        (FINE, end("ended", stdout=b"x" * (8 << 20))),
        (ended(None, cpu=PLAN.limits.cpu / 2), end("cpu")),
    ],
)
def test_stopped_runs_are_not_compared(tmp_path: Path, before: Outcome, after: Ended) -> None:
    assert scripted_check(tmp_path, before, after, after)[0].findings == ()


@pytest.mark.parametrize("after", [end("ended"), end("ended", -11), end("cpu", cpu=5.1)])
def test_a_changed_run_is_undefined_behaviour(tmp_path: Path, after: Ended) -> None:
    same = end("ended", stdout=b"same")
    before = ended(None, digest=digest_of(same))
    (finding,) = scripted_check(tmp_path, before, after, same)[0].findings
    assert finding.kind == UNDEFINED
    (finding,) = scripted_check(tmp_path, before, after, after)[0].findings
    assert finding.kind == UNSTABLE


@pytest.mark.parametrize(
    ("wall", "least", "most"),
    [
        (PLAN.limits.wall * 0.93, 4, 5),
        (PLAN.limits.wall * 0.3, 14, 16),  # no single run is slow
        (PLAN.limits.wall / 30, 151, 151),
    ],
)
def test_a_slow_build_is_compared_on_some_cases_only(
    tmp_path: Path, wall: float, least: int, most: int
) -> None:
    ends = [replace(end("ended", stdout=b"same"), wall=wall)] * 151
    cases = tuple(TestCase(f"{n}", 0, False, b"\n" * n, None) for n in range(len(ends)))
    known = {case.key: ended(None, digest=digest_of(ends[0])) for case in cases}
    sandbox = Scripted(*ends)
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    submission = load(one_submission(str(tmp_path / "main.c")))
    rubric = replace(PLAN.rubric, beyond="mark")
    plan = replace(PLAN, cases=cases, valgrind=False, rubric=rubric)
    found = check_memory(plan, sandbox, submission, known)
    compared = len(ends) - len(sandbox.ends)
    assert least <= compared <= most
    assert ("-O2 is slow" in found.problem) is (compared < len(ends))
    assert found.findings == ()


@in_limits
@needs_sanitizers
def test_a_program_with_varying_output_is_unstable(sandbox: Sandbox, tmp_path: Path) -> None:
    path = tmp_path / "clock.c"
    path.write_text(
        "#include <stdio.h>\n#include <time.h>\nint main(void) {\n    struct timespec now;\n"
        "    timespec_get(&now, TIME_UTC);\n"
        '    printf("%ld.%09ld\\n", (long)now.tv_sec, now.tv_nsec);\n    return 0;\n}\n'
    )
    found = check(sandbox, path, replace(PLAN, cases=(SCRIPTED,)), optimise=True)
    assert [(f.kind, f.what) for f in found.findings] == [
        ("changing output", "prints different output in each run")
    ]
