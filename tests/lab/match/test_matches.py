import json

import pytest
from lab.played import match_of, played, settings_of

from checkers_cli.lab.match.elo import Tally
from checkers_cli.lab.match.matches import (
    GameRecord,
    tally_of,
)


def test_a_record_is_one_line_and_back() -> None:
    record = played(settings_of(games=2)).records[0]
    assert "\n" not in record.line
    assert GameRecord.of(json.loads(record.line)) == record


@pytest.mark.parametrize("text", ["{}", "[]", "3", '{"number": 1}', '{"actions": 1, "seconds": 2}'])
def test_damaged_records_are_refused(text: str) -> None:
    with pytest.raises((TypeError, KeyError)):
        GameRecord.of(json.loads(text))


def test_tallies_by_colour() -> None:
    match = match_of(settings_of(games=4), [True, False, None, True])
    won_as_black, won_as_white, drawn, lost_as_white = match.records
    assert tally_of(won_as_black, 0) == tally_of(won_as_black, 0, black=True) == Tally(1, 0, 0)
    assert tally_of(won_as_black, 0, black=False) == Tally()
    assert tally_of(won_as_white, 0, black=False) == Tally(1, 0, 0)
    assert tally_of(won_as_white, 1) == Tally(0, 0, 1)
    assert tally_of(drawn, 1) == Tally(0, 1, 0)
    assert tally_of(lost_as_white, 0) == Tally(0, 0, 1)
    assert tally_of(drawn, 2) == Tally()
