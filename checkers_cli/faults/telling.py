"""Finds a script that tells explanations apart which fit alike."""

from collections.abc import Sequence

from checkers_cli.faults.explaining import Faults
from checkers_cli.faults.kept import example_of, examples
from checkers_cli.faults.replays import Replays

_TRIED = 80  # examples of other faults, the shortest first


def telling_script(explanations: Sequence[Faults], replays: Replays) -> str:
    """A script on which most of these explanations differ from the first; empty if none is known.

    Examples of their own faults are tried first, then short ones of other faults.
    """
    own = [example_of(f.id) for faults in explanations for f in faults]
    others = sorted(examples().values(), key=lambda script: (len(script), script))[:_TRIED]
    best, most = "", 0
    for script in dict.fromkeys([*sorted(own, key=len), *others]):
        told_apart = _distinct(script, explanations, replays) - 1
        if told_apart > most:
            best, most = script, told_apart
        if most == len(explanations) - 1:
            break
    return best


def _distinct(script: str, explanations: Sequence[Faults], replays: Replays) -> int:
    """How many different outputs explanations have on a script."""
    return len(
        {
            replays.of(script.encode(), *(fault.setting for fault in faults)).text()
            for faults in explanations
        }
    )
