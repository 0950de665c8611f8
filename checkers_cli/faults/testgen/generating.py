"""Generates sets of test cases: small sets that catch every fault, and random sets.

The examples of the faults are the first candidates. Random continuations of them catch more faults
at once. The best candidates are taken until every fault is caught. Then lines that a case does not
need are removed, and cases that the set does not need.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from random import Random
from typing import NamedTuple

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.examples import example_script
from checkers_cli.faults.testgen.random_games import changed, laid_out, random_lines
from checkers_cli.faults.testgen.scoring import Expected, cases_showing, without_redundant
from checkers_cli.faults.testgen.shrinking import shrink
from checkers_cli.util.errors import CheckersError
from checkers_cli.util.text import plural
from checkers_cli.util.workers import ordered_map

MOST_CASES = 60  # in a set that catches every fault
ATTEMPTS = 5  # to find a set of at most MOST_CASES
CANDIDATES = 60  # scripts that are tried in a round, at most
FEWEST = 12  # scripts that are tried in a round, at least
TRIALS = 4000  # of a script with a fault in a round, about
TAKEN = 5  # scripts that are taken in a round, at most
# Every case has to be run and marked, so a case costs as much as this many lines more.
COST_OF_A_CASE = 12
CHANGES = 8  # random changes of an action that are tried in each case
MORE_THAN_ANY_SCRIPT = 1000  # lines

# A case is named after a fault of the first family here: those that are hardest to show come first.
_NAMING_ORDER = ("tree", "playing", "promotion", "moves", "checks", "reading", "cost", "printing")

ShowProgress = Callable[[str], object]


class GeneratedCase(NamedTuple):
    """A case of a generated set."""

    name: str
    script: bytes
    stage: int
    catches: int  # how many faults
    purpose: tuple[str, ...]  # the faults that no other case of the set catches


def covering_set(
    wanted: Sequence[str], seed: int, jobs: int, show: ShowProgress = lambda _: None
) -> list[GeneratedCase]:
    """Generate a set that catches all these faults and has no redundant case."""
    random = Random(f"cases {seed}")  # noqa: S311 - games, not secrets
    for _ in range(ATTEMPTS):
        scripts = _covering(wanted, random, jobs, show)
        show(f"{len(scripts)} cases catch them all; making them shorter")
        scripts, catchers = _needed(_shortened(scripts, wanted, random, jobs), wanted, jobs)
        if len(scripts) <= MOST_CASES:
            return _named(scripts, catchers)
    raise CheckersError(f"no set of at most {MOST_CASES} cases was found; try another --seed")


def random_set(count: int, seed: int) -> list[GeneratedCase]:
    """Generate different random scripts; the stages 0, 1, 2 take turns."""
    random = Random(f"random cases {seed}")  # noqa: S311 - games, not secrets
    made: dict[bytes, GeneratedCase] = {}
    digits = len(str(count))
    while len(made) < count:
        lines = random_lines(random)
        expected = Expected(laid_out(random, lines))
        if expected.stage == len(made) % 3 and expected.script not in made:
            number = f"{len(made) + 1:0{digits}}"
            name = f"stage{expected.stage}-{number}-{_words(expected, lines)}.txt"
            made[expected.script] = GeneratedCase(name, expected.script, expected.stage, 0, ())
    return list(made.values())


def _words(expected: Expected, lines: Sequence[str]) -> str:
    """Describe a random script in a few words for its file name."""
    last = expected.text.splitlines()[-1]
    actions = expected.text.count(" ACTION #") - expected.text.count("*** ")
    played = f"{actions}-action{'' if actions == 1 else 's'}"
    if expected.error:
        return f"error-after-{played}"
    if last.endswith("WIN!"):
        return f"{lines[-1].lower()}-{last.split()[0].lower()}-wins-after-{played}"
    return f"{lines[-1].lower()}-after-{played}" if expected.command else played


def _covering(wanted: Sequence[str], random: Random, jobs: int, show: ShowProgress) -> list[bytes]:
    """Return scripts that catch all wanted faults, preferring scripts that catch many."""
    left = list(wanted)
    chosen: list[bytes] = []
    stages = [0, 0, 0]
    while left:
        show(f"{len(wanted) - len(left)} of {len(wanted)} faults caught by {len(chosen)} cases")
        tried = [Expected(script) for script in _candidates(left, random)]
        showing = list(cases_showing(tried, left, jobs))
        caught = [{f for f, shown in zip(left, showing, strict=True) if n in shown}
                  for n in range(len(tried))]  # fmt: skip
        for _ in range(TAKEN):
            best = _best(tried, caught, stages)
            if best is None:
                break
            chosen.append(tried[best].script)
            stages[tried[best].stage] += 1
            gained = caught[best]
            left = [fault for fault in left if fault not in gained]
            caught = [faults - gained for faults in caught]
    return chosen


def _candidates(left: Sequence[str], random: Random) -> list[bytes]:
    """Return examples of faults that are not caught yet, and random continuations of them."""
    begun = [example_script(fault) for fault in left]
    random.shuffle(begun)
    count = min(CANDIDATES, max(FEWEST, TRIALS // len(left)))
    found = [script.encode("ascii") for script in list(dict.fromkeys(begun))[: count // 3]]
    while len(found) < count:
        found.append(laid_out(random, random_lines(random, random.choice(begun).split())))
    return list(dict.fromkeys(found))


def _best(
    tried: Sequence[Expected], caught: Sequence[set[str]], stages: Sequence[int]
) -> int | None:
    """Return the script with the most new faults for its length, favouring rare stages."""

    def worth(number: int) -> tuple[float, int]:
        case = tried[number]
        lines = COST_OF_A_CASE + len(case.script.split())
        crowded = 1 + stages[case.stage] - min(stages)
        return len(caught[number]) / lines / crowded, -number

    best = max(range(len(tried)), key=worth)
    return best if caught[best] else None


def _shortened(
    scripts: Sequence[bytes], wanted: Sequence[str], random: Random, jobs: int
) -> list[bytes]:
    """Share the faults among the cases, and shorten each case to its share."""
    shown = list(cases_showing([Expected(script) for script in scripts], wanted, jobs))
    shares: dict[int, list[str]] = {}
    # Rare faults first: a case that has to show one of them shows many others anyway.
    for fault, numbers in sorted(zip(wanted, shown, strict=True), key=lambda pair: len(pair[1])):
        owner = next((n for n in numbers if n in shares), None)
        if owner is None:
            owner = min(numbers, key=lambda n: (len(scripts[n].split()), n))
        shares.setdefault(owner, []).append(fault)
    parts = [
        (scripts[number], tuple(faults), random.getrandbits(32))
        for number, faults in sorted(shares.items())
    ]
    with closing(ordered_map(_shorter, parts, jobs, slow=True)) as found:
        return list(dict.fromkeys(found))


def _shorter(part: tuple[bytes, Sequence[str], int]) -> bytes:
    """Shorten a script that must show these faults and keep its stage, then change it at random."""
    script, faults, seed = part
    stage = Expected(script).stage
    waiting = list(faults)

    def shows(lines: Sequence[str]) -> bool:
        expected = Expected("".join(lines).encode("ascii"))
        if expected.stage != stage:
            return False
        lost = next((fault for fault in waiting if not expected.shows(fault)), None)
        if lost is not None:  # a fault that was lost once is lost most often: try it first
            waiting.remove(lost)
            waiting.insert(0, lost)
        return lost is None

    lines = shrink(script.decode("ascii").splitlines(keepends=True), shows)
    random = Random(seed)  # noqa: S311
    # Without random changes the shortest scripts would be the same for every seed.
    for _ in range(CHANGES):
        other = changed(random, lines)
        if other != lines and shows(other):
            lines = other
    return "".join(lines).encode("ascii")


def _needed(
    scripts: Sequence[bytes], wanted: Sequence[str], jobs: int
) -> tuple[list[bytes], dict[str, list[bytes]]]:
    """Drop redundant scripts; return the others, and which of them catch each fault."""
    shown = list(cases_showing([Expected(script) for script in scripts], wanted, jobs))
    names = [str(number) for number in range(len(scripts))]
    caught: dict[str, list[str]] = {name: [] for name in names}
    for fault, numbers in zip(wanted, shown, strict=True):
        for number in numbers:
            caught[names[number]].append(fault)
    sizes = {name: _size(scripts[int(name)]) for name in names}
    kept = [int(name) for name in without_redundant(names, caught, sizes)]
    catchers = {
        fault: [scripts[n] for n in numbers if n in kept]
        for fault, numbers in zip(wanted, shown, strict=True)
    }
    return [scripts[number] for number in kept], catchers


def _size(script: bytes) -> int:
    """Return the size by which cases are dropped: stage 0 first, then long scripts."""
    return len(script.split()) + (0 if Expected(script).stage else MORE_THAN_ANY_SCRIPT)


def _named(
    scripts: Iterable[bytes], catchers: Mapping[str, Sequence[bytes]]
) -> list[GeneratedCase]:
    """Order the cases by stage and length, and name each after a fault that only it catches."""
    ordered = sorted(scripts, key=lambda s: (Expected(s).stage, len(s.split()), s))
    made = []
    for number, script in enumerate(ordered, start=1):
        stage = Expected(script).stage
        only = [fault for fault, cases in catchers.items() if list(cases) == [script]]
        naming = min(only, key=lambda fault: _NAMING_ORDER.index(CATALOGUE[fault].family))
        catches = sum(script in cases for cases in catchers.values())
        name = f"stage{stage}-{number:02}-{naming}.txt"
        made.append(GeneratedCase(name, script, stage, catches, tuple(only)))
    return made


def index_markdown(cases: Iterable[GeneratedCase], heading: str) -> str:
    """Return the text of INDEX.md, which says what each generated case is for."""
    lines = ["# Cases", "", heading]
    for case in cases:
        if case.purpose:
            lines += ["", f"## {case.name}", ""]
            caught = plural(case.catches, "fault")
            lines += [f"Catches {caught}; no other case here catches these:", ""]
            lines += [f"- `{fault}`: {CATALOGUE[fault].title}" for fault in case.purpose]
    return "\n".join(lines) + "\n"
