"""`checkers doctor`: says which tools of the grader work here."""

from importlib import import_module

import click

from checkers_cli.cli.extras import install_command
from checkers_cli.grading.sandbox.tools import FILTER, GROUPS, examine
from checkers_cli.installation import describe
from checkers_cli.util.errors import EXIT_DIFFERENT, EXIT_OK

_USED_BY = {
    "jinja2": "`checkers grade`",
    "msgspec": "`checkers grade` and `checkers check`",
    "rich": "`checkers grade` and `checkers check`",
}
_NEEDED = ("gcc", "bubblewrap", *_USED_BY)  # by `checkers grade`
_EXTRA = (FILTER, GROUPS)  # what nobody needs to install


@click.command(short_help="Test the tools that grading needs.")
def command() -> int:
    """Test gcc, bubblewrap, the sanitizers and valgrind, and say what to install.

    Each tool is tested by using it: a small program is compiled, run in the sandbox, and searched
    for its memory leak. It also says whether system calls are filtered, and whether the kernel
    counts the memory of programs (control groups) and what would enable that.

    \b
    Examples:
      checkers doctor

    Exit status: 0 if `checkers grade` works here, 1 if not.
    """
    works: dict[str, bool] = {}
    for tried, purpose in examine():
        works[tried.name] = tried.works
        _say(tried.works, tried.name, tried.words, purpose)
    for module, purpose in _USED_BY.items():
        works[module] = _imports(module)
        _say(works[module], module, "imported" if works[module] else install_command(), purpose)
    _say(True, "engine", describe(), "")
    return EXIT_OK if all(works[name] for name in _NEEDED) else EXIT_DIFFERENT


def _say(works: bool, name: str, words: str, purpose: str) -> None:
    missing = "without" if name in _EXTRA else "MISSING"
    click.echo(f"{'ok' if works else missing:8} {name:17} {words}")
    if not works:
        click.echo(f"{'':8} {'':17} needed for {purpose}")


def _imports(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True
