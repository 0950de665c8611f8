"""The libraries that only some commands need, and how to install them in this environment."""

import shlex
import sys
from importlib import import_module, metadata
from pathlib import Path

from checkers_cli.util.errors import UnusableInput

DISTRIBUTION = "tower-checkers"
_EXTRA = "all"
# Used where the metadata of the installed distribution cannot be read.
_REQUIREMENTS = ("jinja2>=3.1", "msgspec>=0.19", "rich>=13.9")


def need_libraries(*names: str) -> None:
    """Raise `UnusableInput`, with the command that installs it, for a library that is missing."""
    for name in names:
        try:
            import_module(name)
        except ImportError:
            raise UnusableInput(f"{name} is not installed: {install_command()}") from None


def install_command() -> str:
    """The command that installs the optional libraries into the environment that runs this.

    The command names the libraries, because this distribution is not on PyPI: installing it from
    there with an extra would fail, or install somebody else's product.
    """
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").exists():
        words = ["pipx", "inject", prefix.name]
    elif _made_by_uv(prefix):  # such environments have no pip
        words = ["uv", "pip", "install", "--python", str(prefix)]
    else:
        words = [sys.executable, "-m", "pip", "install"]
    return shlex.join([*words, *requirements()])


def requirements() -> tuple[str, ...]:
    """The optional libraries with their versions, as the installed distribution asks for them."""
    try:
        required = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        required = []
    mine = [one for one in required if one.replace('"', "'").endswith(f"extra == '{_EXTRA}'")]
    return tuple(one.partition(";")[0].strip() for one in mine) or _REQUIREMENTS


def _made_by_uv(prefix: Path) -> bool:
    if (prefix / "uv-receipt.toml").exists():  # by `uv tool install`
        return True
    try:
        settings = (prefix / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return any(line.startswith("uv = ") for line in settings.splitlines())
