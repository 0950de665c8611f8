"""What all tests share: the command line in-process, and which form of the engine is tested."""

import pytest
from support import CommandLine

from checkers_cli.form import describe, is_compiled


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests as well")
    parser.addoption("--no-skips", action="store_true", help="a skipped test fails the run")
    parser.addoption(
        "--form",
        choices=("pure", "compiled"),
        help="fail at once unless the engine under test has this form",
    )


def pytest_configure(config: pytest.Config) -> None:
    wanted = config.getoption("--form")
    if wanted is not None and is_compiled() != (wanted == "compiled"):
        raise pytest.UsageError(f"--form {wanted}, but what is installed is: {describe()}")


def pytest_report_header() -> str:
    return f"engine under test: {describe()}"


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


@pytest.fixture
def cli() -> CommandLine:
    return CommandLine()
