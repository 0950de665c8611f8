from dataclasses import replace

import pytest
from grading import made
from syrupy.assertion import SnapshotAssertion

from checkers_cli.faults.catalogue import CATALOGUE
from checkers_cli.grading.feedback.fault_text import (
    certain_mistakes,
    crash_sentence,
    explanation_lines,
    faults_named,
    for_students,
    foretelling,
    is_plain,
    passing,
    possible_mistakes,
    script_lines,
    shortest_for_students,
    shortest_lines,
    shows_shortest,
    tree_command,
)
from checkers_cli.grading.results import Explanation, FaultInfo
from checkers_cli.grading.verdicts import Verdict

LONGEST = 80  # words that a student reads at a time
ALL = [FaultInfo(f.id, f.title, f.rule, f.hint, 0) for f in CATALOGUE.values()]
VISIBLE = {case.name for case in made.CASES if not case.hidden}
A_CASE = min(VISIBLE)


def text_of(explanation: Explanation | None) -> str:
    return "\n".join(explanation_lines(explanation))


@pytest.mark.parametrize(
    "name", ["ONE_FAULT", "TWO_FAULTS", "THREE_FAULTS", "MIXED", "PERHAPS", "NOTHING"]
)
def test_explanation_as_students_read_it(name: str, snapshot: SnapshotAssertion) -> None:
    assert text_of(getattr(made, name)) == snapshot


def test_no_words_without_explanation() -> None:
    assert text_of(None) == ""
    assert foretelling(None) == foretelling(made.NOTHING) == ""


def test_first_line_says_what_passes() -> None:
    def words(*verdicts: Verdict) -> str:
        return passing([made.run(made.CASES[0], verdict) for verdict in verdicts])

    right, wrong, unjudged = Verdict.ACCEPTED, Verdict.WRONG, Verdict.JUDGE_ERROR
    assert words(*[right] * 136) == "All 136 cases pass."
    assert words(*[right] * 102, *[wrong] * 34) == "102 of 136 cases pass."
    assert words(right, wrong) == "1 of 2 cases passes."
    assert words(wrong, wrong) == "None of 2 cases passes."
    assert words(right) == "The one case passes."
    assert words(wrong) == "The one case fails."
    assert words() == "No case was run."
    not_judged = "1 case could not be judged, which is not your fault."
    assert words(right, right, unjudged) == f"All 2 cases pass. {not_judged}"
    assert words(unjudged) == not_judged


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        ((made.TIES,), "This mistake foretells"),
        ((made.TIES, made.TOWERS), "These two mistakes foretell"),
        ((made.TIES,) * 11, "These 11 mistakes foretell"),
        ((made.MAX_TIES,), "This possible mistake foretells"),
        ((made.MAX_TIES,) * 2, "These two possible mistakes foretell"),
        ((made.TIES, made.MAX_TIES), "This mistake and the possible one below foretell"),
        (
            (made.TIES, made.TOWERS, made.MAX_TIES, made.MAX_TIES),
            "These two mistakes and the two possible ones below foretell",
        ),
    ],
)
def test_foretelling_names_its_mistakes(faults: tuple[FaultInfo, ...], words: str) -> None:
    explanation = Explanation({}, faults, compared=120, explained=118, fresh=20, foretold=20)
    assert foretelling(explanation) == (
        f"{words} your program's output on 138 of 140 scripts, 20 of them new."
    )


def test_foretelling_counts_scripts() -> None:
    one = Explanation({}, (made.TIES,), compared=1, explained=1)
    assert foretelling(one).endswith(" on the one script.")
    all_of_them = replace(one, compared=5, explained=5, habits=("limits",))
    assert foretelling(all_of_them).endswith(
        " on all 5 scripts (with the accepted reading `limits`)."
    )


def test_only_confirmed_mistakes_are_stated_as_facts() -> None:
    for fault in ALL:
        perhaps = Explanation({}, (replace(fault, confirmed=False),), 9, 7)
        assert not certain_mistakes(perhaps)
        (statement,) = possible_mistakes(perhaps)
        assert statement.text == f"Perhaps your program behaves as if {fault.title}."
    assert faults_named(made.TWO_FAULTS) == ("ties-right", "towers-slide")
    assert faults_named(made.MIXED) == ("ties-right",)
    assert faults_named(made.PERHAPS) == ()
    assert faults_named(None) == ()


def test_explanation_of_each_fault_has_at_most_80_words() -> None:
    for fault in ALL:
        *mistake, _ = explanation_lines(Explanation({}, (fault,), 1000, 1000))
        assert len(" ".join(mistake).split()) <= LONGEST, fault.id


def test_crash_says_how_often_and_where() -> None:
    assert crash_sentence(made.CRASH) == (
        "Your program crashes (signal SIGSEGV) on a-black-stuck and 2 other cases, "
        "in build_tree (main.c:120)."
    )
    assert crash_sentence(made.ENDLESS) == (
        "Your program is stopped (CPU time ran out) on p-to-the-end."
    )
    odd = replace(made.ENDLESS, ended="exit status 3")
    assert crash_sentence(odd) == "Your program ends with exit status 3 on p-to-the-end."


def test_white_space_of_a_script_is_visible_where_it_matters() -> None:
    assert script_lines("G6-F5\nA\n") == ["G6-F5", "A"]
    assert script_lines("") == ["(an empty script)"]
    assert script_lines("\n G6-F5\r\nA") == ["␊", "·G6-F5␍␊", "A"]
    assert is_plain("G6-F5\nA\n")
    assert not is_plain("A")


def test_shortest_script_is_listed_with_its_case(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(shortest_lines(made.SHORT)) == snapshot
    assert "\n".join(shortest_lines(made.SHORT_BEYOND)) == snapshot


def test_shortest_script_is_shown_unless_a_mistake_has_its_own() -> None:
    failing = made.graded("a", "A", made.runs_of(), made.FULL, shortest=made.SHORT)
    assert shows_shortest(failing)
    assert shows_shortest(replace(failing, explanation=made.PERHAPS))
    assert not shows_shortest(replace(failing, explanation=made.ONE_FAULT))
    assert not shows_shortest(replace(failing, shortest=None))


def test_wrong_choice_has_the_command_for_its_tree() -> None:
    command = "checkers tree --position 'W:WB1,D1:BA6,F5'"
    assert tree_command(made.CHOICE, ()) == command
    assert tree_command(made.CHOICE, ("limits",)) == f"{command} --reading limits"
    assert tree_command(made.BOARDS, ()) == tree_command(None, ()) == ""


def test_students_learn_nothing_of_hidden_cases() -> None:
    for explanation in (made.PERHAPS_HIDDEN, made.MIXED):
        seen = for_students(explanation, VISIBLE)
        assert made.SECRET in repr(explanation)
        assert made.SECRET not in repr(seen)
    seen = for_students(made.PERHAPS_HIDDEN, VISIBLE)
    assert seen is not None
    # Not even how often and in which ways: a program can choose that by what it reads.
    assert (seen.unexplained, seen.crashes, seen.model) == ((), (), {})
    public = for_students(made.THREE_FAULTS, VISIBLE)
    assert public is not None
    assert text_of(public) == text_of(made.THREE_FAULTS).replace("on 2 cases)", "on 1 case)")
    assert for_students(None, VISIBLE) is None
    both = replace(
        made.MIXED,
        hidden=4,
        hidden_explained=3,
        crashes=(replace(made.CRASH, case=A_CASE, cases=9, hidden=6), made.CRASH_HIDDEN),
    )
    seen = for_students(both, VISIBLE)
    assert seen is not None
    assert (seen.compared, seen.explained) == (both.compared - 4, both.explained - 3)
    assert [(crash.case, crash.cases) for crash in seen.crashes] == [(A_CASE, 3)]


def test_what_was_learned_from_hidden_cases_is_for_staff() -> None:
    learned = replace(made.TIES, cases=(A_CASE,), words="what a program has read")
    explanation = replace(
        made.ONE_FAULT,
        faults=(learned,),
        habits=("limits",),
        for_staff=True,
        unexplained=(replace(made.LEFT, case=A_CASE),),
        limited=True,
    )
    seen = for_students(explanation, VISIBLE)
    assert seen is not None
    assert (seen.faults, seen.habits, seen.unexplained, seen.limited) == ((), (), (), False)
    assert "what a program has read" not in repr(seen)


def test_words_of_a_mistake_stay_whether_hidden_cases_show_it_or_not() -> None:
    """They come from visible cases and new scripts: what else is for staff."""
    told = set()
    for cases in ((), (made.SECRET,)):
        learned = replace(made.TIES, cases=cases, words="ERROR!")
        told.add(text_of(for_students(replace(made.ONE_FAULT, faults=(learned,)), VISIBLE)))
    (text,) = told
    assert "ERROR!" in text


def test_scripts_for_students() -> None:
    assert shortest_for_students(made.SHORT, VISIBLE) == made.SHORT
    assert shortest_for_students(made.SHORT_HIDDEN, VISIBLE) is None
    assert shortest_for_students(None, VISIBLE) is None
