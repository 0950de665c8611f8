"""What can happen to a run: one enum, with the ids that contest systems use."""

from enum import Enum


class Verdict(Enum):
    """What happened to a run; the value is the contest id."""

    ACCEPTED = "AC"
    PRESENTATION = "PE"
    WRONG = "WA"
    CRASHED = "RTE"
    CPU_TIME = "TLE"
    WALL_TIME = "WTL"
    MEMORY = "MLE"
    OUTPUT = "OLE"
    NOT_BUILT = "CE"
    VIOLATION = "SV"
    JUDGE_ERROR = "JE"

    @property
    def words(self) -> str:
        """What it means, in a few words that a student reads."""
        return _WORDS[self]

    @property
    def passed(self) -> bool:
        """Whether nothing at all is wrong."""
        return self is Verdict.ACCEPTED

    @property
    def timed_out(self) -> bool:
        """Whether time ran out, of either kind."""
        return self in (Verdict.CPU_TIME, Verdict.WALL_TIME)


_WORDS = {
    Verdict.ACCEPTED: "accepted",
    Verdict.PRESENTATION: "only white space or upper/lower case differs",
    Verdict.WRONG: "wrong output",
    Verdict.CRASHED: "crashed",
    Verdict.CPU_TIME: "too slow: CPU time ran out",
    Verdict.WALL_TIME: "did not end: waiting for input?",
    Verdict.MEMORY: "used too much memory",
    Verdict.OUTPUT: "printed too much",
    Verdict.NOT_BUILT: "does not build",
    Verdict.VIOLATION: "tried what is not allowed here",
    Verdict.JUDGE_ERROR: "could not be judged (not the program's fault)",
}
