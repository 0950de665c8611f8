import json
from pathlib import Path

import pytest
from support import EXAMPLES, CommandLine
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import knobs_with
from checkers_cli.faults.engine.knobs import REFERENCE
from checkers_cli.faults.explain.plays import output

NAMES = [path.name for path in sorted(EXAMPLES.glob("[ae]*.txt"))]


def record(folder: Path, *ids: str) -> None:
    knobs = knobs_with(faults_by_id(ids))
    for kind in ("scripts", "outputs", "new"):
        (folder / kind).mkdir()
    for name in NAMES:
        script = (EXAMPLES / name).read_bytes()
        (folder / "scripts" / name).write_bytes(script)
        (folder / "outputs" / name).write_bytes(output(script, knobs))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_mistakes_are_named_and_played(
    here: Path, cli: CommandLine, snapshot: SnapshotAssertion
) -> None:
    record(here, "ties-right", "check-6-missing", "error-5-wording")
    done = cli("explain", "scripts", "outputs")
    assert done.exit_code == 1
    assert done.stdout == snapshot
    done = cli("explain", "scripts", "outputs", "--format", "json")
    found = json.loads(done.stdout)
    assert found.keys() == {
        "version", "model", "faults", "reproduced", "unexplained", "crashed",
    }  # fmt: skip
    ids = {fault["id"] for fault in found["faults"]}
    assert ids == {"ties-right", "check-6-missing", "error-5-wording"}
    assert (found["unexplained"], found["crashed"], len(found["reproduced"])) == (
        [],
        {},
        len(NAMES),
    )
    Path("model.json").write_text(json.dumps(found["model"]))
    assert cli("run", "scripts", "--model", "model.json", "--out", "new", "-q").exit_code == 1
    for name in NAMES:
        assert Path("new", name).read_bytes() == Path("outputs", name).read_bytes()


def test_right_outputs_and_crashes(here: Path, cli: CommandLine) -> None:
    record(here)
    done = cli("explain", "scripts", "outputs")
    assert (done.exit_code, done.stdout) == (0, f"All {len(NAMES)} outputs are right.\n")
    script = (here / "scripts" / NAMES[0]).read_bytes()
    (here / "outputs" / NAMES[0]).write_bytes(output(script, REFERENCE)[:100])
    (here / "outputs" / "ends.json").write_text(json.dumps({NAMES[0]: "signal 11"}))
    (here / "outputs" / NAMES[1]).unlink()
    done = cli("explain", "scripts", "outputs")
    assert done.exit_code == 1
    assert "1 script without an output left out." in done.stdout
    assert f"Ended early on 1 script (signal 11): {NAMES[0]}" in done.stdout


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["nowhere", "outputs"], "no such folder"),
        (["scripts", "nowhere"], "no such folder"),
        (["scripts", "new"], "no output has the name of a script"),
    ],
)
def test_unusable_input(here: Path, cli: CommandLine, args: list[str], problem: str) -> None:
    record(here)
    done = cli("explain", *args)
    assert done.exit_code == 2
    assert problem in done.stderr
