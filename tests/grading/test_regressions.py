"""Bugs of the grader that cross its modules, each as a test that failed before it was fixed."""

import json
import resource
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from grading.cohort import copy_cases, make_cohort, make_submission
from grading.machine import Silent, in_limits, needs_bubblewrap, needs_gcc, needs_sanitizers
from grading.machine import opened_sandbox as opened_sandbox
from support import EXAMPLES, PROGRAM

from checkers_cli.grading.assemble import assemble_all
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.pipeline import grade
from checkers_cli.grading.request import Request, make_plan
from checkers_cli.grading.results import Graded, Memory
from checkers_cli.grading.sandbox.jobs import Ended, Job, JudgeError
from checkers_cli.grading.sandbox.memfd import MemoryFile
from checkers_cli.grading.sandbox.runner import LIMITS_ONLY, Sandbox, open_sandbox
from checkers_cli.grading.session import run_plan
from checkers_cli.grading.steps import Steps
from checkers_cli.grading.store import STORE_FILE, open_store
from checkers_cli.grading.submissions.discover import find_submissions
from checkers_cli.util.errors import UnusableInput

pytestmark = needs_gcc


class Failing(Sandbox):
    """The machine fails at every run, or only the first times."""

    fails = 10**9
    tried = 0

    def run_all(self, job: Job) -> list[Ended]:
        if job.stdins[0] is None:
            return super().run_all(job)
        self.tried += 1
        if self.tried <= self.fails:
            raise JudgeError("the machine is on fire")
        return super().run_all(job)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_cohort(Path("class"), ["correct"])
    names = ("capture-optional", "error-1-before-2", "empty", "a-worked-example")
    copy_cases(names, Path("cases"))
    return tmp_path


def results(report: str = "report") -> Any:
    return json.loads(Path(report, "results.json").read_text())


@pytest.mark.parametrize(("fails", "tried"), [(10**9, 2 * 4), (2, 2 + 2)])
def test_a_run_that_the_machine_fails_is_retried_once(here: Path, fails: int, tried: int) -> None:
    sandbox = Failing()
    sandbox.fails = fails
    with sandbox, open_store(Path("report")) as store:
        asked = Request(cases="cases")
        plan = make_plan(find_submissions("class"), asked, sandbox, print)
        session = run_plan(Steps(plan, sandbox, store), 1, Silent())
        assert sandbox.tried <= tried + 2
        assert bool(session.states[0].troubles) is (fails > 100)
        assert session.states[0].waiting == 0


def judged(asked: Request, sandbox: Sandbox, jobs: int = 1) -> list[Graded]:
    """The class graded in a sandbox, with what the store knows."""
    with sandbox, open_store(Path("report")) as store:
        plan = make_plan(find_submissions("class"), asked, sandbox, print)
        session = run_plan(Steps(plan, sandbox, store), jobs, Silent())
        return list(assemble_all(plan, store, session.states))


@pytest.mark.slow
@needs_sanitizers
def test_a_memory_check_waits_for_runs_that_the_machine_failed_at(here: Path) -> None:
    Path("class/correct.c").unlink()
    Path("class/clock.c").write_text(CHANCE["clock"])
    asked = Request(cases="cases", memory_check=True)
    (failed,) = judged(asked, Failing())
    assert failed.judge_error
    assert failed.memory == Memory(
        "", problem="a run that the memory check needs is missing", judge_error=True
    )
    (mended,) = judged(asked, Sandbox())
    assert mended.memory is not None
    assert [finding.kind for finding in mended.memory.findings] == ["changing output"]


class FailingTool(Sandbox):
    """The machine fails whenever a tool looks at a program on a case."""

    tried = 0

    def run_all(self, job: Job) -> list[Ended]:
        if job.tracing and job.stdins[0] is not None:
            self.tried += 1
            raise JudgeError("/home/staff/secret: no space left")
        return super().run_all(job)


@needs_sanitizers
def test_a_memory_check_that_the_machine_fails_at_is_a_judge_error(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[FailingTool] = []

    def maker(hidden: list[str]) -> Sandbox:
        opened.append(FailingTool(hidden))
        return opened[-1]

    monkeypatch.setattr("checkers_cli.grading.sandbox.runner.Sandbox", maker)
    asked = Request(cases="cases", sandbox=LIMITS_ONLY, memory_check=True)
    summary = grade("class", Path("report"), asked, Silent())
    assert opened[0].tried == 2  # the second time alone
    assert summary.judge_errors == 1
    assert summary.rows[0].trouble == "memory check: /home/staff/secret: no space left"
    assert summary.rows[0].total is None
    (graded,) = results()["submissions"]
    assert graded["memory"]["judge_error"]
    assert graded["marks"]["total"] == 5  # nothing is lost; there is no case of stage 2
    assert "secret" in Path("report/staff/correct.html").read_text()
    student = Path("report/students/correct.html").read_text()
    assert "secret" not in student
    assert "which is not the program's fault. No marks are lost" in student
    assert "judge error" in Path("report/index.html").read_text()


def test_hidden_cases_below_the_others_stay_hidden(here: Path) -> None:
    Path("cases/secret").mkdir()
    shutil.copy(EXAMPLES / "p-at-the-start.txt", "cases/secret/surprise.txt")
    asked = Request(cases="cases", hidden="cases/secret", sandbox=LIMITS_ONLY)
    grade("class", Path("report"), asked, Silent())
    cases = {case["name"]: case["hidden"] for case in results()["cases"]}
    assert [name for name in cases if "surprise" in name] == ["hidden/surprise.txt"]
    assert cases["hidden/surprise.txt"]


def test_a_report_folder_is_not_a_submission(here: Path) -> None:
    asked = Request(cases="cases", sandbox=LIMITS_ONLY)
    for _ in range(2):
        grade("class", Path("class/report"), asked, Silent())
    assert [s["key"] for s in results("class/report")["submissions"]] == ["correct"]
    with pytest.raises(UnusableInput, match="needs a folder other than the submissions"):
        grade("class", Path("class"), asked, Silent())


def test_linker_messages_are_reproducible(here: Path) -> None:
    Path("class/unlinked.c").write_text("int f(void);\nint main(void) { return f(); }\n")
    texts = []
    for report in ("one", "two"):
        grade("class", Path(report), Request(cases="cases", sandbox=LIMITS_ONLY), Silent())
        texts.append(Path(report, "results.json").read_bytes())
    assert texts[0] == texts[1]


CHANCE = {
    "clock": '#include <stdio.h>\n#include <time.h>\nint main(void) { struct timespec t; '
    'timespec_get(&t, TIME_UTC); printf("%ld\\n", t.tv_nsec); return 0; }\n',
    "hog": "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) "
    "{ for (long i = 0;; i++) { char *p = malloc(4096); if (!p) return 1; memset(p, 1, 4096); "
    'if (i % 16 == 0) { printf("%ld\\n", i); fflush(stdout); } } }\n',
}  # fmt: skip


@pytest.mark.slow
@needs_sanitizers
@pytest.mark.parametrize("name", CHANCE)
def test_random_output_is_not_undefined_behaviour(here: Path, name: str) -> None:
    shutil.rmtree("class")
    Path("class").mkdir()
    Path("class", f"{name}.c").write_text(CHANCE[name])
    asked = Request(cases="cases", sandbox=LIMITS_ONLY, memory_check=True)
    grade("class", Path("report"), asked, Silent())
    memory = results()["submissions"][0]["memory"]
    kinds = [finding["kind"] for finding in memory["findings"]]
    assert kinds == {"clock": ["changing output"], "hog": []}[name], memory


@needs_sanitizers
def test_a_forged_finding_cannot_carry_a_hidden_script_outside(here: Path) -> None:
    shutil.rmtree("class")
    Path("class").mkdir()
    Path("class/spy.c").write_text(
        "#define _GNU_SOURCE\n#include <stdio.h>\nint main(void) { char text[100]; int n = 0; "
        "while (fgets(text, 100, stdin)) for (int fd = 3; fd < 99; fd++)"
        'dprintf(fd, "spy.c:%d:1: runtime error: %s", ++n, text); return 0; }\n'
    )  # not what it prints, but where the sanitizers write
    Path("secret").mkdir()
    shutil.copy(EXAMPLES / "p-in-the-middle-black.txt", "secret")
    (Path("cases") / "a-worked-example.txt").unlink()
    asked = Request(cases="cases", hidden="secret", sandbox=LIMITS_ONLY, memory_check=True)
    grade("class", Path("report"), asked, Silent())
    # An action that only the hidden case has.
    assert "F7-E6" in Path("report/staff/spy.html").read_text()
    assert "F7-E6" not in Path("report/students/spy.html").read_text()
    assert "F7-E6" not in Path("report/gradescope/spy.json").read_text()


@pytest.mark.slow
@in_limits
def test_no_program_fails_to_start_with_text_file_busy(sandbox: Sandbox) -> None:
    wrong: list[str] = []

    def run_some() -> None:
        for _ in range(60):
            with MemoryFile(Path("/bin/true").read_bytes(), executable=True) as program:
                try:
                    ended = sandbox.run(Job(["./program"], Limits(), {"program": program}))
                except JudgeError as error:
                    wrong.append(str(error))
                    continue
                wrong.extend([ended.words] if ended.why != "ended" else [])

    threads = [threading.Thread(target=run_some) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_ctrl_c_ends_what_the_main_thread_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with open_sandbox(LIMITS_ONLY, []) as sandbox:
            started = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                sandbox.run(Job(["sleep", "20"], replace(Limits(), wall=30)))
            assert time.monotonic() - started < 10
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.slow
@needs_bubblewrap
def test_grading_works_with_a_low_limit_of_open_files(here: Path) -> None:
    for number in range(12):
        text = Path("class/correct.c").read_text() + f"/* {number} */\n"
        Path(f"class/s{number}.c").write_text(text)
    done = subprocess.run(
        [*PROGRAM, "grade", "class", "--jobs", "12"], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 4096)),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@needs_bubblewrap
@pytest.mark.slow
def test_a_run_that_waits_for_a_core_exceeds_no_wall_time(here: Path) -> None:
    source = Path("class/correct.c").read_text()
    spin = "{ for (clock_t end = clock() + CLOCKS_PER_SEC; clock() < end;) ; }"
    source = (
        "#include <time.h>\n__attribute__((constructor)) static void spin(void) " + spin + source
    )
    for number in range(16):
        Path(f"class/s{number}.c").write_text(source + f"/* {number} */\n")
    Path("class/correct.c").unlink()
    Path("rubric.toml").write_text("[limits]\ncpu-seconds = 3\nwall-seconds = 3\n")
    asked = Request(cases="cases", rubric="rubric.toml", jobs=16)
    grade("class", Path("report"), asked, Silent())
    verdicts = {run["verdict"] for s in results()["submissions"] for run in s["runs"]}
    assert verdicts == {"AC"}


@pytest.mark.parametrize(
    "damage",
    ["fact = '{'", "fact = '[3]'", "fact = '{\"a\": 1}'", "blob = x'00112233'"],
)
def test_a_store_with_damaged_contents_says_what_to_do(here: Path, damage: str) -> None:
    shutil.rmtree("class")
    make_cohort(Path("class"), ["stage0-only"])
    asked = Request(cases="cases", sandbox=LIMITS_ONLY)
    grade("class", Path("report"), asked, Silent())
    with sqlite3.connect(Path("report", STORE_FILE)) as connection:
        connection.execute(f"UPDATE facts SET {damage}")
    connection.close()
    with pytest.raises(UnusableInput, match="--fresh starts over"):
        grade("class", Path("report"), asked, Silent())


def test_an_error_in_assembling_one_submission_spares_the_others(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> object:
        raise IndexError("nobody foresaw that")

    make_submission("stage0-only", Path("class"))
    monkeypatch.setattr("checkers_cli.grading.feedback.diagnosis.diagnose_run", broken)
    summary = grade("class", Path("report"), Request(cases="cases", sandbox=LIMITS_ONLY), Silent())
    assert [row.trouble for row in summary.rows] == ["", "IndexError: nobody foresaw that"]
    assert [s["build"]["judge_error"] for s in results()["submissions"]] == [False, True]


def test_a_store_that_is_damaged_inside_says_what_to_do(here: Path) -> None:
    asked = Request(cases="cases", sandbox=LIMITS_ONLY)
    grade("class", Path("report"), asked, Silent())
    path = Path("report", STORE_FILE)
    data = bytearray(path.read_bytes())
    data[4096:20000] = b"\xff" * len(data[4096:20000])
    path.write_bytes(data)
    with pytest.raises(UnusableInput, match="--fresh"):
        grade("class", Path("report"), asked, Silent())
