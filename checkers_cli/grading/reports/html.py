"""The pages of a report: one to hand to each student, one of each for staff, and the index.

Every text is data here. Whatever an expression in a template prints is escaped, its control
characters are made visible and its length is bounded, unless it is marked as one of our own
pictures; and a page's policy allows only the style and the script that it was made with.
"""

import base64
import dataclasses
import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import jinja2
from markupsafe import Markup, escape

from checkers_cli.grading.feedback import fault_text as explanations
from checkers_cli.grading.reports import charts
from checkers_cli.grading.reports.class_faults import ClassFaults
from checkers_cli.grading.results import Graded, Header, Run
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.files import replacing

Times = Mapping[tuple[str, str], float]

_TEMPLATES = Path(__file__).parent / "templates"
_LONGEST = 600  # characters of a text within a line
_LONGEST_BLOCK = 20_000  # of the compiler's words, which have been cut before
_MARKS_ON_A_LETTER = 4  # more accents than that on one letter are no language's

_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"}


def write_pages(
    header: Header, submissions: Iterable[Graded], folder: Path, times: Times | None
) -> None:
    """Write all pages into the folder; each submission is seen once and then let go."""
    pages = environment()
    page = pages.get_template("submission.html")
    overview = Overview(header)
    for graded in submissions:
        overview.add(graded)
        for place, seen in (("students", for_student(graded)), ("staff", graded)):
            text = page.render(
                header=header,
                graded=seen,
                staff=place == "staff",
                hidden=hidden_counts(graded),
                explained=explanations.words_of(seen.explanation, len(graded.runs)),
                times=times or {},
            )
            _write(folder / place / f"{graded.key}.html", text)
    cell = charts.cell_size(len(overview.rows), len(header.cases))
    index = pages.get_template("index.html")
    _write(folder / "index.html", index.render(header=header, overview=overview, cell=cell))


def for_student(graded: Graded) -> Graded:
    """What a student may see of their submission: templates get nothing else to leak."""
    visible_cases = {run.case for run in graded.runs if not run.hidden}
    memory = graded.memory and graded.memory.for_students(visible_cases)
    build = graded.build
    if build.judge_error:
        build = dataclasses.replace(build, messages="", problem="")
    runs = tuple(_run_for_student(run) for run in graded.runs if not run.hidden)
    return dataclasses.replace(
        graded,
        runs=runs,
        memory=memory,
        build=build,
        notes=(),
        explanation=explanations.for_students(graded.explanation),
        shortest=explanations.shortest_for_students(graded.shortest, visible_cases),
    )


def _run_for_student(run: Run) -> Run:
    if run.verdict.judged:
        return run
    return dataclasses.replace(run, reason="", ended="", diagnosis=None)  # it is about the machine


class HiddenCount(NamedTuple):
    """How the hidden cases of a stage went: all that a student learns of them."""

    stage: int
    passed: int
    total: int
    unjudged: int


def hidden_counts(graded: Graded) -> list[HiddenCount]:
    """The hidden cases, counted for each stage that has any."""
    hidden = [run for run in graded.runs if run.hidden]
    return [
        HiddenCount(
            stage,
            sum(run.verdict.passed for run in hidden if run.stage == stage),
            sum(run.stage == stage for run in hidden),
            sum(not run.verdict.judged for run in hidden if run.stage == stage),
        )
        for stage in sorted({run.stage for run in hidden})
    ]


class Row(NamedTuple):
    """What the index keeps of a submission; `letters` has one for each case of the cohort."""

    graded: Graded  # without its runs, what explains them, and the texts of its build
    stages: tuple[tuple[int, int], ...]  # passed and all, for each stage
    faults: tuple[str, ...]
    flags: tuple[str, ...]
    letters: str


class Failure(NamedTuple):
    """A reason that runs failed for: in how many submissions, on which cases, and one of them."""

    reason: str
    students: int
    cases: Counter[str]
    key: str


class Overview:
    """The index's own view of a cohort, gathered one submission at a time."""

    def __init__(self, header: Header) -> None:
        self.rows: list[Row] = []
        self.stages = sorted({case.stage for case in header.cases})
        self.names = [visible(case.name, 80) for case in header.cases]
        self.verdicts: Counter[Verdict] = Counter()
        self.faults = ClassFaults()
        self.unjudged: list[tuple[Graded, list[str], str]] = []  # its cases, the first's reason
        self._columns = {case.name: n for n, case in enumerate(header.cases)}
        self._failures: dict[str, Failure] = {}

    def add(self, graded: Graded) -> None:
        """Take in a submission."""
        small = dataclasses.replace(
            graded,
            runs=(),
            memory=None,
            notes=(),
            explanation=None,
            shortest=None,
            build=dataclasses.replace(graded.build, messages=""),
        )
        letters = [" "] * len(self.names)
        for run in graded.runs:
            if run.case in self._columns:
                letter = charts.NOT_RUN if run.skipped else run.verdict.letter
                letters[self._columns[run.case]] = letter
        of_stages = [[r.verdict.passed for r in graded.runs if r.stage == s] for s in self.stages]
        stages = tuple((sum(passed), len(passed)) for passed in of_stages)
        faults = explanations.faults_named(graded.explanation)
        self.rows.append(Row(small, stages, faults, _flags(graded), "".join(letters)))
        self.faults.add(graded)
        self.verdicts.update(run.verdict for run in graded.runs)
        self._blame(small, graded.runs)

    def _blame(self, graded: Graded, runs: Iterable[Run]) -> None:
        if graded.build.judge_error:
            self.unjudged.append((graded, [], visible(graded.build.problem)))
        unjudged = [run for run in runs if not run.verdict.judged]
        if unjudged:
            cases = [visible(run.case, 80) for run in unjudged]
            self.unjudged.append((graded, cases, _reason(unjudged[0])))
        if graded.memory is not None and graded.memory.judge_error:
            self.unjudged.append((graded, ["memory check"], visible(graded.memory.problem)))
        reasons: dict[str, list[str]] = {}
        for run in runs:
            if run.verdict.severity and not run.skipped:
                reasons.setdefault(_reason(run), []).append(visible(run.case, 80))
        for reason, cases in reasons.items():
            known = self._failures.get(reason, Failure(reason, 0, Counter(), graded.key))
            known.cases.update(cases)
            self._failures[reason] = known._replace(students=known.students + 1)

    def commonest(self, most: int = 20) -> list[Failure]:
        """The reasons that the most submissions failed for."""
        ranked = sorted(self._failures.values(), key=lambda f: (-f.students, -f.cases.total()))
        return ranked[:most]

    def totals(self) -> list[tuple[float, bool]]:
        """The totals, and whether they are complete."""
        return [(row.graded.marks.total, row.graded.marks.complete) for row in self.rows]


def _reason(run: Run) -> str:
    return visible(run.reason or (run.diagnosis and run.diagnosis.summary) or run.verdict.words)


def _flags(graded: Graded) -> tuple[str, ...]:
    findings = len(graded.memory.findings) if graded.memory else 0
    said = (
        (graded.judge_error, "judge error"),
        (not graded.marks.complete, "marks incomplete"),
        (graded.build.warnings > 0, f"warnings: {graded.build.warnings}"),
        (findings > 0, f"memory findings: {findings}"),
        (bool(graded.notes), f"notes: {len(graded.notes)}"),
    )
    return tuple(words for holds, words in said if holds)


def visible(text: str, longest: int = _LONGEST, keep: str = "") -> str:
    """The text with nothing in it that acts unseen, cut if it is long; `keep` stays as it is."""
    rest = len(text) - longest
    text = text[:longest]
    if not (text.isascii() and text.isprintable()):
        text = "".join(_seen(text, keep))
    return f"{text}… ({rest:,} more characters)" if rest > 0 else text


def _seen(text: str, keep: str) -> Iterator[str]:
    stacked = 0
    for character in text:
        stacked = stacked + 1 if unicodedata.combining(character) else 0
        if character in keep or (character.isprintable() and stacked <= _MARKS_ON_A_LETTER):
            yield character
        else:
            yield _spelled(ord(character))


def _spelled(code: int) -> str:
    if code in _ESCAPES:
        return _ESCAPES[code]
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file's name that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def block(text: str) -> Markup:
    """A text of several lines, for where a template keeps them apart."""
    return escape(visible(text, _LONGEST_BLOCK, keep="\n\t"))


def number(value: float) -> str:
    """A mark as people write it: 12 or 12.5, with a real minus sign."""
    return f"{round(value, 2) + 0:g}".replace("-", "−")  # noqa: RUF001


def _own(text: str) -> Markup:
    """Text of our own making, in which what came from others has been escaped."""
    return Markup(text)  # noqa: S704


def _printed(value: object) -> object:
    """What an expression of a template prints, before it is escaped."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def environment() -> jinja2.Environment:
    """What pages are made with."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_printed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    style = _verdict_style() + (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    script = (_TEMPLATES / "index.js").read_text(encoding="utf-8")
    environment.globals |= {
        "style": _own(style),
        "script": _own(script),
        "style_digest": _own(f"'{_digest(style)}'"),
        "script_digest": _own(f"'{_digest(script)}'"),
        "habits": HABITS,
        "verdicts": tuple(Verdict),
        "board": lambda rows, cells, label: _own(charts.board(rows, cells, label)),
        "differences": charts.differences,
        "pointed": charts.pointed,
        "explanations": explanations,
        "share": lambda count, most: _own(charts.share(count, most)),
        "histogram": lambda totals, out_of: _own(charts.histogram(totals, out_of)),
        "heat_symbols": lambda cell: _own(charts.heat_symbols(cell)),
        "heat_head": lambda names, cell: _own(charts.heat_head(names, cell)),
        "heat_row": lambda row, names, cell: _own(charts.heat_row(row, names, cell)),
    }
    environment.filters |= {"block": block, "number": number, "short": lambda s: visible(s, 80)}
    return environment


def _verdict_style() -> str:
    """The colours of verdicts, light and dark, as style rules."""
    light, dark = (
        " ".join(
            f"--{v.value}: {v.colours.paper[n]}; --{v.value}-ink: {v.colours.ink[n]};"
            for v in Verdict
        )
        for n in range(2)
    )
    rules = "".join(
        f".v-{v.value} {{ background: var(--{v.value}); color: var(--{v.value}-ink); "
        f"fill: var(--{v.value}); }} text.v-{v.value} {{ fill: var(--{v.value}-ink); }}\n"
        for v in Verdict
    )
    media = "@media screen and (prefers-color-scheme: dark)"
    return f":root {{ {light} }}\n{media} {{ :root {{ {dark} }} }}\n{rules}"


def _write(path: Path, text: str) -> None:
    with replacing(path) as stream:
        stream.write(text.encode("utf-8", "backslashreplace"))
