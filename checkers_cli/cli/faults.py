"""`checkers faults`: the mistakes that programs make, and what each looks like."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from checkers_cli.cli.options import complete_fault
from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.selection import chosen
from checkers_cli.util.errors import UnusableInput

if TYPE_CHECKING:
    from checkers_cli.grading.reports.side_by_side import Line

FAMILIES = tuple(dict.fromkeys(fault.family for fault in CATALOGUE.values()))


@click.group(invoke_without_command=True, short_help="List the mistakes that programs make.")
@click.option("--family", type=click.Choice(FAMILIES), help="Only the mistakes in this.")
@click.option("--json", "as_json", is_flag=True, help="All there is to know, as one JSON document.")
@click.pass_context
def command(ctx: click.Context, family: str | None, as_json: bool) -> None:
    """List the faults that are known by name: the mistakes that programs make.

    `checkers faults show ID` explains one, `checkers run --fault ID` prints what a program prints
    that has it.

    \b
    Examples:
      checkers faults
      checkers faults --family tree
      checkers faults --json > faults.json
      checkers faults show ties-right

    Exit status: 0, 2 there is no such family.
    """
    if ctx.invoked_subcommand is not None:
        if family or as_json:
            raise click.UsageError("--family and --json are for the list: leave out show, or them.")
        return
    from checkers_cli.grading.reports.fault_list import json_of, list_lines

    faults = [fault for fault in CATALOGUE.values() if family in (None, fault.family)]
    if as_json:
        click.echo(json_of(faults))
    else:
        _say(list_lines(faults))


@command.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...", shell_complete=complete_fault)
@click.option("--script", is_flag=True, help="Print the example's script and nothing else.")
def show(ids: tuple[str, ...], script: bool) -> None:
    """Explain a fault, and show where its example first goes wrong.

    Of several faults, what is shown is the program that has all of them.

    \b
    Examples:
      checkers faults show ties-right
      checkers faults show tower-worth-1 ties-right
      checkers faults show ties-right --script | ./program

    Exit status: 0, 2 there is no such fault, or no program can have all of them.
    """
    from checkers_cli.grading.reports.fault_list import example, page

    faults = chosen(ids)
    if not script:
        _say(page(faults))
        return
    found = example(faults)
    if found is None:
        raise UnusableInput("there is no script to print; without --script it says why")
    click.echo(found.encode(), nl=False)


def _say(lines: "Iterable[Line]") -> None:
    """Print lines; what is not a terminal gets them without their styles, by click."""
    click.echo("\n".join("".join(_styled(*piece) for piece in line) for line in lines))


def _styled(text: str, style: str) -> str:
    words = style.split()
    if not words:
        return text
    colour = "red" if "red" in words else None
    return click.style(text, colour, bold="bold" in words or None, dim="dim" in words or None)
