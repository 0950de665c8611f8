"""How often the diagnosis finds a model of a program: the table of the guide.

    python tests/faults/diagnosis_table.py [PROGRAMS [SEED [MOST_FAULTS]]]

Programs with one to six random faults of the catalogue that can be together, half of them with the
reading `limits`, are played on all examples as `checkers run --fault` does, and explained. They can
be run on new scripts, as in `checkers grade`. A model is right if it has exactly these faults, or
if it foretells the output for other random scripts. A fact is false if the program does not do what
the fault says, and the model is not right.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from checkers_cli.bench.diagnosis import MOST_FAULTS, random_faults
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import with_setting
from checkers_cli.faults.explain.budget import WORK_A_SECOND, Budget
from checkers_cli.faults.explain.candidates import READING, Faults
from checkers_cli.faults.explain.explaining import explain
from checkers_cli.faults.explain.plays import Observation, output
from checkers_cli.faults.model import Model
from checkers_cli.faults.testgen.random_games import laid_out, random_lines
from checkers_cli.util.workers import available_cores, ordered_map

ROOT = Path(__file__).parents[2]
SCRIPTS = {path.name: path.read_bytes() for path in sorted((ROOT / "examples").glob("*.txt"))}
FRESH = 50  # scripts that a model must foretell
WORK = 10 * WORK_A_SECOND  # as much as the grader has by default


@dataclass(frozen=True)
class Outcome:
    """What was found of one program."""

    truth: tuple[str, ...]
    said: tuple[str, ...]
    untrue: tuple[str, ...]  # what was said as a fact and is not so
    foretold: int  # of the fresh scripts
    reproduced: int  # cases
    work: int
    seconds: float

    @property
    def exact(self) -> bool:
        return self.said == self.truth

    @property
    def right(self) -> bool:
        return self.exact or self.foretold == FRESH

    @property
    def false_facts(self) -> tuple[str, ...]:
        return () if self.right else self.untrue


def outcome(faults: Faults) -> Outcome:
    """Explain a program with these faults."""
    knobs = knobs_with(faults)
    truth = tuple(sorted(fault.id for fault in faults))

    def run(scripts: Sequence[bytes]) -> list[Observation]:
        return [
            Observation(str(n), script, output(script, knobs)) for n, script in enumerate(scripts)
        ]

    cases = [Observation(name, script, output(script, knobs)) for name, script in SCRIPTS.items()]
    started = time.process_time()
    budget = Budget(WORK)
    found = explain(cases, budget, "seed", run)
    took = time.process_time() - started
    model = Model() if found is None else found.model
    random = Random(" ".join(truth))
    fresh = [laid_out(random, random_lines(random)) for _ in range(FRESH)]
    facts = [one.fault for one in found.faults if one.confirmed] if found else []
    said = [fault.id for fault in model.faults] + [READING.id] * model.limits
    return Outcome(
        truth,
        tuple(sorted(said)),
        tuple(fault.id for fault in facts if with_setting(knobs, fault.setting) != knobs),
        sum(output(script, model.knobs) == output(script, knobs) for script in fresh),
        len(found.reproduced) if found else len(cases),
        WORK - budget.left,
        took,
    )


def report(one: Outcome) -> None:
    """Write what went wrong with a program."""
    sys.stderr.write(
        f"{one.foretold}/{FRESH} {one.reproduced}/{len(SCRIPTS)} {' '.join(one.truth)}\n"
        f"    said {' '.join(one.said)}\n"
    )
    if one.false_facts:
        sys.stderr.write(f"    false facts {' '.join(one.false_facts)}\n")


def main() -> None:
    count, seed, most = (
        int(word) for word in [*sys.argv[1:], *["200", "1", str(MOST_FAULTS)][len(sys.argv) - 1 :]]
    )
    heads = "faults", "programs", "exactly", "or foretells", "false facts", "CPU median", "CPU most"
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for size in range(1, most + 1):
        random = Random(f"{seed} {size}")
        programs = [random_faults(random, size) for _ in range(count)]
        results = list(ordered_map(outcome, programs, available_cores(), slow=True))
        for one in results:
            if not one.right:
                report(one)
        seconds = [one.seconds for one in results]
        cells = (
            str(size),
            str(count),
            f"{100 * sum(one.exact for one in results) / count:.1f} %",
            f"{100 * sum(one.right for one in results) / count:.1f} %",
            str(sum(len(one.false_facts) for one in results)),
            f"{statistics.median(seconds):.1f} s",
            f"{max(seconds):.1f} s",
        )
        lines.append(f"| {' | '.join(cells)} |")
        sys.stderr.write(f"{lines[-1]} {max(one.work for one in results):,} units of work\n")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
