import click
import pytest
from click.testing import CliRunner

from checkers_cli.cli.grading_options import by_language, case_options
from checkers_cli.util.errors import UnusableInput


@pytest.mark.parametrize(
    ("commands", "found"),
    [
        ((), {}),
        (("cc -o program SOURCES",), {"c": "cc -o program SOURCES"}),
        (("c=cc SOURCES", "python=true SOURCES"), {"c": "cc SOURCES", "python": "true SOURCES"}),
        (("executable=./program",), {"executable": "./program"}),
        # An equals sign is part of a command unless one word is before it.
        (("gcc -std=c99 SOURCES",), {"c": "gcc -std=c99 SOURCES"}),
        (("",), {"c": ""}),
    ],
)
def test_commands_by_language(commands: tuple[str, ...], found: dict[str, str]) -> None:
    assert by_language("--build", commands) == found


@pytest.mark.parametrize("commands", [("a", "b"), ("c=a", "b"), ("python=a", "python=b")])
def test_a_language_has_one_command(commands: tuple[str, ...]) -> None:
    with pytest.raises(UnusableInput, match=r"^--build: given twice for (c|python)$"):
        by_language("--build", commands)


@pytest.mark.parametrize("command", ["pyhton=python3 SCRIPT", "C=gcc SOURCES", "CC=gcc make"])
def test_a_language_that_is_none_is_no_part_of_a_command(command: str) -> None:
    with pytest.raises(UnusableInput, match=r'^--run: there is no language "\w+"; there is c, '):
        by_language("--run", (command,))


def test_the_options_come_in_the_order_of_their_use() -> None:
    @click.command()
    @case_options
    def command(**options: object) -> None:
        click.echo(repr(options))

    assert [parameter.name for parameter in command.params] == [
        "cases", "expected", "rubric", "build", "run", "language", "make", "memory_check",
            "explain",
    ]  # fmt: skip
    result = CliRunner().invoke(command, ["--language", "fortran"])
    assert result.exit_code == 2
    assert "'c', 'python', 'executable'" in result.stderr
