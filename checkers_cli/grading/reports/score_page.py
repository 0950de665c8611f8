"""The page of `checkers cases score --html`: the matrix of faults and cases."""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from markupsafe import Markup

from checkers_cli import __version__
from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.testgen.score_report import percent
from checkers_cli.faults.testgen.scoring import EQUIVALENT, Score
from checkers_cli.grading.reports.charts import cell_size
from checkers_cli.grading.reports.pages import environment, visible
from checkers_cli.installation import describe


class FaultRow(NamedTuple):
    """A fault and the cases that catch it."""

    fault: Fault
    cases: int  # how many catch it
    picture: Markup


def matrix_page(score: Score, sizes: Mapping[str, int], folder: str) -> str:
    """Return a page with everything that a set of cases catches."""
    cell = cell_size(0, len(score.names))
    families: dict[str, list[FaultRow]] = {}
    for fault_id, cases in score.catchers.items():
        fault = CATALOGUE[fault_id]
        row = FaultRow(fault, len(cases), row_picture(score.names, cases, cell))
        families.setdefault(fault.family, []).append(row)
    caught, total = len(score.catchers) - len(score.missed), len(score.catchers)
    return (
        environment()
        .get_template("score.html")
        .render(
            header={
                "title": f"The cases in {folder}",
                "tool": f"checkers {__version__}",
                "toolchain": describe(),
            },
            score=score,
            sizes=sizes,
            names=[visible(name, 80) for name in score.names],
            families=families,
            counts=score.families(),
            caught=caught,
            total=total,
            share=percent(caught, total),
            redundant=score.redundant(sizes),
            equivalent=EQUIVALENT,
            cell=cell,
        )
    )


def row_picture(names: tuple[str, ...], cases: frozenset[str], cell: int) -> Markup:
    """Return a row of the matrix: a filled square for each case that catches the fault."""
    width, inner = len(names) * cell, cell - 2
    squares = "".join(
        f"M{number * cell + 1} 1h{inner}v{inner}h-{inner}z"
        for number, name in enumerate(names)
        if name in cases
    )
    label = escape(f"caught by {len(cases)} of {len(names)} cases")
    return Markup(  # noqa: S704 - numbers of our own
        f'<svg width="{width}" height="{cell}" role="img" aria-label="{label}">'
        f'<path class="bar" d="{squares}"/></svg>'
    )
