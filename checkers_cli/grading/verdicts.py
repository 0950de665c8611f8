"""Verdicts on runs, in one table: words, order, colours, marks and messages of each.

The judge, marks, messages and reports read their facts from here. A new verdict is one more member;
a missing field fails at import.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum, unique
from signal import SIGSYS, SIGXCPU, SIGXFSZ
from typing import Any

UNREAD = "unread"  # how a run ended whose output the grader could not read in time


class Kind(Enum):
    """Groups of verdicts that the grader treats in the same way."""

    PASSED = "nothing is wrong"
    OUTPUT = "the program ended by itself, with another output"
    CRASHED = "the program crashed"
    TIMED_OUT = "time ran out"
    STOPPED = "another limit stopped the program"
    NOT_BUILT = "there is no program to run"
    UNJUDGED = "the grader or its machine failed; the run counts neither way"


class Charge(Enum):
    """The setting of a rubric that says how many marks a run loses."""

    NOTHING = "nothing"
    PRESENTATION = "presentation"
    WRONG = "wrong"


@dataclass(frozen=True)
class Stop:
    """A way in which a run is stopped."""

    why: str  # the word for it, of the warden or of the grader
    words: str  # how the run ended, for messages
    reason: str = ""  # one line for the student; empty: that of the verdict


@dataclass(frozen=True, eq=False, repr=False)
class Facts:
    """Everything about a verdict."""

    id: str  # as in contest systems
    kind: Kind
    letter: str  # in the heat map, for readers who do not see the colours, and for paper
    words: str  # a few words for a student
    paper: tuple[str, str]  # background on a page, in the light and in the dark scheme
    ink: tuple[str, str]  # text colour on a page, likewise
    severity: int = 0  # marks are lost for the most severe verdict (1) first; 0: none are lost
    lost_for: str = ""  # why marks were lost: "2 cases: crashed"
    charge: Charge = Charge.WRONG
    reason: str = (
        ""  # one line for the student, with limits by name; empty: follows from the output
    )
    stopped: str = ""  # ends "the program was stopped because ..."
    hint: str = ""  # what to look at, whatever was printed
    terminal: str = "red"  # colour on a terminal
    stops: tuple[Stop, ...] = ()  # ways in which the warden ends a run that give this verdict
    signals: tuple[int, ...] = ()  # signals that give this verdict if they end a program

    def __post_init__(self) -> None:
        costs = self.kind not in (Kind.PASSED, Kind.UNJUDGED)
        charged = (self.charge is not Charge.NOTHING, self.severity > 0, bool(self.lost_for))
        if set(charged) != {costs}:
            raise ValueError(f"{self.id}: charge, severity and lost_for do not fit its kind")
        if self.kind in (Kind.TIMED_OUT, Kind.STOPPED) and not (self.reason and self.stopped):
            raise ValueError(f"{self.id}: a run that is stopped needs reason and stopped")


@unique
class Verdict(Facts, Enum):
    """What happened to a run; the value is the contest id. Reports list verdicts in this order."""

    ACCEPTED = Facts(
        id="AC", kind=Kind.PASSED, letter="·", words="accepted",
        paper=("#d9e9d5", "#24402c"), ink=("#1d4d2b", "#bfe3c6"),
        charge=Charge.NOTHING, terminal="green",
    )  # fmt: skip
    PRESENTATION = Facts(
        id="PE", kind=Kind.OUTPUT, letter="p", words="only white space or upper/lower case differs",
        paper=("#f6e7a6", "#55470f"), ink=("#574300", "#f7e7a0"),
        severity=9, lost_for="presentation only", charge=Charge.PRESENTATION, terminal="yellow",
    )  # fmt: skip
    WRONG = Facts(
        id="WA", kind=Kind.OUTPUT, letter="w", words="wrong output",
        paper=("#f2b8a6", "#6d2714"), ink=("#651804", "#ffcdbd"),
        severity=4, lost_for="wrong",
    )  # fmt: skip
    CRASHED = Facts(
        id="RTE", kind=Kind.CRASHED, letter="r", words="crashed",
        paper=("#dcbce4", "#52265e"), ink=("#481256", "#efcff6"),
        severity=3, lost_for="crashed",
        reason="crashed: {ended}",
        hint="Output that is still in the buffer is lost in a crash, so the fault may be later "
        "than it seems: use a debugger or valgrind.",
        stops=(Stop("start", "could not be started"),),
    )  # fmt: skip
    CPU_TIME = Facts(
        id="TLE", kind=Kind.TIMED_OUT, letter="t", words="too slow: CPU time ran out",
        paper=("#b8cdf2", "#1f3c74"), ink=("#112e66", "#c9dcff"),
        severity=5, lost_for="too slow",
        reason="used more than {cpu} of CPU time",
        stopped="its time ran out",
        hint="Look for an endless loop, such as one that goes on reading at the end of the input. "
        "Output that was still in the buffer when the program was stopped is lost.",
        stops=(Stop("cpu", "CPU time ran out"),),
        signals=(SIGXCPU,),
    )  # fmt: skip
    WALL_TIME = Facts(
        id="WTL", kind=Kind.TIMED_OUT, letter="i", words="did not end: waiting for input?",
        paper=("#c2e4ee", "#134d60"), ink=("#0b4255", "#c4ecf8"),
        severity=6, lost_for="did not end",
        reason="still running after {wall}, without using the CPU: waiting for input?",
        stopped="it did not end in time",
        hint="Reading must stop at the end of the input, with or without a command.",
        stops=(Stop("wall", "time ran out"),),
    )  # fmt: skip
    MEMORY = Facts(
        id="MLE", kind=Kind.STOPPED, letter="m", words="used too much memory",
        paper=("#e2c8a4", "#583a15"), ink=("#4f2c05", "#f3d9b4"),
        severity=7, lost_for="too much memory",
        reason="used more than {memory} of memory",
        stopped="its memory ran out",
        hint="Look for a tree that is deeper than three levels or is never freed.",
        stops=(
            Stop("memory", "memory ran out"),
            Stop("inodes", "too many files", "made too many files"),
        ),
    )  # fmt: skip
    OUTPUT = Facts(
        id="OLE", kind=Kind.STOPPED, letter="o", words="printed too much",
        paper=("#f2c2d6", "#6b1c43"), ink=("#660e37", "#ffcbe0"),
        severity=8, lost_for="too much output",
        reason="wrote more than {output}",
        stopped="it had printed too much",
        stops=(
            Stop(UNREAD, "it took too long to read", "its files or output take too long to read"),
        ),
        signals=(SIGXFSZ,),
    )  # fmt: skip
    NOT_BUILT = Facts(
        id="CE", kind=Kind.NOT_BUILT, letter="c", words="does not build",
        paper=("#cfcfcf", "#4b4e54"), ink=("#262626", "#f0f0f0"),
        severity=1, lost_for="not built",
    )  # fmt: skip
    VIOLATION = Facts(
        id="SV", kind=Kind.STOPPED, letter="s", words="tried a forbidden operation",
        paper=("#35383d", "#f0efeb"), ink=("#ffffff", "#16181c"),
        severity=2, lost_for="tried a forbidden operation",
        reason="tried a forbidden operation, such as network, tracing or mounting",
        stopped="it tried a forbidden operation",
        signals=(SIGSYS,),
    )  # fmt: skip
    JUDGE_ERROR = Facts(
        id="JE", kind=Kind.UNJUDGED, letter="?",
        words="could not be judged (not the program's fault)",
        paper=("#ffffff", "#15171b"), ink=("#1f2328", "#e7e4dd"),
        charge=Charge.NOTHING, terminal="magenta",
    )  # fmt: skip

    def __new__(cls, facts: Any) -> "Verdict":
        """A member whose value is its contest id."""
        member = object.__new__(cls)
        member._value_ = facts.id
        return member

    def __init__(self, facts: Any) -> None:
        for field in fields(Facts):
            object.__setattr__(self, field.name, getattr(facts, field.name))

    @property
    def passed(self) -> bool:
        """Whether the run is completely right."""
        return self.kind is Kind.PASSED

    @property
    def judged(self) -> bool:
        """Whether the run counts for marks."""
        return self.kind is not Kind.UNJUDGED

    @property
    def timed_out(self) -> bool:
        """Whether CPU or wall time ran out."""
        return self.kind is Kind.TIMED_OUT

    @property
    def about_output(self) -> bool:
        """Whether the program ended by itself, and only its output is wrong."""
        return self.kind is Kind.OUTPUT

    def reason_for(self, ended: str, limits: Mapping[str, str]) -> str:
        """One line that says why a run has this verdict; empty if that depends on its output.

        `ended` says how the run ended ("signal SIGSEGV"), `limits` has the limits in words.
        """
        stop = next((s for s in self.stops if s.reason and ended.endswith(s.words)), None)
        name = ended.removeprefix("signal ")
        words = f"{name}: {_SIGNALS[name]}" if name in _SIGNALS else ended
        return (stop.reason if stop else self.reason).format(ended=words, **limits)


STOPS = {stop.why: (stop, verdict) for verdict in Verdict for stop in verdict.stops}
SIGNALS = {number: verdict for verdict in Verdict for number in verdict.signals}

_SIGNALS = {
    "SIGSEGV": "invalid memory access (bad pointer, bad index, endless recursion)",
    "SIGBUS": "invalid memory access",
    "SIGABRT": "it was aborted (a failed assert, or a damaged heap: freed twice, written beyond)",
    "SIGFPE": "it divided by zero",
    "SIGILL": "it executed an illegal instruction",
    "SIGKILL": "it was killed",
}
