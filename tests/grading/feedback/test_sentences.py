import pytest
from support import GOLDENS

from checkers_cli.grading.feedback.departure import ScriptOutline, find_departure
from checkers_cli.grading.feedback.sentences import name, sentence, stopped
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.script.reader import read_transcript

TEXT = (GOLDENS / "a-white-after-one-action.txt").read_bytes()


@pytest.mark.parametrize(
    ("verdict", "ended", "words"),
    [
        (Verdict.WRONG, "exit status 1", ""),
        (Verdict.WRONG, "", ""),
        (Verdict.CRASHED, "signal SIGSEGV", "the program was stopped by SIGSEGV"),
        (Verdict.CRASHED, "exit status 139", "the program ended with exit status 139"),
        (Verdict.CRASHED, "", "the program crashed"),
        (Verdict.CPU_TIME, "signal SIGKILL", "the program was stopped because its time ran out"),
        (Verdict.MEMORY, "", "the program was stopped because its memory ran out"),
    ],
)
def test_stopped_says_why_a_program_was_stopped(verdict: Verdict, ended: str, words: str) -> None:
    assert stopped(verdict, ended) == words


def test_name_describes_an_event() -> None:
    setup, action, computed = read_transcript(TEXT)
    assert name(setup) == "the starting board"
    assert name(action) == "action #1 (black, E6-F5)"
    assert name(computed).startswith("computed action #2 (white, ")
    assert name(None) == "the start"


def test_sentence_starts_with_a_capital_and_names_the_event() -> None:
    found = find_departure(TEXT, TEXT.replace(b"#1", b"#0"))
    assert found is not None
    said = sentence(found, ScriptOutline(), "", None)
    assert said == "Action #1 (black, E6-F5): the action number is #0, expected #1."


def test_sentence_is_made_without_the_script_too() -> None:
    found = find_departure(TEXT + b"ERROR: Illegal action.\n", TEXT)
    assert found is not None
    said = sentence(found, ScriptOutline(), "", None)
    assert (
        said == 'An action of the script is illegal, but "ERROR: Illegal action." is not printed.'
    )
