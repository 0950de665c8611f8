"""Finds a script that tells explanations apart which fit alike."""

from collections.abc import Sequence

from checkers_cli.faults.explaining import Faults
from checkers_cli.faults.kept import example_of, examples
from checkers_cli.faults.replays import Replays

_TRIED = 150  # examples of other faults, the shortest first


def telling_script(explanations: Sequence[Faults], replays: Replays) -> tuple[str, bool]:
    """A script on which most of these explanations differ, and whether all do; empty if none does.

    Examples of their own faults are tried first, then short ones of other faults.
    """
    own = [example_of(f.id) for faults in explanations for f in faults]
    others = sorted(examples().values(), key=lambda script: (len(script), script))
    best, most = "", 1
    for script in dict.fromkeys([*sorted(own, key=len), *others[:_TRIED]]):
        if not script.strip():  # it could not be seen on a page
            continue
        different = {
            replays.of(script.encode(), *(fault.setting for fault in faults)).text()
            for faults in explanations
        }
        if len(different) > most:
            best, most = script, len(different)
        if most == len(explanations):
            break
    return best, most == len(explanations)
