"""Finds a script that tells explanations apart which fit alike."""

from collections.abc import Sequence

from checkers_cli.faults.catalogue.examples import example_script, example_scripts
from checkers_cli.faults.explain.replays import ReplayCache
from checkers_cli.faults.explain.search import Faults

_TRIED = 150  # examples of other faults, the shortest first
# First actions of black that break one rule or several: its own man, white's, none, off the board;
# to a free cell, a taken one, one off the board.
_PROBES = tuple(
    f"{source}-{target}\n"
    for source in ("A6", "C6", "B3", "B4", "A1", "I4", "A0", "A9")
    for target in ("B5", "A4", "B7", "A2", "A1", "A5", "I4", "A0", "A9")
)


def distinguishing_script(explanations: Sequence[Faults], replays: ReplayCache) -> tuple[str, bool]:
    """A script on which most of these explanations differ, and whether all do; empty if none does.

    Examples of their own faults are tried first, then other short scripts.
    """
    own = [example_script(f.id) for faults in explanations for f in faults]
    others = sorted(example_scripts().values(), key=lambda script: (len(script), script))
    best, most = "", 1
    for script in dict.fromkeys([*sorted(own, key=len), *_PROBES, *others[:_TRIED]]):
        if not script.strip():  # it could not be seen on a page
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
