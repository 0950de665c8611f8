"""Finds a script that distinguishes explanations which fit equally well."""

from collections.abc import Sequence

from checkers_cli.faults.catalogue.examples import example_script, example_scripts
from checkers_cli.faults.explain.replays import ReplayCache
from checkers_cli.faults.explain.search import Faults

_MOST_EXAMPLES = 150  # examples of other faults to try, the shortest first
# First actions that break one or several rules. Sources: black's man, white's, none, off the board.
# Targets: a free cell, a taken cell, a cell off the board.
_PROBES = tuple(
    f"{source}-{target}\n"
    for source in ("A6", "C6", "B3", "B4", "A1", "I4", "A0", "A9")
    for target in ("B5", "A4", "B7", "A2", "A1", "A5", "I4", "A0", "A9")
)


def distinguishing_script(explanations: Sequence[Faults], replays: ReplayCache) -> tuple[str, bool]:
    """Return a script on which most explanations print different outputs, and whether all do.

    The script is empty if none is found. Examples of the faults are tried first, then others.
    """
    own = [example_script(f.id) for faults in explanations for f in faults]
    others = sorted(example_scripts().values(), key=lambda script: (len(script), script))
    best, most = "", 1
    for script in dict.fromkeys([*sorted(own, key=len), *_PROBES, *others[:_MOST_EXAMPLES]]):
        if not script.strip():  # a page could not show it
            continue
        different = {
            replays.of(script.encode(), *(f.setting for f in faults), keep=False).text()
            for faults in explanations
        }
        if len(different) > most:
            best, most = script, len(different)
        if most == len(explanations):
            break
    return best, most == len(explanations)
