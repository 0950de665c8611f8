import threading
from collections.abc import Callable

import pytest

from checkers_cli.grading.execution.pool import BEGUN, ORDINARY, SLOW, Pool

LONG = 30  # seconds; nothing here takes as long unless it is broken


def nothing() -> None:
    """Something to call now and then."""


def appending(done: list[str], name: str) -> Callable[[], None]:
    return lambda: done.append(name)


def test_tasks_run_by_priority_and_then_in_order() -> None:
    done: list[str] = []
    pool = Pool(1)
    for name, urgency in (
        ("slow", SLOW),
        ("first", ORDINARY),
        ("second", ORDINARY),
        ("begun", BEGUN),
        ("third", ORDINARY),
        ("begun too", BEGUN),
    ):
        pool.add(appending(done, name), urgency)
    pool.run(nothing)
    assert done == ["begun", "begun too", "first", "second", "third", "slow"]


def test_tasks_may_add_tasks() -> None:
    done: list[str] = []
    pool = Pool(2)

    def add_more(depth: int) -> None:
        done.append(f"depth {depth}")
        for _ in range(2 if depth else 0):
            pool.add(lambda: add_more(depth - 1))

    pool.add(lambda: add_more(5))
    pool.run(nothing)
    assert len(done) == 2**6 - 1


def test_begun_work_is_finished_before_other_work() -> None:
    done: list[str] = []
    pool = Pool(1)

    def begin(name: str) -> None:
        done.append(name)
        pool.add(appending(done, f"rest of {name}"), BEGUN)

    for name in ("a", "b"):
        pool.add(lambda name=name: begin(name))  # type: ignore[misc]
    pool.run(nothing)
    assert done == ["a", "rest of a", "b", "rest of b"]


def test_a_pool_without_tasks_ends_at_once() -> None:
    ticks: list[str] = []
    Pool(3).run(lambda: ticks.append("tick"), LONG)
    assert ticks == ["tick"]


def test_tasks_run_at_the_same_time() -> None:
    together = threading.Barrier(4)
    pool = Pool(4)

    def wait_for_others() -> None:
        together.wait(LONG)

    for _ in range(8):
        pool.add(wait_for_others)
    pool.run(nothing)


def test_an_idle_thread_takes_a_task_added_by_another() -> None:
    pool = Pool(2)

    def add_and_wait() -> None:
        # Whoever waits longest is woken first: that may be who waits for the end of it all.
        for _ in range(500):
            begun = threading.Event()
            pool.add(begun.set)
            assert begun.wait(5), "the other thread was not woken"

    pool.add(add_and_wait)
    pool.run(nothing, LONG)


def test_run_ticks_while_tasks_run() -> None:
    ticked = threading.Event()
    pool = Pool(1)

    def wait_for_tick() -> None:
        assert ticked.wait(LONG)

    pool.add(wait_for_tick)
    pool.run(ticked.set, 0.01)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_error_in_a_task_stops_the_pool(error: type[BaseException]) -> None:
    done: list[str] = []
    pool = Pool(1)

    def fail() -> None:
        raise error("in a task")

    pool.add(appending(done, "before"))
    pool.add(fail)
    pool.add(appending(done, "after"))
    with pytest.raises(error, match="in a task"):
        pool.run(nothing)
    pool.join()
    assert done == ["before"]


def test_an_interrupted_pool_finishes_running_tasks_only() -> None:
    done: list[str] = []
    begun, go_on = threading.Event(), threading.Event()
    pool = Pool(1)

    def take_long() -> None:
        begun.set()
        assert go_on.wait(LONG)
        done.append("begun")

    def interrupt() -> None:
        assert begun.wait(LONG)
        raise KeyboardInterrupt

    pool.add(take_long)
    pool.add(appending(done, "not begun"))
    with pytest.raises(KeyboardInterrupt):
        pool.run(interrupt, 0.01)
    assert done == []
    go_on.set()
    pool.join()
    assert done == ["begun"]


def failing_start(monkeypatch: pytest.MonkeyPatch, number: int, error: BaseException) -> None:
    """Have one of the threads of a pool fail to start."""
    real = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name == f"grader-{number}":
            raise error
        real(thread)

    monkeypatch.setattr(threading.Thread, "start", start)


@pytest.mark.parametrize(
    ("number", "error"),
    [(2, KeyboardInterrupt()), (0, KeyboardInterrupt()), (0, RuntimeError("no thread"))],
)
def test_an_interrupt_while_threads_start_ends_the_pool(
    monkeypatch: pytest.MonkeyPatch, number: int, error: BaseException
) -> None:
    failing_start(monkeypatch, number, error)
    pool = Pool(5)
    pool.add(nothing)
    with pytest.raises(type(error)):
        pool.run(nothing)
    ended = threading.Thread(target=pool.join, daemon=True)
    ended.start()
    ended.join(5)
    assert not ended.is_alive()


def test_a_pool_works_with_fewer_threads_than_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    failing_start(monkeypatch, 2, RuntimeError("can't start new thread"))
    done: list[str] = []
    pool = Pool(5)
    for name in ("a", "b", "c"):
        pool.add(appending(done, name))
    pool.run(nothing)
    pool.join()
    assert sorted(done) == ["a", "b", "c"]


def test_joining_a_pool_that_never_ran() -> None:
    Pool(2).join()
