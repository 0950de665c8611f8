"""The plan of a grading: everything that is decided before the first build, and store keys."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, replace
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from checkers_cli import __version__
from checkers_cli.grading.cases import Readings, TestCase, combinations_of
from checkers_cli.grading.execution.build import MAKE, Recipe
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.results import Header
from checkers_cli.grading.rubric.rosters import HandMarks
from checkers_cli.grading.rubric.schema import Rubric
from checkers_cli.grading.sandbox.tools import VALGRIND
from checkers_cli.grading.store import key_of
from checkers_cli.grading.submissions.discover import Entry, Submission
from checkers_cli.installation import PACKAGE

TOOL = f"tower-checkers {__version__}"
STAGES = (0, 1, 2)
# The code that results depend on. Reports and commands are not in the list: after a change of those
# a class is not graded again.
RESULT_CODE = (
    "analyser/*.py", "faults/**/*.py", "faults/**/*.json", "grading/*.py", "grading/execution/*.py",
    "grading/feedback/*.py", "grading/rubric/*.py", "grading/sandbox/*.[ch]",
    "grading/sandbox/*.py", "grading/submissions/*.py", "rules/*.py", "script/*.py",
    "search/*.py", "util/*.py",
)  # fmt: skip


@cache
def code_digest(package: Path) -> str:
    """A digest of the code that results depend on: another version may judge differently."""
    digest = sha256()
    for path in sorted({path for pattern in RESULT_CODE for path in package.glob(pattern)}):
        digest.update(f"{path.relative_to(package)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


@dataclass(frozen=True)
class Plan:
    """What to grade and how: submissions, cases, rubric, tools, and what staff entered by hand."""

    entries: tuple[Entry, ...]
    cases: tuple[TestCase, ...]  # those within the assignment first
    rubric: Rubric
    toolchain: str  # the compiler's version, for reports
    sandbox: str  # its kind
    # Versions of the programs that build, run and check submissions, by name.
    versions: Mapping[str, str] = field(default_factory=dict)
    make: bool = False
    memory_check: bool = False
    memory_tool: str = ""  # empty: none works here
    valgrind: bool = False  # whether valgrind works here
    shortest: bool = False  # whether failing scripts are shortened
    in_full: frozenset[str] = frozenset()  # names of cases that are shown in full if they fail
    language: str | None = None
    explain: float = 0  # seconds that explaining a submission may take; 0: nothing is explained
    late: Mapping[str, float] = field(default_factory=dict)  # days, by key of the entry
    by_hand: Mapping[str, HandMarks] = field(default_factory=dict)  # by key of the entry

    @cached_property
    def header(self) -> Header:
        """The facts for reports that hold for the whole cohort."""
        rubric = self.rubric
        return Header(
            title=rubric.title,
            tool=TOOL,
            toolchain=self.toolchain,
            sandbox=self.sandbox,
            scheme=rubric.scheme,
            out_of=rubric.out_of,
            sections=rubric.sections,
            cases=tuple(case.info for case in self.cases),
            beyond=rubric.beyond,
        )

    @cached_property
    def stages(self) -> Mapping[int, tuple[TestCase, ...]]:
        """The cases of each stage, in order."""
        return {s: tuple(case for case in self.cases if case.stage == s) for s in STAGES}

    @cached_property
    def visible(self) -> "Plan":
        """The plan with those cases only that students see."""
        return replace(self, cases=tuple(case for case in self.cases if not case.hidden))

    @cached_property
    def hidden(self) -> "Plan":
        """The plan with the hidden cases only."""
        return replace(self, cases=tuple(case for case in self.cases if case.hidden))

    @cached_property
    def marked_stages(self) -> Mapping[int, tuple[TestCase, ...]]:
        """The cases of each stage that marks depend on."""
        return {
            stage: tuple(case for case in cases if self.rubric.is_marked(case.within))
            for stage, cases in self.stages.items()
        }

    @property
    def limits(self) -> Limits:
        """The limits of a run."""
        return self.rubric.limits

    @cached_property
    def combinations(self) -> tuple[int, ...]:
        """The combinations of readings and habits under which a program may be right."""
        return combinations_of(self.rubric.accept)

    def recipe(self, submission: Submission) -> Recipe:
        """How a submission is built and run."""
        language = submission.language
        build = tuple(self.rubric.build.get(language, ()))
        if self.make and submission.has_makefile and language == "c":
            build = MAKE
        run = tuple(self.rubric.run.get(language, ()))
        return Recipe(build, run, self.rubric.build_seconds)

    def build_key(self, submission: Submission) -> str:
        """A digest of everything that building depends on."""
        recipe = self.recipe(submission)
        commands = recipe.build, recipe.run
        # Only of the programs that it needs: a new version of another one changes nothing.
        versions = [self.versions.get(words[0], "") for words in commands if words]
        return self._key("build", submission.digest, *commands, recipe.seconds, versions)

    def run_key(self, build_key: str, case: TestCase) -> str:
        """A digest of everything that a run and its verdict depend on."""
        return self._key("run", build_key, case.key, astuple(self.limits), self.combinations)

    def check_key(self, build_key: str) -> str:
        """A digest of everything that the memory check depends on."""
        # The check names the cases that it ran, and compares with all runs that are not left out.
        marked = [case for cases in self.marked_stages.values() for case in cases]
        cases = [(c.name, c.hidden, self.run_key(build_key, c)) for c in marked]
        rubric = self.rubric
        settings = [rubric.timeouts, rubric.memory_check_seconds, self.versions.get(VALGRIND, "")]
        return self._key("memory", build_key, cases, self.memory_tool, self.valgrind, settings)

    def shortest_key(self, build_key: str, case: TestCase, combination: int) -> str:
        """A digest of everything that the shortened script of a case depends on."""
        return self._key("shortest", self.run_key(build_key, case), combination)

    def explanation_key(self, build_key: str, readings: Readings) -> str:
        """A digest of everything that the explanation of a program depends on."""
        cases = [(c.name, c.hidden, c.stage, self.run_key(build_key, c)) for c in self.cases]
        rubric = self.rubric
        settings = [rubric.timeouts, sorted(rubric.accept), self.explain]
        return self._key("explanation", build_key, cases, readings, settings)

    def _key(self, *parts: Any) -> str:
        return key_of(code_digest(PACKAGE), self.toolchain, self.sandbox, *parts)
