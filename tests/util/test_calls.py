import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from checkers_cli.util.calls import Ask, Callers, TooMuchMemory, TooMuchTime, WorkFailed
from checkers_cli.util.workers import WorkerDied


def fail(error: Exception) -> None:
    raise error


def compute(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


WORK: dict[object, Callable[[], object]] = {
    "fail": lambda: fail(ValueError("no")),
    "end of file": lambda: fail(EOFError()),
    "an error of the system": lambda: fail(OSError("no file")),
    "die": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "sleep": lambda: time.sleep(60),
    "pid": os.getpid,
    "compute a little": lambda: compute(0.2),
    "compute": lambda: compute(1000),
    "hoard": lambda: len(bytes(1 << 30)),
    "many small objects": lambda: [[number] for number in range(1 << 30)],
    "a large result": lambda: bytes(50 << 20),
    "a function": lambda: lambda: None,
}


def work(argument: Any, ask: Ask) -> Any:
    """Do what the argument says, or ask so many questions."""
    if argument == "ask twice":
        with suppress(RuntimeError):
            ask(1)
        return ask(2)
    if isinstance(argument, int):
        return [ask(number) for number in range(argument)]
    return WORK[argument]()


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


def test_every_worker_is_replaced_when_it_dies(callers: Callers) -> None:
    for _ in range(7):
        with pytest.raises(WorkerDied):
            callers.call("die", no_answer)
    assert callers.call("pid", no_answer) != callers.call("pid", no_answer)


def test_an_answer_that_cannot_be_sent_is_an_error_of_this_call_alone(callers: Callers) -> None:
    for _ in range(3):
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            callers.call(1, lambda number: lambda: number)
    assert callers.call(1, str) == ["0"]


@pytest.fixture
def limited() -> Iterator[Callers]:
    found = Callers(1, work, seconds=0.4, memory=256 << 20)
    yield found
    found.stop()


def test_a_call_that_computes_too_long_is_ended(limited: Callers) -> None:
    for _ in range(2):
        with pytest.raises(TooMuchTime):
            limited.call("compute", no_answer)
        assert limited.call(1, str) == ["0"]


def test_a_call_that_needs_too_much_memory_fails(limited: Callers) -> None:
    for _ in range(3):
        with pytest.raises(TooMuchMemory):
            limited.call("hoard", no_answer)
        assert limited.call(1, str) == ["0"]


@pytest.mark.slow
@pytest.mark.parametrize("argument", ["many small objects", "a large result", bytes(1 << 28)])
def test_a_call_that_cannot_even_be_answered_harms_no_other(argument: object) -> None:
    narrow = Callers(1, work, seconds=20, memory=64 << 20)
    for _ in range(2):
        with pytest.raises(TooMuchMemory):
            narrow.call(argument, no_answer)
        assert narrow.call(1, str) == ["0"]
    narrow.stop()


@pytest.mark.parametrize("argument", ["end of file", "an error of the system"])
def test_no_error_in_the_work_looks_like_the_end_of_the_caller(
    limited: Callers, argument: str
) -> None:
    for _ in range(2):
        with pytest.raises(WorkFailed, match=r"no file|EOFError"):
            limited.call(argument, no_answer)
        assert limited.call(1, str) == ["0"]


def test_a_result_that_cannot_be_sent_is_an_error(limited: Callers) -> None:
    for _ in range(2):
        with pytest.raises(WorkFailed):
            limited.call("a function", no_answer)
        assert limited.call(1, str) == ["0"]


def test_an_error_of_the_system_in_an_answer_is_not_the_death_of_a_worker(
    limited: Callers,
) -> None:
    def answer(question: object) -> object:
        raise OSError("too many files")

    for _ in range(2):
        with pytest.raises(OSError, match="too many files"):
            limited.call(1, answer)
        assert limited.call(1, str) == ["0"]


def test_each_call_has_its_own_time(limited: Callers) -> None:
    pid = limited.call("pid", no_answer)
    for _ in range(12):  # together longer than one call may take
        limited.call("compute a little", no_answer)
    assert limited.call("pid", no_answer) == pid


def test_no_process_outlives_the_caller(tmp_path: Path) -> None:
    code = f"""
import os, sys, time
sys.path[:0] = {sys.path!r}
from checkers_cli.util.calls import Callers
def work(argument, ask):
    return os.getpid(), os.getppid()
callers = Callers(2, work)
print(*{{pid for _ in range(2) for pid in callers.call(None, None)}}, flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    left = [int(word) for word in done.stdout.split()]
    assert len(left) == 4
    deadline = time.monotonic() + 10
    while left and time.monotonic() < deadline:
        left = [pid for pid in left if Path(f"/proc/{pid}").exists()]
        time.sleep(0.02)
    assert left == []


def test_a_worker_without_a_keeper_is_not_used_again(callers: Callers) -> None:
    for worker in list(callers._workers)[:1]:
        worker.stop()
    told = []
    for _ in range(6):
        try:
            told.append(callers.call(1, str))
        except WorkerDied:
            told.append(None)
    assert told.count(None) == 1
    callers._workers[1].stop()
    for _ in range(3):
        with pytest.raises(WorkerDied):
            callers.call(1, str)


def test_a_worker_that_asks_again_after_no_answer_stays_usable(limited: Callers) -> None:
    for _ in range(2):
        with pytest.raises(AssertionError):
            limited.call("ask twice", no_answer)
        assert limited.call(1, str) == ["0"]


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
