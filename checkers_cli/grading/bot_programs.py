"""External programs as players of a match: a sandboxed process for each action."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from checkers_cli.grading.execution.build import Program, build, program_of
from checkers_cli.grading.execution.run import run_scripts
from checkers_cli.grading.limits import Limits
from checkers_cli.grading.plan import Plan
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.grading.sandbox.jobs import Ended, JudgeError
from checkers_cli.grading.sandbox.runner import Sandbox, open_sandbox
from checkers_cli.grading.submissions.discover import Submission, load, one_submission
from checkers_cli.lab.games.game import Game
from checkers_cli.lab.match.bots import BotSpec, Player
from checkers_cli.lab.match.contest import BadAnswer, read_answer, request_of
from checkers_cli.lab.match.matches import CRASHED, ILLEGAL, TIMED_OUT, Forfeit, NotJudged
from checkers_cli.rules.actions import Action
from checkers_cli.rules.variants import Variant
from checkers_cli.util.errors import UnusableInput
from checkers_cli.util.text import printable

_OUTPUT = 64 << 10  # bytes: a correct answer has about a hundred
_TRIES = 3  # attempts at a run if the sandbox fails


class Programs:
    """The external programs of a match, and the players made from them."""

    def __init__(
        self, specs: Sequence[BotSpec], variant: Variant, limits: Limits, sandbox: str, out: str
    ) -> None:
        if not variant.has_men:
            raise UnusableInput(
                f"programs cannot play {variant.name}: the contest protocol needs a board with men"
            )
        self._variant = variant
        self._limits = limits
        self._kind = sandbox
        self._out = out
        self._loaded = {spec.program: _load(spec.program) for spec in specs if spec.program}
        self._running: dict[str, Program] = {}
        self._sandbox: Sandbox | None = None

    def settings(self) -> dict[str, Any]:
        """The settings that games depend on: the limits and the content of the programs."""
        return {
            "move time": self._limits.wall,
            "memory": self._limits.memory >> 20,
            "sandbox": self._kind,
            **{f"content of {path}": one.digest[:16] for path, one in self._loaded.items()},
        }

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Build the programs, and keep them runnable; `UnusableInput` if one does not build.

        Worker processes inherit the files in memory and the path of the warden.
        """
        plan = Plan((), (), load_rubric(None), "", self._kind)
        hidden = [*self._loaded, *([self._out] if self._out else [])]
        with ExitStack() as stack:
            self._sandbox = stack.enter_context(open_sandbox(self._kind, hidden))
            stack.callback(self._running.clear)
            try:
                for path, submission in self._loaded.items():
                    program = _built(plan, self._sandbox, path, submission)
                    stack.callback(program.close)
                    self._running[path] = program
                    self._try(path)
            except JudgeError as error:
                raise UnusableInput(str(error)) from None
            yield

    def _try(self, path: str) -> None:
        """Check that a program can be started; otherwise it would lose every game."""
        request = request_of(self._variant.start, self._variant.size).encode()
        ended = self._run(path, request)
        if ended.why == "start":
            raise UnusableInput(f"{printable(path)}: {ended.words}")

    def player(self, spec: BotSpec, variant: Variant, seed: int) -> Player:
        """The player of a bot: an external program or one of ours."""
        return _ProgramPlayer(self, spec.program) if spec.program else spec.player(variant, seed)

    def _run(self, path: str, request: bytes) -> Ended:
        if self._sandbox is None:
            raise JudgeError("the sandbox is not open")
        (ended,) = run_scripts(self._sandbox, self._running[path], self._limits, [request])
        return ended

    def answer(self, path: str, request: bytes) -> bytes:
        """The answer of a program; `Forfeit` if it fails, `NotJudged` if the sandbox fails."""
        ended = self._ended(path, request)
        if ended.why in ("cpu", "wall"):
            raise Forfeit(TIMED_OUT, f"had no answer after {self._limits.wall:g} s")
        if ended.why != "ended" or ended.status:
            raise Forfeit(CRASHED, f"crashed: {ended.words}")
        return ended.stdout

    def _ended(self, path: str, request: bytes) -> Ended:
        """Run a program on a request, again if the sandbox fails: runs are independent."""
        for left in reversed(range(_TRIES)):
            try:
                return self._run(path, request)
            except JudgeError as error:
                if not left:
                    raise NotJudged(
                        f"{printable(path)}: the sandbox failed, not a bot: {error}; "
                        "the games in --out are kept: run again"
                    ) from None
        raise AssertionError


class _ProgramPlayer:
    """An external program as a player."""

    def __init__(self, programs: Programs, path: str) -> None:
        self._programs = programs
        self._path = path

    def choose(self, game: Game) -> Action:
        """The answer of the program; `Forfeit` if it is not a legal action."""
        state, variant = game.state, game.variant
        answer = self._programs.answer(self._path, request_of(state, variant.size).encode())
        try:
            return read_answer(answer.decode("utf-8", "replace"), state, variant)
        except BadAnswer as error:
            raise Forfeit(ILLEGAL, f"gave a wrong answer: {error}") from None


def move_limits(seconds: float, megabytes: int) -> Limits:
    """The limits of a program for one action."""
    return Limits(cpu=seconds, wall=seconds, memory=megabytes << 20, output=_OUTPUT)


def _load(path: str) -> Submission:
    submission = load(one_submission(path))
    if submission.problem:
        raise UnusableInput(
            f"{printable(path)}: {submission.problem}; "
            "a bot is C sources, a Python script or an executable"
        )
    return submission


def _built(plan: Plan, sandbox: Sandbox, path: str, submission: Submission) -> Program:
    recipe = plan.recipe(submission)
    built = build(sandbox, submission, recipe)
    if built.program is None:
        raise UnusableInput(f"{printable(path)}: does not build: {built.build.problem}")
    return program_of(recipe, submission, built.program)
