"""Runs many scripts in one call, to standard output or into a folder."""

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.sources import Source
from checkers_cli.analyser.transcribe import (
    ILLEGAL,
    JSONL,
    MALFORMED,
    RAN,
    TEXT,
    UNUSABLE,
    ScriptOutcome,
    Transcriber,
    transcribe,
)
from checkers_cli.util.errors import EXIT_BAD_INPUT, UnusableInput
from checkers_cli.util.files import make_folder, replacing, sweep
from checkers_cli.util.inputs import STANDARD_INPUT
from checkers_cli.util.text import plural, printable, reason
from checkers_cli.util.workers import ordered_map

# Bytes. A longer transcript does not wait in memory for its turn: it is made again then, and
# written piece by piece.
LONGEST_KEPT = 1 << 20


class Batch(NamedTuple):
    """How each script of a batch is run."""

    settings: Settings
    form: str = TEXT
    out: Path | None = None  # a folder, or standard output
    transcriber: Transcriber = transcribe  # must be picklable: workers use it

    def target(self, source: Source, out: Path) -> Path:
        """Where the script's transcript goes in the output folder."""
        name = Path(source.name)
        return out / (name if self.form == TEXT else name.with_suffix(f".{JSONL}"))


def run_batch(
    batch: Batch, sources: Sequence[Source], jobs: int, write: Callable[[bytes], object]
) -> Generator[tuple[Source, ScriptOutcome]]:
    """Run the scripts in order; yield each outcome as soon as its transcript is written."""
    if batch.out is None:
        yield from _to_stream(batch, sources, jobs, write)
        return
    targets = [batch.target(source, batch.out) for source in sources]
    _check_targets(sources, targets)
    make_folder(batch.out, "--out")
    pairs = list(zip(sources, targets, strict=True))
    try:
        with closing(ordered_map(partial(_in_worker, batch), pairs, jobs)) as outcomes:
            for pair, outcome in zip(pairs, outcomes, strict=True):
                yield pair[0], outcome or _to_file(batch, pair)
    except BaseException:
        sweep({target.parent for target in targets})
        raise


def summary(outcomes: Counter[str]) -> str:
    """A summary of a batch in one line."""
    total = outcomes.total()
    parts = [f"{outcomes[kind]:,} {kind}" for kind in (RAN, ILLEGAL, MALFORMED)]
    if outcomes[UNUSABLE]:
        parts.append(f"{outcomes[UNUSABLE]:,} not run")
    return f"{plural(total, 'script')}: {', '.join(parts)}"


def _check_targets(sources: Sequence[Source], targets: Sequence[Path]) -> None:
    """Refuse a batch that would overwrite its own scripts, or one transcript by another."""
    scripts = {os.path.realpath(s.path): s for s in sources if s.path != STANDARD_INPUT}
    taken: dict[str, Source] = {}
    for source, target in zip(sources, targets, strict=True):
        real = os.path.realpath(target)
        if real in scripts:
            raise UnusableInput(
                f"--out: the transcript of {source.label} would overwrite the script "
                f"{scripts[real].label}; name another folder"
            )
        if real in taken:
            raise UnusableInput(
                f"--out: {taken[real].label} and {source.label} would both be written to "
                f"{printable(str(target))}; run them into two folders"
            )
        taken[real] = source


def _in_worker(batch: Batch, pair: tuple[Source, Path]) -> ScriptOutcome | None:
    """Write the transcript of a script that is a file; only the parent can read other scripts."""
    return _to_file(batch, pair) if pair[0].rereadable else None


def _to_file(batch: Batch, pair: tuple[Source, Path]) -> ScriptOutcome:
    source, target = pair
    try:
        with replacing(target) as stream:
            outcome = batch.transcriber(source, batch.settings, batch.form, stream.write)
            if outcome.kind == UNUSABLE:
                raise UnusableInput(outcome.message)  # leaves no file
            return outcome
    except UnusableInput as error:
        return ScriptOutcome(UNUSABLE, str(error), error.exit_status)
    except OSError as error:
        problem = f"{printable(str(target))}: cannot be written: {reason(error)}"
        return ScriptOutcome(UNUSABLE, problem, EXIT_BAD_INPUT)


def _to_stream(
    batch: Batch, sources: Sequence[Source], jobs: int, write: Callable[[bytes], object]
) -> Iterator[tuple[Source, ScriptOutcome]]:
    with closing(ordered_map(partial(_in_memory, batch), sources, jobs)) as results:
        for source, result in zip(sources, results, strict=True):
            if batch.form == TEXT:
                write(f"==> {source.label} <==\n".encode())
            if result is None:
                outcome = batch.transcriber(source, batch.settings, batch.form, write)
            else:
                outcome, transcript = result
                write(transcript)
            yield source, outcome


def _in_memory(batch: Batch, source: Source) -> tuple[ScriptOutcome, bytes] | None:
    """The transcript if it is short; None if it should be written piece by piece."""
    if not source.rereadable:
        return None
    transcript = bytearray()

    def keep(data: bytes) -> None:
        transcript.extend(data)
        if len(transcript) > LONGEST_KEPT:
            raise _TooLong

    try:
        outcome = batch.transcriber(source, batch.settings, batch.form, keep)
    except _TooLong:
        return None
    return outcome, bytes(transcript)


class _TooLong(Exception):
    """The transcript is longer than what is kept in memory."""
