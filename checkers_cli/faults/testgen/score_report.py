"""What a set of cases catches and misses, as a table for a terminal and as JSON data."""

from collections.abc import Iterable, Mapping
from typing import Any

from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.testgen.scoring import EQUIVALENT, Score
from checkers_cli.util.text import plural

_VERSION = 1  # of the JSON document


def percent(part: int, whole: int) -> str:
    """Return a percentage; only all is 100%, and only nothing is 0%."""
    if part in (0, whole):
        return "100%" if whole == part else "0%"
    return f"{min(max(100 * part / whole, 0.1), 99.9):.1f}%"


def score_table(score: Score, sizes: Mapping[str, int]) -> str:
    """Return the whole report for a terminal."""
    sections = [
        _cases(score, sizes),
        _families(score),
        _faults("Caught by no case", score.missed),
        _redundant(score, sizes),
        _equivalent(),
    ]
    return "\n\n".join("\n".join(section) for section in sections if section)


def _cases(score: Score, sizes: Mapping[str, int]) -> list[str]:
    wide = max(len(name) for name in (*score.names, "case"))
    lines = [f"{'case':{wide}}  lines  catches  alone"]
    for name in score.names:
        caught, alone = len(score.caught[name]), len(score.only_by(name))
        lines.append(f"{name:{wide}}  {sizes[name]:5}  {caught:7}  {alone or '-':>5}")
    return lines


def _families(score: Score) -> list[str]:
    families = score.families()
    caught, total = (sum(pair[n] for pair in families.values()) for n in (0, 1))
    cases = plural(len(score.names), "case")
    lines = [f"{cases}: {caught} of {total} faults caught ({percent(caught, total)})"]
    for family, (some, of) in families.items():
        lines.append(f"  {family:10} {some:3} of {of:3}")
    return lines


def _faults(head: str, faults: Iterable[Fault]) -> list[str]:
    found = [f"  {fault.id}: {fault.title}" for fault in faults]
    return [f"{head}:", *found] if found else []


def _redundant(score: Score, sizes: Mapping[str, int]) -> list[str]:
    names = score.redundant(sizes)
    if not names:
        return ["No case is redundant: without any of them a fault would no longer be caught."]
    cases = f"{len(names)} case{' is' if len(names) == 1 else 's are'}"
    return [
        f"{cases} redundant: without all of these together the same faults are caught, and then",
        "none of the others can be dropped (another choice may drop more):",
        *(f"  {name}" for name in names),
    ]


def _equivalent() -> list[str]:
    lines = ["No script can ever show these, so they are not counted:"]
    return lines + [f"  {fault.id}: {fault.equivalent}" for fault in EQUIVALENT]


def score_data(score: Score, sizes: Mapping[str, int]) -> dict[str, Any]:
    """Return the data of the JSON document."""
    redundant = set(score.redundant(sizes))
    families = score.families().items()
    return {
        "version": _VERSION,
        "catchable": len(score.catchers),
        "caught": len(score.catchers) - len(score.missed),
        "families": {name: {"caught": some, "catchable": of} for name, (some, of) in families},
        "missed": [_named(fault) for fault in score.missed],
        "redundant": [name for name in score.names if name in redundant],
        "equivalent": [_named(fault) | {"reason": fault.equivalent} for fault in EQUIVALENT],
        "cases": [
            {
                "name": name,
                "lines": sizes[name],
                "catches": list(score.caught[name]),
                "alone": score.only_by(name),
            }
            for name in score.names
        ],
    }


def _named(fault: Fault) -> dict[str, str]:
    return {"id": fault.id, "title": fault.title, "family": fault.family}
