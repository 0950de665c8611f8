import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from checkers_cli.util.calls import Ask, Callers
from checkers_cli.util.workers import WorkerDied


def work(argument: Any, ask: Ask) -> Any:
    """Do what the argument says."""
    if argument == "fail":
        raise ValueError("no")
    if argument == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if argument == "sleep":
        time.sleep(60)
    if argument == "pid":
        return os.getpid()
    return [ask(number) for number in range(argument)]


@pytest.fixture
def callers() -> Iterator[Callers]:
    found = Callers(2, work)
    yield found
    found.stop()


def no_answer(question: Any) -> Any:
    raise AssertionError(question)


def test_workers_ask_back(callers: Callers) -> None:
    assert callers.call(3, lambda number: number * number) == [0, 1, 4]


def test_work_is_done_in_other_processes(callers: Callers) -> None:
    assert callers.call("pid", no_answer) != os.getpid()


def test_an_error_in_the_work_reaches_the_caller(callers: Callers) -> None:
    with pytest.raises(RuntimeError, match="ValueError: no"):
        callers.call("fail", no_answer)
    assert callers.call(1, str) == ["0"]


def test_an_error_in_an_answer_does_not_block_a_worker(callers: Callers) -> None:
    for _ in range(3):
        with pytest.raises(AssertionError):
            callers.call(1, no_answer)
    assert callers.call(1, str) == ["0"]


def test_a_killed_worker_is_reported(callers: Callers) -> None:
    with pytest.raises(WorkerDied, match="killed"):
        callers.call("die", no_answer)
    assert callers.call(1, str) == ["0"]


def test_stopping_ends_waiting_calls(callers: Callers) -> None:
    errors = []

    def call() -> None:
        try:
            callers.call("sleep", no_answer)
        except WorkerDied as error:
            errors.append(str(error))

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    callers.stop()
    for thread in threads:
        thread.join(timeout=20)
    assert len(errors) == 4
