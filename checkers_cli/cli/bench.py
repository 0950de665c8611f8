"""`checkers bench`: how fast this installation is, on this machine, in one run."""

import json
from pathlib import Path
from typing import Any

import click

from checkers_cli.analyser import benchmark
from checkers_cli.analyser.files import ending_cleanly
from checkers_cli.form import describe


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--scripts", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, metavar="N",
    help="How many scripts the batch has.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=5, show_default=True, metavar="N",
    help="How often everything is measured; the best, or for single calls the median, counts.",
)  # fmt: skip
@click.option(
    "--programs", type=click.IntRange(0, 10_000), default=100, show_default=True, metavar="N",
    help="How many faulty programs are explained; 0 leaves that out.",
)  # fmt: skip
def command(as_json: bool, scripts: int, rounds: int, programs: int) -> None:
    """Measure the engine, a batch of scripts, one call, and the explanation of faulty programs.

    Machines differ and are noisy, so every figure stands beside one to compare it with from the
    same run: compiled beside pure Python, a batch beside starting /bin/true once for each script,
    a call beside a click program that does nothing.

    \b
    Examples:
      checkers bench
      checkers bench --rounds 10 --json
    """
    with ending_cleanly():
        figures = {
            "form": describe(),
            "engine": benchmark.engine(rounds),
            "batch": benchmark.batch(scripts, rounds),
            "call": benchmark.call(rounds),
        }
        if programs:
            figures["explaining"] = _explaining(programs)
    click.echo(json.dumps(figures, indent=2) if as_json else _table(figures))


def _explaining(programs: int) -> dict[str, object]:
    from checkers_cli.analyser.workers import available_cores
    from checkers_cli.faults.benchmark import explaining
    from checkers_cli.grading.cases import bundled_cases

    paths = sorted(Path(bundled_cases()).glob("*.txt"))
    return explaining([path.read_bytes() for path in paths], programs, available_cores())


def _table(figures: dict[str, Any]) -> str:
    engine, batch, call = figures["engine"], figures["batch"], figures["call"]
    here, pure = engine["installed"], engine.get("pure")
    name = "compiled" if here["compiled"] else "pure"
    tree, perft = here["tree_ns_per_node"], here["perft_nodes_per_s"]
    lines = [figures["form"], ""]
    if pure:
        pure_tree, pure_perft = pure["tree_ns_per_node"], pure["perft_nodes_per_s"]
        lines += [
            f"{'':38}{name:>10}{'pure':>10}{'faster':>10}",
            f"{'tree: built and valued, ns a node':38}{tree:>10.0f}{pure_tree:>10.0f}"
            f"{pure_tree / tree:>9.1f}x",
            f"{'perft, million nodes a second':38}{perft / 1e6:>10.1f}{pure_perft / 1e6:>10.1f}"
            f"{perft / pure_perft:>9.1f}x",
        ]
    else:
        lines += [
            f"{'':38}{name:>10}",
            f"{'tree: built and valued, ns a node':38}{tree:>10.0f}",
            f"{'perft, million nodes a second':38}{perft / 1e6:>10.1f}",
        ]
    count = f"{batch['scripts']:,}"
    return "\n".join(
        [
            *lines,
            "",
            f"{f'{count} scripts in one call, into files':38}{batch['out_s']:>10.2f} s"
            f"   ({batch['scripts_per_s']:,.0f} scripts a second)",
            f"{f'{count} scripts in one call, to a pipe':38}{batch['stdout_s']:>10.2f} s",
            f"{f'starting /bin/true {count} times':38}{batch['true_s']:>10.2f} s"
            f"   (the batch into files takes {batch['ratio']:.2f} times that)",
            "",
            f"{'one call of checkers run':38}{call['run_s'] * 1e3:>10.0f} ms",
            f"{'a click program that does nothing':38}{call['click_s'] * 1e3:>10.0f} ms"
            f"  (the call takes {call['ratio']:.2f} times that)",
            *_explained(figures.get("explaining")),
        ]
    )


def _explained(figures: dict[str, Any] | None) -> list[str]:
    if figures is None:
        return []
    cases, programs = figures["cases"], figures["programs"]
    return [
        "",
        f"{f'the slow engine plays {cases} cases':38}{figures['play_s']:>10.2f} s",
        f"{f'every fault on {cases} cases, once a set':38}{figures['rows_s']:>10.2f} s",
        f"{'one faulty program explained':38}{figures['one_median_s']:>10.2f} s"
        f"   (median; at most {figures['one_most_s']:.2f} s)",
        f"{f'{programs} faulty programs explained':38}{figures['class_s']:>10.2f} s",
    ]
