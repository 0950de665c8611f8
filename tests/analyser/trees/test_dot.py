import shutil
import subprocess

import pytest
from support import WORKED_EXAMPLE
from syrupy.assertion import SnapshotAssertion

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.trees.dot import dot_of
from checkers_cli.analyser.trees.view import View
from checkers_cli.rules.notation import parse_position
from checkers_cli.rules.position import START


def test_the_worked_example(snapshot: SnapshotAssertion) -> None:
    view = View(parse_position(WORKED_EXAMPLE), Settings(), None, 3)
    assert "\n".join(dot_of(view)) == snapshot


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs graphviz (dot)")
def test_graphviz_draws_it() -> None:
    view = View(START, Settings(), 3, 3)
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input="\n".join(dot_of(view)), capture_output=True, text=True, check=True
    )
    assert drawn.stderr == ""
    folded = 1 + 3 + 9  # each inner node of the start has more than three children
    assert drawn.stdout.count('class="node"') == view.count_shown() + folded
