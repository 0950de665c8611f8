import pytest
from grading.machine import opened_sandbox as opened_sandbox
from grading.machine import sandboxes

from checkers_cli.grading.request import Request, refuse_missing_commands
from checkers_cli.grading.rubric.load import load_rubric, with_commands
from checkers_cli.grading.sandbox.runner import Sandbox
from checkers_cli.util.errors import UnusableInput


def refuse(sandbox: Sandbox, build: dict[str, str], run: dict[str, str]) -> None:
    rubric = with_commands(load_rubric(None), build, run)
    refuse_missing_commands(rubric, Request(build=build, run=run), sandbox)


@sandboxes
@pytest.mark.parametrize(
    ("build", "run"),
    [
        ({}, {}),
        ({"c": "gcc -O2 -o program SOURCES"}, {"c": "nice -n 5 ./program"}),
        ({"c": "/usr/bin/gcc -o program SOURCES"}, {"python": "./SCRIPT SCRIPT"}),
        ({"c": "./build.sh SOURCES"}, {"c": "./program ./other"}),
    ],
)
def test_commands_that_may_work_are_accepted(
    sandbox: Sandbox, build: dict[str, str], run: dict[str, str]
) -> None:
    refuse(sandbox, build, run)


@sandboxes
@pytest.mark.parametrize(
    ("build", "run", "problem"),
    [
        ({"c": "no-such-cc SOURCES"}, {}, "--build: there is no command no-such-cc here"),
        ({"c": "/no/gcc SOURCES"}, {}, "--build: there is no command /no/gcc here"),
        ({}, {"python": "python4 SCRIPT"}, "--run: there is no command python4 here"),
        ({}, {"executable": "./mine"}, "--run: there is no ./mine; the program is called"),
        ({}, {"c": "nice ./mine"}, "--run: there is no ./mine; the program is called ./program"),
        ({}, {"c": "program"}, "did you mean ./program?"),
    ],
)
def test_commands_that_do_not_exist_are_refused(
    sandbox: Sandbox, build: dict[str, str], run: dict[str, str], problem: str
) -> None:
    with pytest.raises(UnusableInput) as caught:
        refuse(sandbox, build, run)
    assert problem in str(caught.value)
