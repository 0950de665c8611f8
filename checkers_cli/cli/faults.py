"""`checkers faults`: lists the mistakes that programs make, and explains each of them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from checkers_cli.cli import Group
from checkers_cli.cli.options import complete_fault, format_option, old_option
from checkers_cli.faults.catalogue import CATALOGUE, faults_by_id
from checkers_cli.util.errors import UnusableInput

if TYPE_CHECKING:
    from checkers_cli.faults.listing import StyledLine

FAMILIES = tuple(dict.fromkeys(fault.family for fault in CATALOGUE.values()))


@click.group(
    cls=Group, invoke_without_command=True, short_help="List the mistakes that programs make."
)
@click.option("--family", type=click.Choice(FAMILIES), help="Only the faults of this family.")
@format_option
@old_option("--json", "--format json", "form", "json", is_flag=True)
@click.pass_context
def command(ctx: click.Context, family: str | None, form: str) -> None:
    """List the faults: mistakes that programs make, each with a name.

    `checkers faults show ID` explains a fault. `checkers run --fault ID` prints what a program with
    this fault prints.

    \b
    Examples:
      checkers faults
      checkers faults --family tree
      checkers faults --format json > faults.json
      checkers faults show ties-right

    Exit status: 0, or 2 if there is no such family.
    """
    if ctx.invoked_subcommand is not None:
        if family or form != "text":
            raise click.UsageError("--family and --format are options of the list, not of show.")
        return
    from checkers_cli.faults.listing import catalogue_json, list_lines

    faults = [fault for fault in CATALOGUE.values() if family in (None, fault.family)]
    if form == "json":
        click.echo(catalogue_json(faults))
    else:
        _say(list_lines(faults))


@command.command(short_help="Explain a fault, and show an example of it.")
@click.argument("ids", nargs=-1, required=True, metavar="ID...", shell_complete=complete_fault)
@click.option("--script", is_flag=True, help="Print only the script of the example.")
def show(ids: tuple[str, ...], script: bool) -> None:
    """Explain a fault, and show where a program with it first goes wrong.

    With several IDs, the example is of a program that has all of these faults.

    \b
    Examples:
      checkers faults show ties-right
      checkers faults show tower-worth-1 ties-right
      checkers faults show ties-right --script | ./program

    Exit status: 0, or 2 if there is no such fault, or no program can have all of them.
    """
    faults = faults_by_id(ids)
    if not script:
        from checkers_cli.grading.reports.fault_page import fault_page

        _say(fault_page(faults))
        return
    from checkers_cli.faults.catalogue.examples import first_example

    found = first_example(faults)
    if found is None:
        raise UnusableInput("no script can show this; without --script you see why")
    click.echo(found.encode(), nl=False)


def _say(lines: "Iterable[StyledLine]") -> None:
    """Print lines; click leaves out their styles where the output is not a terminal."""
    click.echo("\n".join("".join(_styled(*piece) for piece in line) for line in lines))


def _styled(text: str, style: str) -> str:
    words = style.split()
    if not words:
        return text
    colour = "red" if "red" in words else None
    return click.style(text, colour, bold="bold" in words or None, dim="dim" in words or None)
