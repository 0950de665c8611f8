import errno
import multiprocessing
import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from checkers_cli.util import workers
from checkers_cli.util.errors import CheckersError
from checkers_cli.util.workers import (
    WORTH_WORKERS,
    WorkerDied,
    _results,
    available_cores,
    cores_of_container,
    ordered_map,
)

JOBS = 2


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def leave_a_mark(folder: Path, number: int) -> int:
    (folder / str(number)).touch()
    return number


def fail(number: int) -> int:
    if number == 40:
        raise ValueError("forty")
    return number


def die(how: signal.Signals, number: int) -> int:
    if number == 40:
        os.kill(os.getpid(), how)
    return number


def large(number: int) -> bytes:
    return bytes(300_000)  # a chunk of these fills a pipe many times over


def test_few_items_need_no_processes() -> None:
    results = list(ordered_map(square, range(WORTH_WORKERS - 1), JOBS))
    assert {pid for _, pid in results} == {os.getpid()}


def test_many_items_are_shared_out_and_come_back_in_order() -> None:
    results = list(ordered_map(square, range(501), JOBS))
    assert [value for value, _ in results] == [number * number for number in range(501)]
    pids = {pid for _, pid in results}
    assert len(pids) == JOBS
    assert os.getpid() not in pids
    assert multiprocessing.active_children() == []


def test_two_slow_items_are_shared_out() -> None:
    results = list(ordered_map(square, range(5), 2, slow=True))
    assert [value for value, _ in results] == [0, 1, 4, 9, 16]
    pids = {pid for _, pid in results}
    assert len(pids) == 2
    assert os.getpid() not in pids
    assert {pid for _, pid in ordered_map(square, range(1), 2, slow=True)} == {os.getpid()}


def test_one_job_stays_in_this_process() -> None:
    assert {pid for _, pid in ordered_map(square, range(500), 1)} == {os.getpid()}


def test_results_are_not_computed_far_ahead_of_the_consumer(tmp_path: Path) -> None:
    results = ordered_map(partial(leave_a_mark, tmp_path), range(10_000), JOBS)
    assert [next(results) for _ in range(20)] == list(range(20))
    time.sleep(0.5)
    assert len(list(tmp_path.iterdir())) <= 100  # six chunks: two taken, two ahead for each worker
    results.close()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("taken", [0, 1, 7, 33])
def test_breaking_off_does_not_hang(taken: int) -> None:
    for _ in range(5):
        results = ordered_map(large, range(1000), JOBS)
        for _ in range(taken):
            next(results)
        started = time.monotonic()
        results.close()
        assert time.monotonic() - started < 4  # less than the patience with a worker that hangs
        assert multiprocessing.active_children() == []


def dawdle(folder: Path, number: int) -> int:
    if number >= 16:
        try:
            time.sleep(60)
        finally:
            (folder / str(os.getpid())).touch()  # not if it were killed
    return number


def test_breaking_off_lets_workers_clean_up(tmp_path: Path) -> None:
    results = ordered_map(partial(dawdle, tmp_path), range(1000), JOBS)
    assert next(results) == 0
    time.sleep(0.5)  # by now both have something in hand
    results.close()
    assert len(list(tmp_path.iterdir())) == JOBS


def test_a_worker_whose_parent_is_gone_does_no_more() -> None:
    assert _results(square, [1, 2], parent=os.getppid()) == [(1, os.getpid()), (4, os.getpid())]
    assert _results(square, [1, 2], parent=-1) == []


def test_an_error_reaches_the_caller_and_leaves_no_process() -> None:
    with pytest.raises(ValueError, match="forty"):
        list(ordered_map(fail, range(1000), JOBS))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_is_killed_is_told_of(how: signal.Signals) -> None:
    with pytest.raises(WorkerDied, match="was killed") as caught:
        list(ordered_map(partial(die, how), range(1000), JOBS))
    assert caught.value.exit_status == 2
    assert multiprocessing.active_children() == []


def test_more_workers_than_the_system_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("multiprocessing.context.ForkContext.Process.start", refuse)
    with pytest.raises(CheckersError, match="cannot start 2 worker processes: Too many open files"):
        list(ordered_map(square, range(1000), JOBS))


def test_there_is_a_core() -> None:
    assert available_cores() >= 1


@pytest.mark.parametrize(
    ("files", "share"),
    [
        ({}, None),
        ({"cpu.max": "max 100000\n"}, None),
        ({"cpu.max": "50000 100000\n"}, 0.5),
        ({"cpu.max": "rubbish\n"}, None),
        ({"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"}, None),
        ({"cpu/cpu.cfs_quota_us": "250000\n", "cpu/cpu.cfs_period_us": "100000\n"}, 2.5),
        ({"cpu/cpu.cfs_quota_us": "250000\n"}, None),
    ],
)
def test_the_share_of_a_container(
    tmp_path: Path, files: dict[str, str], share: float | None
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert cores_of_container(str(tmp_path)) == share


@pytest.mark.parametrize(("share", "cores"), [(None, 8), (0.5, 1), (2.4, 2), (99.0, 8)])
def test_there_are_no_more_cores_than_a_container_has(
    monkeypatch: pytest.MonkeyPatch, share: float | None, cores: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    monkeypatch.setattr(workers, "cores_of_container", lambda _: share)
    assert available_cores() == cores
