"""`checkers verify`: compares transcripts with golden files."""

from collections import Counter
from contextlib import closing
from typing import Any

import click

from checkers_cli.analyser import verify as golden
from checkers_cli.analyser.compare import explain_difference
from checkers_cli.analyser.replay import Settings
from checkers_cli.analyser.transcribe import UNUSABLE
from checkers_cli.analyser.verify import GoldenFinding
from checkers_cli.cli import tell
from checkers_cli.cli.options import jobs_option, make_settings, settings_options
from checkers_cli.util.errors import EXIT_BAD_INPUT, EXIT_DIFFERENT, EXIT_OK, UnusableInput
from checkers_cli.util.files import ending_cleanly
from checkers_cli.util.text import plural, printable
from checkers_cli.util.workers import available_cores

_WORDS = {
    golden.SAME: "ok",
    golden.DIFFERENT: "DIFFERS",
    golden.MISSING: "MISSING",
    golden.ORPHANED: "ORPHANED",
    UNUSABLE: "UNUSABLE",
}
_UPDATED = (golden.DIFFERENT, golden.MISSING)  # kinds that --update makes the same


@click.command(short_help="Compare transcripts with golden files.")
@click.argument("scripts", type=click.Path(exists=True, readable=False))
@click.argument("expected", type=click.Path(readable=False))
@click.option("--update", "updating", is_flag=True, help="Update the golden files.")
@click.option("--yes", is_flag=True, help="With --update, write without asking.")
@settings_options
@jobs_option
def command(
    scripts: str, expected: str, updating: bool, yes: bool, jobs: int | None, **settings: Any
) -> int:
    """Compare the transcripts of SCRIPTS with the golden files in EXPECTED.

    Both are folders, or a script and its golden file. The golden file of NAME.txt is called
    NAME.txt or NAME-out.txt. A script without a golden file, and a golden file without a script,
    count as differences.

    \b
    Examples:
      checkers verify examples expected_output
      checkers verify examples expected_output --update
      checkers verify examples/empty.txt expected_output/empty.txt

    Exit status: 0 if nothing differs (with --update: after the update), 1 if something differs, 2
    if a script or a file cannot be used.
    """
    if yes and not updating:
        raise click.UsageError("--yes belongs to --update.")
    prepared = make_settings(**settings)
    cases = golden.find_cases(scripts, expected)
    findings: list[GoldenFinding] = []
    counts: Counter[str] = Counter()
    with closing(golden.verify(cases, prepared, jobs or available_cores())) as found:
        for finding in found:
            counts[finding.kind] += 1
            message = f": {finding.message}" if finding.message else ""
            click.echo(f"{_WORDS[finding.kind]:8} {printable(finding.case.name)}{message}")
            if finding.kind != golden.SAME:
                findings.append(finding)
    for finding in findings:
        _show(finding)
    click.echo(_summary(counts))
    if updating:
        findings = _update(findings, prepared, yes)
    if any(finding.kind == UNUSABLE for finding in findings):
        return EXIT_BAD_INPUT
    return EXIT_DIFFERENT if findings else EXIT_OK


def _show(finding: GoldenFinding) -> None:
    if finding.difference is not None:
        click.echo(f"\n{printable(str(finding.case.golden))}: {finding.difference.where()}")
        for line in explain_difference(finding.difference):
            click.echo(line)


def _summary(counts: Counter[str]) -> str:
    parts = [f"{counts[kind]:,} {kind}" for kind in _WORDS if counts[kind] or kind == golden.SAME]
    return f"\n{plural(counts.total(), 'case')}: {', '.join(parts)}"


def _update(findings: list[GoldenFinding], settings: Settings, yes: bool) -> list[GoldenFinding]:
    """Write what differs, if the user agrees; the findings that are left afterwards."""
    wanted = [finding for finding in findings if finding.kind in _UPDATED]
    left = [finding for finding in findings if finding.kind not in _UPDATED]
    for finding in wanted:
        verb = "replace" if finding.kind == golden.DIFFERENT else "create"
        click.echo(f"would {verb} {printable(str(finding.case.golden))}")
    if left:
        click.echo(f"not fixed by --update: {len(left)} orphaned or unusable; see above")
    if not wanted:
        click.echo("nothing to write")
        return left
    if not yes and not _agreed(len(wanted)):
        click.echo("nothing written (--yes writes without asking)")
        return findings
    written = 0
    with ending_cleanly():
        for finding in wanted:
            try:
                golden.update(finding.case, settings)
                written += 1
            except UnusableInput as error:
                tell(str(error))
                left.append(finding._replace(kind=UNUSABLE))
    click.echo(f"{written} written")
    return left


def _agreed(count: int) -> bool:
    """Ask the user; the end of standard input counts as no."""
    try:
        return click.confirm(f"Write {plural(count, 'golden file')}?")
    except click.Abort as abort:
        if isinstance(abort.__context__, KeyboardInterrupt):
            raise
        click.echo()
        return False
