"""`checkers help`: the same as --help, in the order in which people ask."""

import click


@click.command(short_help="Show the help of a command.")
@click.argument("names", nargs=-1, metavar="[COMMAND [SUBCOMMAND]]")
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Show the help of COMMAND, or the list of commands.

    \b
    Examples:
      checkers help
      checkers help run
      checkers help cases score

    Exit status: 0, or 2 if there is no such command.
    """
    shown = ctx.find_root()
    for name in names:
        if not isinstance(shown.command, click.Group):
            raise click.UsageError(f"'{shown.command_path}' has no subcommands.", ctx)
        _, found, _ = shown.command.resolve_command(shown, [name])
        if found is not None:
            shown = click.Context(found, info_name=name, parent=shown)
    click.echo(shown.get_help())
