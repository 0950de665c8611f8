from collections import Counter
from pathlib import Path

import pytest

from checkers_cli.analyser.batch import LONGEST_KEPT, Batch, _in_memory, run_batch, summary
from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import find_scripts
from checkers_cli.bench.random_scripts import mixed_scripts
from checkers_cli.rules.notation import parse_position
from checkers_cli.util.errors import UnusableInput


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Eighty scripts: enough for workers; one illegal, one malformed, one in a subfolder."""
    folder = tmp_path / "scripts"
    (folder / "sub").mkdir(parents=True)
    for number, script in enumerate(mixed_scripts(77)):
        (folder / f"{number:03}.txt").write_text(script)
    (folder / "illegal.txt").write_text("A1-A1\n")
    (folder / "malformed.txt").write_text("G6-F5\nrubbish\n")
    (folder / "sub" / "deep.txt").write_text("A\n")
    return folder


def run(folder: Path, jobs: int, out: Path | None = None, form: str = "text") -> tuple[bytes, str]:
    sources, _ = find_scripts([str(folder)])
    pieces: list[bytes] = []
    outcomes = run_batch(Batch(Settings(), form, out), sources, jobs, pieces.append)
    line = summary(Counter(outcome.kind for _, outcome in outcomes))
    return b"".join(pieces), line


def test_many_jobs_give_what_one_gives(folder: Path) -> None:
    output, line = run(folder, jobs=2)
    assert (output, line) == run(folder, jobs=1)
    assert line == "80 scripts: 78 ran, 1 illegal, 1 malformed"
    heads = [text for text in output.decode().splitlines() if text.startswith("==> ")]
    assert heads[0] == f"==> {folder / '000.txt'} <=="
    assert heads[-1] == f"==> {folder / 'sub' / 'deep.txt'} <=="
    assert len(heads) == 80


def test_files_hold_what_standard_output_shows(folder: Path, tmp_path: Path) -> None:
    shown, _ = run(folder, jobs=1)
    nothing, line = run(folder, jobs=2, out=tmp_path / "new" / "out")
    assert nothing == b""
    assert line == "80 scripts: 78 ran, 1 illegal, 1 malformed"
    files = sorted((tmp_path / "new" / "out").rglob("*"))
    assert len([file for file in files if file.is_file()]) == 80
    for file in files:
        if file.is_file():
            name = folder / file.relative_to(tmp_path / "new" / "out")
            assert f"==> {name} <==\n".encode() + file.read_bytes() in shown


def test_jsonl_has_names_of_its_own(folder: Path, tmp_path: Path) -> None:
    run(folder, jobs=1, out=tmp_path / "out", form="jsonl")
    assert (tmp_path / "out" / "000.jsonl").read_text().startswith('{"script":')


def test_scripts_are_never_overwritten(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.glob("*.txt")}
    with pytest.raises(UnusableInput, match="would overwrite the script"):
        run(folder, jobs=1, out=folder)
    assert before == {path: path.read_bytes() for path in folder.glob("*.txt")}


def test_scripts_are_not_overwritten_through_a_link_either(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(UnusableInput, match="would overwrite the script"):
        run(folder, jobs=1, out=tmp_path / "link")


def test_a_long_transcript_is_not_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("P\n")  # a short script can have one
    sources, _ = find_scripts([str(tmp_path)])
    batch = Batch(Settings(depth=2, actions=2500))
    assert _in_memory(batch, sources[0]) is None
    pieces: list[bytes] = []
    assert len(list(run_batch(batch, sources, 1, pieces.append))) == 1
    assert max(map(len, pieces)) < LONGEST_KEPT < sum(map(len, pieces))
    assert sum(piece.count(b"***") for piece in pieces) == 2500


def test_a_tree_that_is_too_large_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("A\n")
    sources, _ = find_scripts([str(tmp_path)])
    start = parse_position("B:WKB1,KD1,KF1,KH1,KA2,KC2,KE2:BKB5,KD5,KF5,KH5,KA8,KC8,KE8,KG8")
    settings = Settings(start, depth=7)
    ((_, outcome),) = run_batch(Batch(settings), sources, 1, lambda data: None)
    assert outcome.kind == "unusable"
    assert outcome.exit_status == 2
    assert outcome.message.startswith(f"{tmp_path / 'a.txt'}: a tree of depth 7 would have more")


def test_standard_input_is_not_lost_among_many(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, _ = find_scripts(["-", str(folder)])
    expected = (tmp_path / "expected.txt").as_posix()
    Path(expected).write_text("G6-F5\n")
    with Path(expected).open() as stdin:  # workers have no standard input
        monkeypatch.setattr("sys.stdin", stdin)
        batch = Batch(Settings(), out=tmp_path / "out")
        assert len(list(run_batch(batch, sources, 2, lambda data: None))) == 81
    assert (tmp_path / "out" / "stdin.txt").read_text().count("ACTION") == 1


def test_two_scripts_of_one_name_are_refused(folder: Path, tmp_path: Path) -> None:
    sources, _ = find_scripts([str(folder), str(folder / "000.txt")])
    with pytest.raises(UnusableInput, match="would both be written to"):
        list(run_batch(Batch(Settings(), out=tmp_path / "out"), sources, 1, lambda data: None))
    assert not (tmp_path / "out").exists()


def test_a_transcript_that_cannot_be_written_does_not_stop_the_others(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    (out / "001.txt").mkdir(parents=True)
    sources, _ = find_scripts([str(folder / "000.txt"), str(folder / "001.txt"), "missing.txt"])
    outcomes = [o for _, o in run_batch(Batch(Settings(), out=out), sources, 1, lambda data: None)]
    assert [outcome.kind for outcome in outcomes] == ["ran", "unusable", "unusable"]
    assert outcomes[1].message == f"{out / '001.txt'}: cannot be written: is a directory"
    assert outcomes[2].message == "missing.txt: no such file or directory"
    assert sorted(path.name for path in out.iterdir()) == ["000.txt", "001.txt"]


def test_the_summary_counts_in_words() -> None:
    assert summary(Counter(ran=1)) == "1 script: 1 ran, 0 illegal, 0 malformed"
    line = summary(Counter(ran=1200, unusable=2))
    assert line == "1,202 scripts: 1,200 ran, 0 illegal, 0 malformed, 2 not run"
