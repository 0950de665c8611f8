"""What `checkers cases shrink` is made of; its messages are in the tests of the command."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from grading.machine import needs_bubblewrap, needs_gcc

from checkers_cli.analyser.sources import Source
from checkers_cli.grading.request import Request
from checkers_cli.grading.sandbox.jobs import JudgeError
from checkers_cli.grading.shrink_one import Interrupted, NothingToShorten, Shrunk, shrink_one
from checkers_cli.util.errors import UnusableInput

SILENT = "int main(void) { return 0; }\n"
ENDLESS = "int main(void) { for (;;) ; }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "silent.c").write_text(SILENT)
    (tmp_path / "endless.c").write_text(ENDLESS)
    (tmp_path / "rubric.toml").write_text("[limits]\ncpu-seconds = 0.5\nwall-seconds = 3\n")
    (tmp_path / "one.txt").write_text("G6-F5\n")
    return tmp_path


def shrunk(*words: str, **options: str) -> Shrunk:
    request = Request(**{"sandbox": "limits", **options})  # type: ignore[arg-type]
    return shrink_one(Source("one.txt", "one.txt"), words, request, None)


@needs_gcc
@needs_bubblewrap
@pytest.mark.parametrize("sandbox", ["limits", "bubblewrap"])
def test_shrinking_works_in_both_sandboxes(folder: Path, sandbox: str) -> None:
    found = shrunk("silent.c", sandbox=sandbox)
    assert found == Shrunk(b"", "0 of 1 line, 4 runs: The program prints nothing.")


@needs_gcc
def test_a_timeout_is_not_shortened(folder: Path) -> None:
    with pytest.raises(NothingToShorten, match="CPU time ran out") as raised:
        shrunk("endless.c", rubric="rubric.toml")
    assert raised.value.exit_status == 1


@needs_gcc
def test_a_failure_of_the_sandbox_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(sandbox: object, program: object, limits: object, scripts: Sequence[bytes]) -> None:
        raise JudgeError("no memory left")

    monkeypatch.setattr("checkers_cli.grading.shrink_one.run_scripts", fails)
    with pytest.raises(UnusableInput, match=r"^no memory left$"):
        shrunk("silent.c")


@needs_gcc
def test_a_program_that_cannot_be_started_is_not_a_failure(folder: Path) -> None:
    program = folder / "program"
    program.write_text("#!/no/such/interpreter\n")
    program.chmod(0o755)
    with pytest.raises(UnusableInput, match="could not be started"):
        shrunk("./program")


def test_an_interrupt_returns_the_best_script_so_far() -> None:
    stopped = Interrupted(b"A\n")
    assert (stopped.best, stopped.exit_status) == (b"A\n", 130)
