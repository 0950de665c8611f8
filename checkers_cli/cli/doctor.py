"""`checkers doctor`: which tools of the grader work here."""

from importlib import import_module

import click

from checkers_cli.grading.sandbox.doctor import examine
from checkers_cli.installation import describe
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK

_NEEDED = ("gcc", "bubblewrap", "jinja2", "rich")  # by `checkers grade`


@click.command(short_help="Try the tools that grading needs.")
def command() -> int:
    """Say which of gcc, bubblewrap, sanitizers and valgrind work here, and what to install.

    Each is really tried: a small program is compiled, run in the sandbox, searched for its leak.

    \b
    Examples:
      checkers doctor

    Exit status: 0 if `checkers grade` can be used, 1 if not.
    """
    works: dict[str, bool] = {}
    for tried, purpose in examine():
        works[tried.name] = tried.works
        _say(tried.works, tried.name, tried.words, purpose)
    for module in ("jinja2", "rich"):
        works[module] = _imports(module)
        words = "imported" if works[module] else "pip install 'checkers-cli[grade]'"
        _say(works[module], module, words, "`checkers grade` and `checkers check`")
    _say(True, "engine", describe(), "")
    return EXIT_OK if all(works[name] for name in _NEEDED) else EXIT_DIFFERENT


def _say(works: bool, name: str, words: str, purpose: str) -> None:
    click.echo(f"{'ok' if works else 'MISSING':8} {name:17} {words}")
    if not works:
        click.echo(f"{'':8} {'':17} needed for {purpose}")


def _imports(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True
