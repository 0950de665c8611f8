import pytest

from checkers_cli.grading.execution.units import Units, choose_units
from checkers_cli.grading.submissions.contents import select_contents
from checkers_cli.grading.submissions.discover import Entry, Submission
from checkers_cli.grading.submissions.members import Member, Notes

ENTRY = Entry("ada", "ada", "ada", "ada", "plain", False, ())
MAIN = "int main(void) { return 0; }\n"


def member(name: str, data: bytes) -> Member:
    return Member(name, len(data), False, lambda most: data[:most])


def choices(files: dict[str, str]) -> list[Units]:
    members = [member(name, text.encode()) for name, text in files.items()]
    contents = select_contents(members, None, Notes())
    return choose_units(Submission(ENTRY, "c", contents.files, contents.sources, False, "", ()))


def compiled(files: dict[str, str]) -> list[str]:
    """The sources that are compiled first."""
    return list(choices(files)[0].sources)


def why(files: dict[str, str]) -> str:
    (note,) = choices(files)[0].notes
    return note.partition(" is built: ")[2]


def test_a_plain_submission_has_one_choice_and_no_notes() -> None:
    files = {"b.c": MAIN, "a.c": "int a;\n", "a.h": ""}
    (only,) = choices({**files, "b.c": MAIN + "int f(void) { return a; }"})[:1]
    assert (only.sources, only.folders, only.notes) == (("a.c", "b.c"), (), ())


def test_an_included_source_is_not_compiled_by_itself() -> None:
    (only,) = choices({"main.c": '#include "a.c"\n' + MAIN, "a.c": "int a(void) { }\n"})
    assert only.sources == ("main.c",)
    assert only.notes == ("a.c is not compiled by itself, because main.c includes it",)


def test_a_source_that_includes_itself_is_compiled() -> None:
    assert compiled({"main.c": '#include "main.c"\n' + MAIN}) == ["main.c"]
    assert compiled({"a.c": '#include "a.c"\n'}) == ["a.c"]


def test_of_sources_that_include_each_other_one_is_compiled() -> None:
    assert compiled({"a.c": '#include "b.c"\n', "b.c": '#include "a.c"\n'}) == ["a.c"]
    files = {"a.c": '#include "b.c"\n', "b.c": '#include "a.c"\n' + MAIN}
    assert len(compiled(files)) == 1


def test_a_source_that_only_an_old_copy_includes_is_left_out() -> None:
    files = {"main.c": MAIN, "old.c": '#include "part.c"\n' + MAIN, "part.c": "int p(void) { }\n"}
    assert compiled(files) == ["main.c"]
    files["main.c"] = "int p(void);\nint main(void) { return p(); }\n"
    assert compiled(files) == ["main.c", "part.c"]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a.c": MAIN, "a_old.c": MAIN}, "the other one is an old copy or a test, by its name"),
        (
            {"a.c": MAIN, "a_old.c": MAIN, "test.c": MAIN},
            "the others are old copies or tests, by their names",
        ),
        ({"a.c": MAIN + '#include "x.h"\n', "b.c": MAIN, "x.h": ""}, "x.h belongs to it"),
        ({"a2.c": MAIN, "a.c": MAIN + MAIN}, "it is the newest by its name"),
        ({"b.c": MAIN + " ", "a.c": MAIN}, "it is the longest"),
        ({"b.c": MAIN, "a/c.c": MAIN}, "it is not in a subfolder"),
        ({"a.c": MAIN, "b.c": MAIN}, "it is the first one"),
    ],
)
def test_the_reason_for_a_main_source_is_said(files: dict[str, str], reason: str) -> None:
    assert why(files) == reason
    assert compiled(files) == list(files)[:1]


def test_many_main_sources_go_by_name() -> None:
    files = {f"main{number}.c": MAIN for number in range(50)}
    assert compiled(files) == ["main49.c"]


def test_the_second_choice_is_another_main_source_or_fewer_files() -> None:
    first, second = choices({"main.c": MAIN, "main2.c": MAIN})
    assert (first.sources, second.sources) == (("main2.c",), ("main.c",))
    assert "only main.c is built: main2.c does not build" in second.notes[0]
    first, second = choices({"main.c": MAIN, "b.c": "int b(void) { }\n"})
    assert (first.sources, second.sources) == (("b.c", "main.c"), ("main.c",))
    assert second.notes[0].startswith("b.c is left out: the program does not build with it")
    assert len(choices({"a.c": "int a(void) { }\n", "b.c": "int b(void) { }\n"})) == 1


def test_the_other_definition_of_a_function_is_left_out() -> None:
    main = "int f(void);\nint main(void) { return f(); }\n"
    files = {"main.c": main, "f.c": "int f(void) { }\n", "f2.c": "int f(void) { }\n"}
    first = choices(files)[0]
    assert first.sources == ("f2.c", "main.c")
    assert first.notes == ("f.c is left out, because f2.c also defines f",)


def test_notes_are_not_endless() -> None:
    files = {f"{number}.c": "int f(void) { }\n" for number in range(100)}
    notes = choices({"main.c": MAIN, **files})[0].notes
    assert len(notes) == 13
    assert notes[-1] == "and 87 more notes of this kind"


def test_names_in_notes_are_printable() -> None:
    notes = choices({"a\n\x1b.c": MAIN, "b.c": MAIN + " "})[0].notes
    assert all(note.isprintable() for note in notes)
