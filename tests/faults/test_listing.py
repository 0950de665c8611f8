import json

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.examples import example_script
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.listing import StyledLine, catalogue_json, list_lines

SHOWABLE = [fault for fault in CATALOGUE.values() if not fault.equivalent]
EQUIVALENT = [fault for fault in CATALOGUE.values() if fault.equivalent]


def texts(lines: list[StyledLine]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def test_list_has_every_fault_once_below_its_family() -> None:
    lines = texts(list(list_lines(list(CATALOGUE.values()))))
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed == list(CATALOGUE)
    families = [line for line in lines[:-1] if line and not line.startswith("  ")]
    assert families == list(dict.fromkeys(fault.family for fault in CATALOGUE.values()))
    marked = [line.split()[0] for line in lines if line.endswith(" [no script can show it]")]
    assert marked == [fault.id for fault in EQUIVALENT]
    assert lines[-1] == f"{len(CATALOGUE)} faults, of which scripts can show {len(SHOWABLE)}"
    assert texts(list(list_lines(SHOWABLE[:1])))[-1] == "1 fault, of which scripts can show 1"


def test_json_has_every_field_of_every_fault() -> None:
    document = json.loads(catalogue_json(CATALOGUE.values()))
    assert document["version"] == 1
    assert [entry["id"] for entry in document["faults"]] == list(CATALOGUE)
    for entry in document["faults"]:
        fault = CATALOGUE[entry["id"]]
        assert entry.keys() == {*Fault.__dataclass_fields__, "example"}
        assert entry["setting"] == json.loads(json.dumps(dict(fault.setting)))
        assert entry["example"] == (None if fault.equivalent else example_script(fault.id))
