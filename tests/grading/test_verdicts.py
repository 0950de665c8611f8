from checkers_cli.grading.verdicts import Verdict


def test_the_ids_are_those_of_contest_systems() -> None:
    ids = ["AC", "PE", "WA", "RTE", "TLE", "WTL", "MLE", "OLE", "CE", "SV", "JE"]
    assert [verdict.value for verdict in Verdict] == ids
    assert Verdict("RTE") is Verdict.CRASHED


def test_each_verdict_has_words_of_its_own() -> None:
    words = [verdict.words for verdict in Verdict]
    assert all(words)
    assert len(set(words)) == len(words)


def test_only_one_verdict_is_a_pass() -> None:
    assert [verdict for verdict in Verdict if verdict.passed] == [Verdict.ACCEPTED]


def test_time_runs_out_in_two_ways() -> None:
    timed_out = [verdict.value for verdict in Verdict if verdict.timed_out]
    assert timed_out == ["TLE", "WTL"]
