import signal
from types import FrameType

import pytest

from checkers_cli.rules.variants import ENGLISH
from checkers_cli.search.evaluation import MATERIAL
from checkers_cli.search.negamax import Searcher

DEPTH = 10
NODES = 23_000_000  # it has more, and takes a second even where it is compiled


class Enough(Exception):
    """Somebody wants the search to end."""


def stop(number: int, frame: FrameType | None) -> None:
    raise Enough


def search_with_alarm(searcher: Searcher) -> None:
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        searcher.search(ENGLISH.start, DEPTH)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_search_that_is_interrupted_ends_at_once() -> None:
    searcher = Searcher(MATERIAL, pruning=False)
    with pytest.raises(Enough):
        search_with_alarm(searcher)
    assert searcher.nodes < NODES
