"""Which form of the engine runs: compiled by mypyc, or pure Python."""

from pathlib import Path

import checkers_cli
from checkers_cli.rules import position

DISTRIBUTION = "tower-checkers"
PACKAGE = Path(checkers_cli.__file__).parent


def own_paths() -> list[str]:
    """The files and folders of this program: nothing of it is for the programs that are graded."""
    import sys
    from importlib.metadata import PackageNotFoundError, distribution

    found = [PACKAGE]
    if (PACKAGE.parent / "pyproject.toml").exists():  # a checkout
        found.append(PACKAGE.parent)
    if sys.prefix != sys.base_prefix:
        found.append(Path(sys.prefix))
    try:
        files = distribution(DISTRIBUTION).files or []
    except PackageNotFoundError:
        files = []
    # Compiled parts are beside the package.
    found += [Path(str(file.locate())) for file in files if file.parts[0] != PACKAGE.name]
    return [str(path) for path in found]


def is_compiled() -> bool:
    """Whether the engine that was imported is machine code."""
    return not position.__file__.endswith(".py")


def edited_since_compiled(package: Path = PACKAGE) -> list[str]:
    """The engine modules whose source changed after compiling, so that the edits have no effect."""
    import hashlib
    import json

    marker = package / "compiled.json"
    if not is_compiled() or not marker.exists():
        return []
    digests: dict[str, str] = json.loads(marker.read_text(encoding="utf-8"))
    return [
        module
        for module, digest in digests.items()
        if hashlib.sha256((package.parent / module).read_bytes()).hexdigest() != digest
    ]


def describe() -> str:
    """The form in words, for `checkers --version`."""
    if not is_compiled():
        return "pure Python engine"
    edited = edited_since_compiled()
    if edited:
        return f"compiled engine, OUT OF DATE: {', '.join(edited)} edited since; install again"
    return "compiled engine"
