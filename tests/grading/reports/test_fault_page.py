import pytest
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.catalogue import CATALOGUE, examples, faults_by_id
from checkers_cli.faults.catalogue.examples import first_example
from checkers_cli.faults.catalogue.fault import Fault
from checkers_cli.grading.reports.fault_page import fault_page
from checkers_cli.grading.reports.side_by_side import StyledLine

SHOWABLE = [fault for fault in CATALOGUE.values() if not fault.equivalent]
EQUIVALENT = [fault for fault in CATALOGUE.values() if fault.equivalent]


def texts(lines: "list[StyledLine]") -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def page_of(*ids: str) -> str:
    return "\n".join(texts(list(fault_page(faults_by_id(ids)))))


def test_every_page_shows_a_visible_difference() -> None:
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
def test_page_of_an_equivalent_fault_gives_the_reason(fault: Fault) -> None:
    words = " ".join(page_of(fault.id).split())
    assert words.endswith(f"No script can show it. {' '.join(fault.equivalent.split())}")
    assert first_example([fault]) is None


def keep(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Have every fault keep this example, so that snapshots do not depend on which is kept."""
    monkeypatch.setattr(examples, "example_script", lambda _: script)


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
def test_page_of_faults(
    ids: list[str], script: str, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    keep(monkeypatch, script)
    assert page_of(*ids) == snapshot


def test_long_script_is_wrapped_between_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "G6-F5\nH3-G4\nF5-H3\nA2-B3\n" * 10
    keep(monkeypatch, script)
    lines = page_of("no-heads").split("\n")
    start = lines.index("Example") + 1
    folded = lines[start : lines.index("", start)]
    assert " ".join(folded).split() == script.split()
    assert len(folded) == 4
    assert max(map(len, folded)) <= 78
