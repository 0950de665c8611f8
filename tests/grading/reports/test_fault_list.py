import json

import pytest
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.catalogue.examples import example_of
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.faults.catalogue.selection import chosen
from checkers_cli.grading.reports import fault_list as reports
from checkers_cli.grading.reports.fault_list import example, json_of, list_lines, page
from checkers_cli.grading.reports.side_by_side import Line

SHOWABLE = [fault for fault in CATALOGUE.values() if not fault.equivalent]
EQUIVALENT = [fault for fault in CATALOGUE.values() if fault.equivalent]


def texts(lines: "list[Line]") -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def page_of(*ids: str) -> str:
    return "\n".join(texts(list(page(chosen(ids)))))


def test_the_list_has_every_fault_once_under_its_family() -> None:
    lines = texts(list(list_lines(list(CATALOGUE.values()))))
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed == list(CATALOGUE)
    families = [line for line in lines[:-1] if line and not line.startswith("  ")]
    assert families == list(dict.fromkeys(fault.family for fault in CATALOGUE.values()))
    marked = [line.split()[0] for line in lines if line.endswith(" [no script can show it]")]
    assert marked == [fault.id for fault in EQUIVALENT]
    assert lines[-1] == f"{len(CATALOGUE)} faults, of which scripts can show {len(SHOWABLE)}"
    assert texts(list(list_lines(SHOWABLE[:1])))[-1] == "1 fault, of which scripts can show 1"


def test_the_document_has_every_field_of_every_fault() -> None:
    document = json.loads(json_of(CATALOGUE.values()))
    assert document["version"] == 1
    assert [entry["id"] for entry in document["faults"]] == list(CATALOGUE)
    for entry in document["faults"]:
        fault = CATALOGUE[entry["id"]]
        assert entry.keys() == {*Fault.__dataclass_fields__, "example"}
        assert entry["setting"] == json.loads(json.dumps(dict(fault.setting)))
        assert entry["example"] == (None if fault.equivalent else example_of(fault.id))


def test_every_page_shows_a_difference_that_can_be_seen() -> None:
    for fault in SHOWABLE:
        shows_a_difference(fault)


def shows_a_difference(fault: Fault) -> None:
    lines = page_of(fault.id).split("\n")
    assert not [line for line in lines if line != line.rstrip()]
    sides = [line for line in lines if line.startswith(("right  ", "  right  "))]
    assert sides, "\n".join(lines)
    if lines[-1].endswith("^"):
        assert lines[-3][13:] != lines[-2][13:]
    else:
        below = lines[lines.index(sides[0]) + 1 :]
        width = sides[0].index("faulty")
        assert [line[:width].rstrip() for line in below] != [line[width:] for line in below]


@pytest.mark.parametrize("fault", EQUIVALENT, ids=lambda fault: fault.id)
def test_what_no_script_can_show_has_its_reason_instead(fault: Fault) -> None:
    words = " ".join(page_of(fault.id).split())
    assert words.endswith(f"No script can show it. {' '.join(fault.equivalent.split())}")
    assert example([fault]) is None


def keep(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Have every fault keep this example, so that snapshots do not depend on which is kept."""
    monkeypatch.setattr(reports, "example_of", lambda _: script)


@pytest.mark.parametrize(
    ("ids", "script"),
    [
        (["ties-right"], "G6-F5\nA\n"),
        (["error-1-wording"], "I1-A1\n"),
        (["crlf"], ""),
        (["no-delimiter"], "G6-F5\n"),
        (["command-with-cr-missed"], "G6-F5\r\n\r\n  A \r\n"),
        (["goes-on-after-error"], "A1-A1\nG6-F5\n"),
        (["ties-right", "numbers-from-0"], "A\n"),
        (["alpha-beta", "ties-right"], "A\n"),
        (["alpha-beta", "equal-boards-merged"], "A\n"),
        (["commands-ignored", "ties-right"], "G6-F5\n"),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else "",
)
def test_what_a_page_says(
    ids: list[str], script: str, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    keep(monkeypatch, script)
    assert page_of(*ids) == snapshot


def test_a_long_script_is_folded_at_blanks_only(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "G6-F5\nH3-G4\nF5-H3\nA2-B3\n" * 10
    keep(monkeypatch, script)
    lines = page_of("no-heads").split("\n")
    start = lines.index("Example") + 1
    folded = lines[start : lines.index("", start)]
    assert " ".join(folded).split() == script.split()
    assert len(folded) == 4
    assert max(map(len, folded)) <= 78
