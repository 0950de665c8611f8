import json

import pytest

from checkers_cli.bench.engine import TOWER_POSITIONS, main, measure
from checkers_cli.installation import is_compiled
from checkers_cli.rules.notation import fen, parse_position
from checkers_cli.rules.position import START, can_act


def test_the_positions_are_real_ones() -> None:
    lines = TOWER_POSITIONS.read_text("ascii").splitlines()
    positions = [parse_position(line) for line in lines]
    assert [fen(position) for position in positions] == lines
    assert positions[0] == START
    assert len(set(positions)) == len(positions) == 40
    assert all(can_act(position) for position in positions)


def test_the_engine_reports_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    figures = measure()
    assert figures["compiled"] == is_compiled()
    assert figures["tree_nodes"] > 10_000
    main()
    printed = json.loads(capsys.readouterr().out)
    assert printed["tree_nodes"] == figures["tree_nodes"]
