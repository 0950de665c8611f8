"""The catalogue on the command line; what its pages say is in tests/grading/reports/."""

import json

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner
from support import CommandLine, shell
from syrupy.assertion import SnapshotAssertion

from checkers_cli.cli import checkers
from checkers_cli.cli.faults import FAMILIES
from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.examples import example_script


def test_the_list(cli: CommandLine) -> None:
    result = cli("faults")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    assert "  ties-right  " in result.stdout
    assert result.stdout.splitlines()[-1].startswith(f"{len(CATALOGUE)} faults, ")


def test_one_family(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    result = cli("faults", "--family", "promotion")
    assert result.exit_code == 0
    assert result.stdout == snapshot
    for family in FAMILIES:
        count = sum(fault.family == family for fault in CATALOGUE.values())
        last = cli("faults", "--family", family).stdout.splitlines()[-1]
        assert last.startswith(f"{count} faults, ")


def test_the_document_can_be_narrowed_too(cli: CommandLine) -> None:
    everything = json.loads(cli("faults", "--format", "json").stdout)
    assert [fault["id"] for fault in everything["faults"]] == list(CATALOGUE)
    some = json.loads(cli("faults", "--format", "json", "--family", "cost").stdout)
    assert some["faults"] == [f for f in everything["faults"] if f["family"] == "cost"]


def test_the_old_name_of_the_format_still_works(cli: CommandLine) -> None:
    result = cli("faults", "--json")
    assert result.stdout == cli("faults", "--format", "json").stdout
    assert result.stderr == (
        "checkers faults: --json is now --format json; the old name goes away in the next release\n"
    )


def test_one_fault_and_several(cli: CommandLine) -> None:
    result = cli("faults", "show", "ties-right")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.startswith("ties-right (tree)\nties are broken to the right\n")
    assert "\nright " in result.stdout
    assert "\x1b" not in result.stdout
    both = cli("faults", "show", "numbers-from-0", "ties-right").stdout
    assert "\nties-right (tree)\n" in both
    assert both.count("\nExample\n") == 1


def test_colours_on_a_terminal() -> None:
    page = CliRunner().invoke(checkers, ["faults", "show", "walk-backward"], color=True).stdout
    assert page.startswith("\x1b[1mwalk-backward\x1b[0m (tree)\n")
    assert "\x1b[31m\x1b[1m[b]\x1b[0m" in page


def test_the_script_alone_can_be_piped_into_a_program(cli: CommandLine) -> None:
    result = cli("faults", "show", "command-with-cr-missed", "--script")
    assert result.stdout_bytes == example_script("command-with-cr-missed").encode()
    line = "checkers faults show ties-right --script | checkers run --fault ties-right"
    right = shell("checkers faults show ties-right --script | checkers run")
    assert shell(line).stdout != right.stdout


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (
            ["show", "tie-right"],
            "checkers: there is no fault 'tie-right'; did you mean ties-right?",
        ),
        (["show", "depth-1", "depth-2"], "checkers: no program can have both depth-1 and depth-2"),
        (["show", "alpha-beta", "--script"], "checkers: no script can show this; without"),
        (["show"], "checkers faults show: Missing argument 'ID...'."),
        (["shwo"], "checkers faults: No such command 'shwo'. Did you mean 'show'?"),
        (["--family", "x"], "checkers faults: Invalid value for '--family': 'x' is not one of"),
        (["--format", "json", "show", "crlf"], "checkers faults: --family and --format are opti"),
    ],
)
def test_bad_calls_get_one_line(cli: CommandLine, args: list[str], line: str) -> None:
    result = cli("faults", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = shell(
        "set -o pipefail; checkers faults --format json | head -n 1; echo ${PIPESTATUS[0]}"
    )
    assert done.stdout == "{\n141\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    "words", [["faults", "show"], ["faults", "show", "crlf"], ["run", "--fault"]]
)
def test_shells_complete_ids(words: list[str]) -> None:
    complete = ShellComplete(checkers, {}, "checkers", "_CHECKERS_COMPLETE")
    found = complete.get_completions(words, "walk-")
    assert [item.value for item in found] == [i for i in CATALOGUE if i.startswith("walk-")]
    assert found[0].help == CATALOGUE[found[0].value].title


def test_help_on_show(cli: CommandLine, snapshot: SnapshotAssertion) -> None:
    assert cli("faults", "show", "--help").stdout == snapshot
