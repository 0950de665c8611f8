import dataclasses
import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from grading import made
from syrupy.assertion import SnapshotAssertion

from checkers_cli.grading.reports.html import for_student, hidden_counts
from checkers_cli.grading.reports.pages import _digest, visible
from checkers_cli.grading.results import Finding, Graded, Memory
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.habits import HABITS

COHORT = {graded.key: graded for graded in made.cohort()}
VOID = {"meta", "input", "br"}
BREAKING = {"p", "li", "tr", "h1", "h2", "h3", "dt", "dd", "pre", "table", "figcaption", "footer"}
BREAKING |= {"details"}


class Page(HTMLParser):
    """A page as a browser reads it: its elements, its attributes, its text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.source = path.read_bytes().decode("utf-8")
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.contents: dict[str, str] = {"style": "", "script": "", "title": ""}
        self.text = ""
        self.feed(self.source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)
        if tag in BREAKING:
            self.text += "\n"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag in ("td", "th"):
            self.text += " | "

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in self.contents:
            self.contents[self.open[-1]] += data
        elif "svg" not in self.open:
            self.text += data if "pre" in self.open else re.sub(r"\s+", " ", data)

    @property
    def lines(self) -> str:
        """The text of the page, a line for each block."""
        lines = (re.sub(r" +\| +", " | ", line).strip() for line in self.text.splitlines())
        return "\n".join(line for line in lines if line) + "\n"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    times = {("brown", case.name): n / 8 for n, case in enumerate(made.CASES)}
    made.write_pages(made.header(), made.cohort(), folder, times)
    return folder


@pytest.fixture(scope="module")
def pages(report: Path) -> dict[str, Page]:
    found = sorted(report.rglob("*.html"))
    return {path.relative_to(report).as_posix(): Page(path) for path in found}


def test_there_are_two_pages_a_submission_and_an_index(report: Path) -> None:
    names = {path.relative_to(report).as_posix() for path in report.rglob("*") if path.is_file()}
    both = {f"{place}/{key}.html" for place in ("students", "staff") for key in COHORT}
    assert names == both | {"index.html"}


@pytest.mark.parametrize("key", COHORT)
def test_student_page_has_nothing_for_staff(key: str, pages: dict[str, Page]) -> None:
    assert made.SECRET not in pages[f"students/{key}.html"].source


def test_staff_pages_have_notes_and_hidden_cases(pages: dict[str, Page]) -> None:
    chen = pages["staff/chen.html"].lines
    assert f"{made.SECRET} note" in chen
    assert f"{made.SECRET} reason" in chen
    assert f"{made.SECRET} head" in chen
    assert "the disk of this machine is full" in pages["staff/gray.html"].lines
    assert "gcc was killed" in pages["staff/hall.html"].lines


@pytest.mark.parametrize("key", COHORT)
def test_student_page_names_no_other_student(key: str, pages: dict[str, Page]) -> None:
    others = [other.name for other in COHORT.values() if other.key != key]
    shown = visible(others.pop(others.index(made.HOSTILE)), 80) if key != "chen" else "Ada Adams"
    assert not any(name in pages[f"students/{key}.html"].text for name in [*others, shown])


def test_hostile_texts_make_no_elements(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.tags.count("script") == (name == "index.html")
        assert "img" not in page.tags
        assert not [key for key, _ in page.attributes if key.startswith("on") or key == "style"]


def test_pages_load_nothing_from_elsewhere(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        links = {value or "" for key, value in page.attributes if key in ("href", "src")}
        if name.startswith("students/"):
            assert all(link.startswith("#") for link in links)
        else:
            assert all(
                re.match(r"#|staff/[a-z]+\.html(#cases)?$|\.\./index\.html$", x) for x in links
            )
        assert not re.search(r"url\((?!#)|@import", page.contents["style"])


def test_links_within_a_page_have_targets(pages: dict[str, Page]) -> None:
    for page in pages.values():
        ids = [value for key, value in page.attributes if key == "id"]
        assert len(ids) == len(set(ids))
        named = {value for key, value in page.attributes if key in ("aria-labelledby", "for")}
        links = {v[1:] for k, v in page.attributes if k == "href" and v and v.startswith("#")}
        assert named | links <= set(ids)


def test_policy_allows_only_our_own_style_and_script(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        (policy,) = [v for k, v in page.attributes if k == "content" and "default-src" in (v or "")]
        style, script = _digest(page.contents["style"]), _digest(page.contents["script"])
        scripts = f"script-src '{script}'; " if name == "index.html" else ""
        assert policy == (
            f"default-src 'none'; style-src '{style}'; {scripts}base-uri 'none'; form-action 'none'"
        )
        assert page.source.index("Content-Security-Policy") < page.source.index("<style>")


def test_pages_have_no_invisible_control_characters(pages: dict[str, Page]) -> None:
    for page in pages.values():
        unseen = {c for c in page.source if unicodedata.category(c) in ("Cc", "Cf", "Cs")}
        assert unseen <= {"\n", "\t"}


def test_a_line_of_a_megabyte_is_cut(report: Path) -> None:
    assert (report / "staff" / "chen.html").stat().st_size < 200_000


def test_student_page_text(pages: dict[str, Page], snapshot: SnapshotAssertion) -> None:
    assert pages["students/brown.html"].lines == snapshot
    assert pages["students/gray.html"].lines == snapshot


@pytest.mark.parametrize("key", ["gray", "chen"])
def test_staff_page_has_these_lines_besides_the_students(
    key: str, pages: dict[str, Page], snapshot: SnapshotAssertion
) -> None:
    student, staff = (pages[f"{place}/{key}.html"].lines for place in ("students", "staff"))
    more = [line for line in staff.splitlines() if line not in student.splitlines()]
    assert "\n".join(more) == snapshot


def test_index_text(pages: dict[str, Page], snapshot: SnapshotAssertion) -> None:
    assert pages["index.html"].lines == snapshot


@pytest.mark.parametrize(
    ("key", "heading"),
    [
        ("brown", "Mistake"),
        ("chen", "Possible mistake"),
        ("evans", "No known mistake explains these failures"),
        ("fox", "Possible mistake"),
        ("ito", "Mistakes"),
    ],
)
def test_explanation_comes_before_the_failures(
    key: str, heading: str, pages: dict[str, Page], snapshot: SnapshotAssertion
) -> None:
    text = pages[f"students/{key}.html"].lines
    section = text[text.index(f"\n{heading}\n") : text.index("Where the output differs")]
    if key in (
        "evans",
        "fox",
        "ito",
    ):  # that of brown is on the whole page above, that of chen is hostile
        assert section == snapshot


def test_plain_scripts_can_be_copied_unchanged(pages: dict[str, Page]) -> None:
    source = pages["students/brown.html"].source
    scripts = re.findall(r'<pre class="script" tabindex="0">([^<]*)</pre>', source)
    assert scripts == [made.TIES.script.rstrip(), made.CRASH.script.rstrip()]
    source = pages["students/adams.html"].source
    (script,) = re.findall(r'<pre class="script" tabindex="0">([^<]*)</pre>', source)
    assert script == "↵\nG6-F5↵"  # blank lines are visible


def test_student_page_says_nothing_about_a_hidden_case(pages: dict[str, Page]) -> None:
    student, staff = pages["students/chen.html"].lines, pages["staff/chen.html"].lines
    assert "a hidden case and" not in student
    assert "A short script to try" not in student
    assert f"a hidden case and 3 other cases: {made.SECRET} summary" in staff


def test_page_says_that_no_known_mistake_explains_the_output(pages: dict[str, Page]) -> None:
    text = pages["students/evans.html"].lines
    assert "Where the output differs" in text
    assert "No known mistake explains these failures\n" in text
    assert "\nMistake" not in text


def test_index_counts_known_mistakes(pages: dict[str, Page]) -> None:
    text = pages["index.html"].lines
    chart = text[text.index("Known mistakes") : text.index("Most common failures")].splitlines()
    assert chart[1:7] == [
        "2 of 10: ties are broken to the right ties-right",
        "Bob Brown, 伊藤 花子",
        f"seen on a-at-the-start (2), {made.SECRET}-tower (2)",
        "1 of 10: towers move any distance towers-slide",
        "伊藤 花子",
        "seen on no-action",
    ]
    assert chart[7].startswith("4 failing submissions not fully explained by known mistakes")
    assert pages["index.html"].source.count('<svg class="share"') == 2
    assert "| ties-right, towers-slide |" in text


def test_index_folds_long_lists_of_students_and_mistakes(tmp_path: Path) -> None:
    cases = made.many_cases(12)
    made.write_pages(made.header(cases), made.many(200, cases), tmp_path, None)
    text = Page(tmp_path / "index.html").lines
    chart = text[text.index("Known mistakes") : text.index("Most common failures")]
    head, who, more, others, *rest = chart.splitlines()[1:]
    count = re.match(r"(\d+) of 200: the mistake with the number \d+ is made", head)
    assert count is not None
    assert who.count("Student ") == 10
    assert more == f"and {int(count[1]) - 10} more"
    assert others.count("Student ") == int(count[1]) - 10
    (rarer,) = [line for line in rest if "rarer" in line]
    mistakes = len(re.findall(r"^\d+ of 200: ", chart, re.MULTILINE))
    assert rarer == f"{mistakes - 15} rarer mistakes"


def test_index_without_failures_has_no_chart_of_mistakes(tmp_path: Path) -> None:
    made.write_pages(made.header(), (COHORT["adams"], COHORT["diaz"]), tmp_path, None)
    assert "Known mistakes" not in Page(tmp_path / "index.html").lines


def test_missing_marks_by_hand_are_not_shown_as_0(pages: dict[str, Page]) -> None:
    text = pages["students/diaz.html"].lines
    assert re.search(r"presentation \| . of 7 \| not yet marked by hand", text)
    assert (
        "execution 0 of 7\nNot yet marked by hand: presentation (of 7), structure (of 6).\n" in text
    )
    assert "of 20" not in text


def test_robustness_comes_last_and_apart(pages: dict[str, Page]) -> None:
    text = pages["students/adams.html"].lines
    before, _, robustness = text.partition("\nRobustness\n")
    assert "6 of 6 visible cases passed." in before
    assert "blank-lines" not in before
    assert robustness.startswith("These scripts are written in ways that the assignment does not")
    assert "They cost no marks." in robustness
    for words in ("G6-F5", "This script has blank lines", "1 of 2 visible cases passed."):
        assert words in robustness
    assert "1 of 1 hidden case passed" in robustness
    assert made.SECRET not in text


def test_robustness_says_if_it_is_marked(tmp_path: Path) -> None:
    header = dataclasses.replace(made.header(), beyond="mark")
    made.write_pages(header, [COHORT["adams"]], tmp_path, None)
    assert "They are marked as all others are." in (tmp_path / "students/adams.html").read_text()


def test_stages_are_parts_of_the_execution(pages: dict[str, Page]) -> None:
    page = pages["students/brown.html"]
    assert page.attributes.count(("class", "part")) == 3
    assert "execution | 5.5 of 7 | sum of the stages" in page.lines


def test_failed_build_is_shown_with_the_compiler_messages(pages: dict[str, Page]) -> None:
    text = pages["students/diaz.html"].lines
    assert "The program does not build: 1 error in main.c" in text
    assert "main.c:1:1: error: <script>" in text


def test_build_that_the_machine_broke_is_not_the_programs_fault(pages: dict[str, Page]) -> None:
    assert "built here, which is not its fault. No marks" in pages["students/hall.html"].lines


def test_accepted_readings_are_shown_as_sentences(pages: dict[str, Page]) -> None:
    text = pages["students/fox.html"].lines
    assert all(f"{habit.sentence} ({habit.name})" in text for habit in HABITS.values())
    assert "a-habit-of-the-future" in pages["students/jones.html"].lines


def test_index_explains_every_verdict(pages: dict[str, Page]) -> None:
    assert all(f"{v.value} {v.words}" in pages["index.html"].lines for v in Verdict)


def test_times_are_shown_only_if_there_are_any(report: Path, tmp_path: Path) -> None:
    assert "Ended | CPU time" in Page(report / "students" / "brown.html").text
    made.write_pages(made.header(), made.cohort()[1:2], tmp_path, None)
    assert "Ended | CPU time" not in Page(tmp_path / "students" / "brown.html").text


def test_index_without_submissions_says_so(tmp_path: Path) -> None:
    made.write_pages(made.header(), (), tmp_path, None)
    assert "There are no submissions." in Page(tmp_path / "index.html").lines


def test_a_cohort_without_cases_has_pages(tmp_path: Path) -> None:
    made.write_pages(made.header(()), made.cohort()[7:8], tmp_path, None)
    assert "Hal Hall" in Page(tmp_path / "index.html").lines


def test_pages_are_written_one_submission_at_a_time(tmp_path: Path) -> None:
    def one_by_one() -> Iterator[Graded]:
        for graded in made.cohort():
            yield graded
            assert (tmp_path / "students" / f"{graded.key}.html").exists()
            assert (tmp_path / "staff" / f"{graded.key}.html").exists()
            assert not (tmp_path / "index.html").exists()

    made.write_pages(made.header(), one_by_one(), tmp_path, None)
    assert (tmp_path / "index.html").exists()


LEAK = Finding("leak", "9 bytes are never freed")
STOPPED = "under the check, the program was stopped: time ran out"


@pytest.mark.parametrize(
    ("memory", "lines"),
    [
        (
            Memory("valgrind", cases=("no-action", "a-black-stuck")),
            ["valgrind checked one case of each stage (no-action, a-black-stuck) and found no "
             "problems: all memory is freed."],
        ),
        (
            Memory("valgrind"),
            ["valgrind checked one case of each stage and found no problems: all memory is freed."],
        ),
        (
            Memory("valgrind", (LEAK,), cases=("no-action",)),
            ["valgrind checked one case of each stage (no-action) and found:",
             "leak: 9 bytes are never freed"],
        ),
        (
            Memory("valgrind", (), STOPPED),
            [f"The memory check could not be done: {STOPPED}"],
        ),
        (
            Memory("valgrind", (), STOPPED, ("no-action",)),
            [f"The memory check could not be completed: {STOPPED}",
             "valgrind found no problems on no-action."],
        ),
        (
            Memory("valgrind", (LEAK,), STOPPED),
            [f"The memory check could not be completed: {STOPPED}",
             "valgrind found:", "leak: 9 bytes are never freed"],
        ),
        (Memory("", (), "Python"), ["The memory check could not be done: Python"]),
        (
            Memory("", (), "no space", judge_error=True),
            ["The memory check could not be done here, which is not the program's fault: "
             "no space. No marks are lost for it."],
        ),
    ],
)  # fmt: skip
def test_memory_section_names_the_checked_cases(
    tmp_path: Path, memory: Memory, lines: list[str]
) -> None:
    graded = dataclasses.replace(COHORT["adams"], memory=memory)
    made.write_pages(made.header(), (graded,), tmp_path, None)
    found = Page(tmp_path / "staff" / "adams.html").lines.splitlines()
    assert found[found.index("Memory") + 1 : found.index("Cases")] == lines


def test_for_student_keeps_only_the_public_part() -> None:
    gray = for_student(COHORT["gray"])
    assert not any(run.hidden for run in gray.runs)
    assert [run.reason for run in gray.runs if run.verdict is Verdict.JUDGE_ERROR] == [""]
    assert gray.memory is not None
    assert [finding.case for finding in gray.memory.findings] == ["a-at-the-start"]
    chen = for_student(COHORT["chen"])
    assert chen.notes == ()
    assert made.SECRET not in repr(chen.explanation)
    assert chen.shortest is None
    brown = for_student(COHORT["brown"])
    assert brown.explanation is not None
    assert made.SECRET not in repr(brown.explanation)
    assert brown.explanation.faults[0].script == made.TIES.script
    assert brown.shortest == made.SHORT


def test_hidden_cases_are_counted_by_stage() -> None:
    assert hidden_counts(COHORT["chen"].within) == [(0, 0, 1, 0), (1, 1, 2, 0)]
    assert hidden_counts(COHORT["chen"].beyond) == [(0, 1, 1, 0)]
    assert hidden_counts(COHORT["hall"].within) == []
