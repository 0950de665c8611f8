"""Scripts that tell explanations apart."""

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.faults.explain.distinguish import distinguishing_script
from checkers_cli.faults.explain.replays import ReplayCache
from checkers_cli.faults.explain.search import Faults


def faults(*ids: str) -> Faults:
    return tuple(CATALOGUE[name] for name in ids)


def outputs(script: str, *explanations: Faults) -> set[bytes]:
    replays = ReplayCache()
    settings = [[fault.setting for fault in explanation] for explanation in explanations]
    return {replays.of(script.encode(), *several).text() for several in settings}


def test_script_distinguishes_two_faults() -> None:
    one, other = faults("ties-right"), faults("black-ties-right")
    script, all_apart = distinguishing_script((one, other), ReplayCache())
    assert all_apart
    assert len(outputs(script, one, other)) == 2


def test_script_distinguishes_as_many_of_three_as_possible() -> None:
    three = faults("depth-1"), faults("depth-2"), faults("depth-4", "crlf")
    script, all_apart = distinguishing_script(three, ReplayCache())
    assert len(outputs(script, *three)) == (3 if all_apart else 2)


def test_equal_explanations_have_no_distinguishing_script() -> None:
    same = faults("ties-right"), faults("ties-right")
    assert distinguishing_script(same, ReplayCache()) == ("", False)


def test_script_may_distinguish_only_some_explanations() -> None:
    three = faults("ties-right"), faults("ties-right"), faults("crlf")
    script, all_apart = distinguishing_script(three, ReplayCache())
    assert script
    assert not all_apart
