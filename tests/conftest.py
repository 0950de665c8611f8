"""What all tests share: the command line in-process, and which form of the engine is tested."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from support import PROJECT, CommandLine

from checkers_cli.grading.sandbox import runner, warden
from checkers_cli.installation import PACKAGE, describe, is_compiled

# How long an example takes says more of what else the machine does than of the code.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
# Under nohup or in the background they are ignored, and so they would be in all programs that tests
# start and signal.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests as well")
    parser.addoption("--no-skips", action="store_true", help="a skipped test fails the run")
    parser.addoption(
        "--form",
        choices=("pure", "compiled"),
        help="fail at once unless the engine under test has this form",
    )


def pytest_configure(config: pytest.Config) -> None:
    stale = edited_since_installed()
    if stale:
        raise pytest.UsageError(
            f"the tests would run an older installed package, not this checkout: "
            f"{', '.join(stale[:3])} changed since; install again"
        )
    wanted = config.getoption("--form")
    if wanted is not None and is_compiled() != (wanted == "compiled"):
        raise pytest.UsageError(f"--form {wanted}, but what is installed is: {describe()}")


def edited_since_installed() -> list[str]:
    """The modules of this checkout that are not what is installed; none in an editable install."""
    return [
        str(path.relative_to(PROJECT))
        for path in sorted((PROJECT / "checkers_cli").rglob("*.py"))
        if path.read_bytes() != read(PACKAGE.parent / path.relative_to(PROJECT))
    ]


def read(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def pytest_report_header() -> str:
    return f"engine under test: {describe()}"


# Last, so that syrupy knows of the slow tests: the snapshots of tests that it never saw are unused.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    slow = [item for item in items if "slow" in item.keywords]
    items[:] = [item for item in items if "slow" not in item.keywords]
    config.hook.pytest_deselected(items=slow)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.getoption("--no-skips") and terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("skipped tests, but --no-skips", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter is not None and reporter.stats.get("skipped")
    if session.config.getoption("--no-skips") and skipped and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def warden_compiled_once() -> Iterator[None]:
    """Compile the warden once for all sandboxes that find the same compiler."""
    compile_warden = warden.compile_warden
    made: dict[tuple[object, ...], bytes] = {}

    def compiled_once() -> bytes:
        sources = sorted((PACKAGE / "grading" / "sandbox").glob("*.[ch]"))
        key = (*map(read, sources), *(shutil.which(name) for name in ("gcc", "cc", "as", "ld")))
        if key not in made:
            made[key] = compile_warden()  # failures are not cached
        return made[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(runner, "compile_warden", compiled_once)
        yield


@pytest.fixture
def cli() -> CommandLine:
    return CommandLine()
