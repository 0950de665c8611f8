import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support import EXAMPLES

from checkers_cli.grading import plan as module
from checkers_cli.grading.cases import Readings, TestCase, stage_of
from checkers_cli.grading.execution.build import MAKE
from checkers_cli.grading.limits import infos
from checkers_cli.grading.plan import TOOL, Plan
from checkers_cli.grading.results import CaseInfo
from checkers_cli.grading.rubric.load import load_rubric, with_commands
from checkers_cli.grading.submissions.discover import Submission, load, one_submission
from checkers_cli.installation import PACKAGE


def case(name: str, hidden: bool = False) -> TestCase:
    script = (EXAMPLES / f"{name}.txt").read_bytes()
    return TestCase(f"{name}.txt", stage_of(script), hidden, script, None)


CASES = (
    case("p-at-the-start"),
    case("error-1-before-2"),
    case("a-at-the-start", hidden=True),
    case("capture-optional"),
)
PLAN = Plan((), CASES, load_rubric(None), "gcc 12.2.0", "bubblewrap")


def submission(folder: Path, *names: str) -> Submission:
    folder.mkdir()
    for name in names:
        (folder / name).write_text("int main(void) { return 0; }\n")
    return load(one_submission(str(folder)))


@pytest.fixture
def given(tmp_path: Path) -> Submission:
    return submission(tmp_path / "ada", "main.c")


def test_the_header_of_a_plan() -> None:
    header = replace(PLAN, rubric=replace(PLAN.rubric, title="Towers")).header
    assert (header.title, header.tool, header.toolchain) == ("Towers", TOOL, "gcc 12.2.0")
    assert (header.sandbox, header.scheme, header.out_of) == ("bubblewrap", "proportional", 20)
    assert header.cases[2] == CaseInfo("a-at-the-start.txt", 1, True)
    assert [section.name for section in header.sections if section.by_hand]


def test_stages_keep_the_order_of_their_cases() -> None:
    assert {stage: [c.name for c in cases] for stage, cases in PLAN.stages.items()} == {
        0: ["error-1-before-2.txt", "capture-optional.txt"],
        1: ["a-at-the-start.txt"],
        2: ["p-at-the-start.txt"],
    }


def test_a_makefile_counts_only_with_make(tmp_path: Path, given: Submission) -> None:
    made = submission(tmp_path / "bob", "main.c", "Makefile")
    assert PLAN.recipe(made).build[0] == "gcc"
    assert replace(PLAN, make=True).recipe(made).build == MAKE
    assert replace(PLAN, make=True).recipe(given).build[0] == "gcc"


def changed_rubric(**changes: object) -> Callable[[Plan], Plan]:
    return lambda plan: replace(plan, rubric=replace(plan.rubric, **changes))  # type: ignore[arg-type]


def changed_limits(**changes: float) -> Callable[[Plan], Plan]:
    def change(plan: Plan) -> Plan:
        limits = replace(plan.rubric.limits, **changes)  # type: ignore[arg-type]
        return replace(plan, rubric=replace(plan.rubric, limits=limits))

    return change


def with_build(plan: Plan) -> Plan:
    return replace(plan, rubric=with_commands(plan.rubric, {"c": "cc -o program SOURCES"}, {}))


BUILDING = {
    "compiler": lambda plan: replace(plan, toolchain="gcc 13"),
    "sandbox": lambda plan: replace(plan, sandbox="limits"),
    "version": lambda plan: replace(plan, versions={"gcc": "gcc 13"}),
    "version of what runs it": lambda plan: replace(
        changed_rubric(run={"c": ("env", "./program")})(plan), versions={"env": "env 9"}
    ),
    "how it is run": changed_rubric(run={"c": ("env", "./program")}),
    "command": with_build,
    "time to build": changed_rubric(build_seconds=1),
}
RUNNING = {
    **{name: changed_limits(**{name: 99}) for name in infos()},
    "readings": changed_rubric(accept=()),
}
CHECKING = {
    "tool": lambda plan: replace(plan, memory_tool="valgrind"),
    "valgrind": lambda plan: replace(plan, valgrind=True),
    "valgrind's version": lambda plan: replace(plan, versions={"valgrind": "valgrind-9"}),
    "time": changed_rubric(memory_check_seconds=99),
    "cases": lambda plan: replace(plan, cases=plan.cases[1:]),
    "which are hidden": lambda plan: replace(
        plan, cases=tuple(replace(case, hidden=not case.hidden) for case in plan.cases)
    ),
    "timeouts, which decide what is run": changed_rubric(timeouts=1),
}
NOTHING = {
    "title": changed_rubric(title="another"),
    "marks": changed_rubric(scheme="proportional"),
    "lateness": lambda plan: replace(plan, late={"ada": 3.0}),
    "what other languages need": lambda plan: replace(plan, versions={"python3": "Python 3.14.0"}),
    "golden files that say the same": lambda plan: replace(
        plan, cases=tuple(replace(case, golden=case.transcript(0)) for case in plan.cases)
    ),
}


def keys(plan: Plan, given: Submission) -> list[str]:
    build_key = plan.build_key(given)
    return [build_key, plan.run_key(build_key, CASES[1]), plan.check_key(build_key)]


@pytest.mark.parametrize(
    ("change", "same"),
    [pytest.param(c, [False, False, False], id=f"build: {n}") for n, c in BUILDING.items()]
    + [pytest.param(c, [True, False, False], id=f"run: {n}") for n, c in RUNNING.items()]
    + [pytest.param(c, [True, True, False], id=f"check: {n}") for n, c in CHECKING.items()]
    + [pytest.param(c, [True, True, True], id=f"nothing: {n}") for n, c in NOTHING.items()],
)
def test_keys_change_with_what_results_depend_on_and_nothing_else(
    given: Submission, change: Callable[[Plan], Plan], same: list[bool]
) -> None:
    before, after = keys(PLAN, given), keys(change(PLAN), given)
    assert [a == b for a, b in zip(before, after, strict=True)] == same


def test_keys_change_with_the_sources_and_the_cases(tmp_path: Path, given: Submission) -> None:
    before = PLAN.build_key(given)
    (tmp_path / "ada" / "main.c").write_text("int main(void) { return 1; }\n")
    after = PLAN.build_key(load(given.entry))
    assert before != after
    golden = replace(CASES[0], golden=b"BOARD SIZE: 8x8\n")
    run_keys = {PLAN.run_key(before, one) for one in (*CASES, golden)}
    assert len(run_keys) == len(CASES) + 1


def test_a_hidden_case_has_the_same_run_key() -> None:
    assert PLAN.run_key("x", replace(CASES[0], hidden=True)) == PLAN.run_key("x", CASES[0])


def test_the_programs_own_code_is_in_every_key(tmp_path: Path) -> None:
    before = module.code_digest(tmp_path)
    for name, content, same in (
        ("grading/reports/html.py", "shows only", True),
        ("cli/grade.py", "shows only", True),
        ("grading/README.md", "is no code", True),
        ("grading/execution/judge.py", "2", False),
        ("grading/sandbox/warden.c", "", False),
        ("faults/engine/tree.py", "", False),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
        module.code_digest.cache_clear()
        after = module.code_digest(tmp_path)
        assert (after == before) is same, name
        before = after


def imported_from(*roots: str) -> set[Path]:
    """The modules of this package that some of its modules import, directly or not."""
    waiting = [PACKAGE / root for root in roots]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            names = re.findall(
                r"^ *from checkers_cli\.(\S+) import", path.read_text(), re.MULTILINE
            )
            modules = (PACKAGE / name.replace(".", "/") for name in names)
            waiting += [m / "__init__.py" if m.is_dir() else m.with_suffix(".py") for m in modules]
    return found


def test_no_code_that_results_depend_on_is_missing_in_the_digest() -> None:
    known = {path for pattern in module.RESULT_CODE for path in PACKAGE.glob(pattern)}
    needed = imported_from("grading/session.py", "grading/assemble.py", "grading/request.py")
    # Where the package is, and its version, which reports show.
    others = {PACKAGE / "installation.py"}
    assert needed - known <= others
    assert not any({"reports", "cli"} & {*path.relative_to(PACKAGE).parts} for path in known)


def test_another_code_makes_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    case = PLAN.cases[0]
    before = [PLAN.run_key("x", case), PLAN.check_key("x")]
    monkeypatch.setattr(module, "code_digest", lambda _: "another")
    assert not set(before) & {PLAN.run_key("x", case), PLAN.check_key("x")}


def test_the_key_of_an_explanation_has_the_readings_of_visible_and_of_hidden_cases() -> None:
    readings = (Readings(0, 0), Readings(0, 1), Readings(1, 1))
    assert len({PLAN.explanation_key("x", one) for one in readings}) == len(readings)


def test_the_key_of_a_shortest_script_has_all_its_dependencies() -> None:
    first, second = (TestCase("x", 0, False, script, None) for script in (b"A\n", b"P\n"))
    plan = Plan((), (first, second), load_rubric(None), "gcc", "limits")
    other = replace(plan, toolchain="clang")
    keys = [
        plan.shortest_key("build", first, 0),
        plan.shortest_key("build", second, 0),
        plan.shortest_key("build", first, 1),
        plan.shortest_key("other", first, 0),
        other.shortest_key("build", first, 0),
    ]
    assert len(set(keys)) == len(keys)
    # Not on what it is called, nor on the other cases.
    renamed = replace(first, name="y")
    assert replace(plan, cases=(renamed,)).shortest_key("build", renamed, 0) == keys[0]
