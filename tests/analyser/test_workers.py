import multiprocessing
import os
import time
from collections.abc import Iterator

import pytest

from checkers_cli.analyser.workers import WORTH_A_POOL, available_cores, ordered_map


def square(number: int) -> tuple[int, int]:
    time.sleep(0.001)  # so that one worker cannot do it all before the other has started
    return number * number, os.getpid()


def lag(number: int) -> int:
    time.sleep(0.02 if number % 16 == 0 else 0)
    return number


def fail(number: int) -> int:
    if number == 40:
        raise ValueError("forty")
    return number


def test_few_items_need_no_processes() -> None:
    results = list(ordered_map(square, range(WORTH_A_POOL - 1), 2))
    assert {pid for _, pid in results} == {os.getpid()}


def test_many_items_are_shared_out_and_come_back_in_order() -> None:
    results = list(ordered_map(square, range(500), 2))
    assert [value for value, _ in results] == [number * number for number in range(500)]
    pids = {pid for _, pid in results}
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_one_job_stays_in_this_process() -> None:
    assert {pid for _, pid in ordered_map(square, range(500), 1)} == {os.getpid()}


def test_results_are_not_computed_far_ahead_of_the_consumer() -> None:
    results: Iterator[int] = ordered_map(lag, range(100_000), 2)
    assert [next(results) for _ in range(20)] == list(range(20))
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_an_error_reaches_the_caller_and_leaves_no_process() -> None:
    with pytest.raises(ValueError, match="forty"):
        list(ordered_map(fail, range(1000), 2))
    assert multiprocessing.active_children() == []


def test_there_is_a_core() -> None:
    assert available_cores() >= 1
