from checkers_cli.rules.variants import TOWER
from checkers_cli.search.table import EXACT, TableEntry, TranspositionTable


def test_an_entry_is_found_for_its_position_only() -> None:
    table = TranspositionTable(1)  # everything falls into one slot
    start = TOWER.start
    action = start.actions()[0]
    assert table.find(start) is None
    table.keep(TableEntry(start, 3, 7, EXACT, action))
    found = table.find(TOWER.read(TOWER.write(start)))
    assert found is not None
    assert (found.depth, found.value, found.action) == (3, 7, action)
    assert table.find(start.after(action)) is None
    table.keep(TableEntry(start.after(action), 2, 1, EXACT, action))
    assert table.find(start) is None  # replaced
