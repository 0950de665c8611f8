"""The faulty program of `checkers run --fault` and `--model`."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from checkers_cli.analyser.replay import ACTIONS, DEPTH, Settings
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import ILLEGAL, MALFORMED, RAN, UNUSABLE, ScriptOutcome
from checkers_cli.faults.catalogue import faults_by_id
from checkers_cli.faults.catalogue.fault import Fault, knobs_with
from checkers_cli.faults.engine.knobs import Knobs, KnobValues, reference_knobs, with_setting
from checkers_cli.faults.engine.program import Malformed, output_pieces
from checkers_cli.faults.engine.reading import COMMAND, statements
from checkers_cli.faults.model import LIMITS_KNOBS, read_model
from checkers_cli.rules.notation import grid, player
from checkers_cli.script.parser import malformed
from checkers_cli.util.errors import EXIT_DIFFERENT, UnusableInput
from checkers_cli.util.inputs import read_input

DEEPEST_WITH_FAULT = 4  # the depth of the deepest fault; one more level takes ten times as long
LONGEST_SCRIPT = 1 << 20  # bytes; this engine reads the whole script first


class FaultyProgram(NamedTuple):
    """Runs scripts like `transcribe`, but as a program with these knobs."""

    knobs: Knobs

    def __call__(
        self,
        source: Source,
        settings: Settings,
        form: str,
        write: Callable[[bytes], object],
        at_once: bool = False,
    ) -> ScriptOutcome:
        """Run a script from the start position of the settings; the knobs have the rest."""
        try:
            script = _read(source)
        except UnusableInput as error:
            return ScriptOutcome(UNUSABLE, str(error), error.exit_status)
        board = list("".join(grid(settings.start)))
        outcome = ScriptOutcome(RAN)
        texts = [getattr(self.knobs.prints, f"error_{number}") for number in range(1, 7)]
        errors = [text.strip() for text in texts if text.strip()]
        try:
            for piece in output_pieces(
                script, self.knobs, board, player(settings.start.black_to_act)
            ):
                write(piece.encode("utf-8", "surrogateescape"))
                if any(error in piece for error in errors):
                    outcome = ScriptOutcome(ILLEGAL, "", EXIT_DIFFERENT)
        except Malformed as found:
            read = statements(script, self.knobs)
            before = (line for line in read if line.line_number < found.line_number)
            command = next((line.text for line in before if line.kind == COMMAND), "")
            problem = malformed(found.line_number, found.text.encode(), command)
            return ScriptOutcome(MALFORMED, f"{source.label}:{problem}", problem.exit_status)
        return outcome


def faulty_program(ids: Iterable[str], settings: Settings) -> FaultyProgram:
    """Return the program with these faults; `UnusableInput` for conflicting faults or options."""
    return _program(faults_by_id(ids), settings, settings.limits)


def modelled_program(path: str, settings: Settings) -> FaultyProgram:
    """Return the program of a file with a model; `UnusableInput` if it cannot be used."""
    model = read_model(path)
    return _program(model.faults, settings, settings.limits or model.limits)


def _program(faults: tuple[Fault, ...], settings: Settings, limits: bool) -> FaultyProgram:
    if settings.depth > DEEPEST_WITH_FAULT:
        raise UnusableInput(
            f"--depth: at most {DEEPEST_WITH_FAULT} with faults, because their engine is slow"
        )
    asked: dict[str, KnobValues] = {}
    if limits:
        asked["--reading"] = LIMITS_KNOBS
    if settings.depth != DEPTH:
        asked["--depth"] = {"tree.depth": settings.depth}
    if settings.actions != ACTIONS:
        asked["--actions"] = {"plays.p": settings.actions}
    knobs = reference_knobs(limits, settings.winner_after_tenth, settings.winner_without_command)
    for option, setting in asked.items():
        _refuse_conflict(option, setting, faults)
        knobs = with_setting(knobs, setting)
    return FaultyProgram(knobs_with(faults, knobs))


def _refuse_conflict(option: str, setting: KnobValues, faults: Iterable[Fault]) -> None:
    for fault in faults:
        if setting.keys() & fault.setting.keys():
            raise UnusableInput(f"{option} changes what the fault {fault.id} changes; leave it out")


def _read(source: Source) -> bytes:
    script = read_input(source.path, LONGEST_SCRIPT + 1)
    if len(script) > LONGEST_SCRIPT:
        raise UnusableInput(
            f"{source.label}: too long for a program with faults: {LONGEST_SCRIPT:,} bytes at most"
        )
    return script
