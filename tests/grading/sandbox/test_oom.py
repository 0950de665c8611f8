from pathlib import Path
from time import monotonic

import pytest

from checkers_cli.grading.sandbox import oom
from checkers_cli.grading.sandbox.oom import OomKills, oom_kills


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("nr_free_pages 7\noom_kill 151\npgfault 9\n", 151),
        ("oom_kill 0\n", 0),
        ("pgfault 9\noom_kill_other 5\nnot oom_kill 6\n", 0),
        ("oom_kill many\n", 0),
        ("", 0),
    ],
)
def test_the_counter_is_read(
    text: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vmstat").write_text(text)
    monkeypatch.setattr(oom, "_VMSTAT", str(tmp_path / "vmstat"))
    monkeypatch.setattr(oom, "_OWN", "/no/such/file")
    assert oom_kills() == count


def test_a_kernel_without_the_counter_has_no_kills(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oom, "_VMSTAT", str(tmp_path / "missing"))
    monkeypatch.setattr(oom, "_OWN", "/no/such/file")
    assert oom_kills() == 0
    assert not OomKills().since(monotonic())


def test_the_counter_of_this_machine_never_falls() -> None:
    before = oom_kills()
    assert 0 <= before <= oom_kills()


@pytest.fixture(name="kills")
def counted_kills(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The count of the kernel, which tests can change, read afresh at the start of each run."""
    count = [3]
    monkeypatch.setattr(oom, "oom_kills", lambda: count[0])
    monkeypatch.setattr(oom, "_FRESH", -1)
    return count


def test_a_kill_is_noticed_by_all_runs_that_began_before(kills: list[int]) -> None:
    known = OomKills()
    first, second = known.now(), known.now()
    assert not known.since(first)
    kills[0] = 4
    assert known.since(first)
    assert known.since(second)  # although the count was read in between
    third = known.now()
    assert not known.since(third)
    kills[0] = 5
    assert known.since(third)
    assert known.since(first)
    assert not known.since(known.now())


def test_a_kill_between_two_runs_belongs_to_neither(kills: list[int]) -> None:
    known = OomKills()
    assert not known.since(known.now())
    kills[0] = 4
    assert not known.since(known.now())


def test_the_count_is_not_read_for_each_run(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = iter(range(9))
    monkeypatch.setattr(oom, "oom_kills", lambda: next(reads))
    monkeypatch.setattr(oom, "_FRESH", 1000)
    known = OomKills()
    for _ in range(20):
        known.now()
    assert known.since(known.now())
    assert next(reads) == 2


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("0::/user.slice/shell", "user.slice/shell/memory.events"),
        ("0::/outside/the/container", "memory.events"),
        ("7:cpuset,memory:/docker/9", "memory/docker/9/memory.oom_control"),
        ("7:memory:/docker/9", "memory/memory.oom_control"),
    ],
)
def test_kills_in_other_control_groups_do_not_count(
    line: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").write_text(f"3:pids:/\n{line}\n")
    (tmp_path / "vmstat").write_text("oom_kill 151\n")
    monkeypatch.setattr(oom, "_OWN", str(tmp_path / "own"))
    monkeypatch.setattr(oom, "_GROUPS", str(tmp_path / "groups"))
    monkeypatch.setattr(oom, "_VMSTAT", str(tmp_path / "vmstat"))
    assert oom_kills() == 151  # there is no better counter
    counter = tmp_path / "groups" / file
    counter.parent.mkdir(parents=True)
    counter.write_text("oom 5\noom_kill 2\n")
    assert oom_kills() == 2
