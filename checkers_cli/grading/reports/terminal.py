"""Terminal output of `check`: what passes, what is wrong and why, and what to do next."""

from collections.abc import Iterable, Iterator, Sequence
from shlex import quote

from rich.console import Console
from rich.text import Text

from checkers_cli.grading.feedback.fault_text import (
    LEGEND,
    LIMITED,
    Statement,
    by_stage,
    certain_mistakes,
    crash_sentence,
    fault_details,
    foretelling,
    is_plain,
    passing,
    possible_mistakes,
    script_lines,
    shortest_lines,
    shows_shortest,
    tree_command,
    unexplained_heading,
    unexplained_sentence,
)
from checkers_cli.grading.reports.screen import COLUMNS, Block, fitted, verdict_text, wrapped
from checkers_cli.grading.reports.side_by_side import StyledLine, side_by_side, two_lines
from checkers_cli.grading.reports.text import robustness_words
from checkers_cli.grading.results import Diagnosis, Explanation, Graded, Header, LinePair, Run
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.text import printable

MOST_LINES = 34  # of an explanation: with the verdicts above it, a screen of 40 lines
_WRONG = "red"
_NOT_BUILT = "The program does not build"
_NOT_YOUR_FAULT = "The program could not be built, which is not your fault"
_WIDEST = 3  # letters of a verdict id
_NAMES = ("expected", "yours")  # headings of the two sides
_LISTED = 5  # failures that are listed, one a line; the others are counted


def show_verdicts(graded: Graded, console: Console) -> None:
    """Show how the program was built and how many cases pass."""
    build = graded.build
    if build.command:
        console.print(Text(f"$ {build.command}", "dim"), soft_wrap=True)
    for note in build.notes:
        console.print(Text(f"Note: {printable(note)}"), soft_wrap=True)
    if build.messages:
        console.print(Text(_printable_lines(build.messages).rstrip()), soft_wrap=True)
    if not build.ok:
        words = _NOT_YOUR_FAULT if build.judge_error else _NOT_BUILT
        line = Text(f"{words}: {printable(build.problem)}", f"bold {_WRONG}")
        console.print(line, soft_wrap=True)
        return
    colour = _WRONG if any(run.failed for run in graded.within) else "green"
    if graded.within or not graded.beyond:
        console.print(Text(passing(graded.within), f"bold {colour}"))
    for stage in by_stage(graded.within):
        console.print(Text(stage))
    for habit in graded.habits:
        known = HABITS.get(habit)  # results of a later version may have unknown ones
        sentence = known.sentence if known else habit
        _print(wrapped(f"Accepted reading of the assignment: {sentence}."), console)


def show_explanation(
    header: Header,
    graded: Graded,
    console: Console,
    program: str = "PROGRAM",
    most: int | None = MOST_LINES,
) -> None:
    """Show the mistakes, crashes and other failures, and the next step; robustness last.

    `program` is the argument of `check`; of a longer text, only `most` lines are shown.
    """
    if not graded.build.ok:
        return
    blocks = list(_blocks(header, graded))
    step = next_step(graded, program)
    if step:
        blocks.append(Block([Text(), *_command(step)]))
    lines, cut = fitted(blocks, None if most is None else most - 1)
    if cut:
        lines += [Text(f"See everything: checkers check {program} --all")]
    _print(lines, console)


def show_case(graded: Graded, name: str, script: bytes, console: Console) -> None:
    """Show a case in full: its script, and what differs."""
    run = next(run for run in graded.runs if run.case == name)
    text = script.decode("latin-1")
    heading = Text.assemble("\n", (printable(name), "bold"), f" (stage {run.stage}): ")
    heading.append(f"{run.verdict.value}, {run.verdict.words}", run.verdict.terminal)
    console.print(heading, soft_wrap=True)
    _print(_script_texts("Script: ", text), console)
    said = (run.verdict.words, run.diagnosis.summary if run.diagnosis else "")
    if run.reason not in ("", *said):
        _print(wrapped(run.reason), console)
    _print(diagnosis_texts(run.diagnosis), console)
    if command := tree_command(run.diagnosis, graded.habits):
        _print([Text(), *_command(("The tree of this choice", command))], console)


def next_step(graded: Graded, program: str) -> tuple[str, str] | None:
    """Return what to do next, and its command; None if nothing fails."""
    failed = sorted((run for run in graded.to_fix_first if run.failed), key=_simple_first)
    if not failed:
        return None
    explanation = graded.explanation
    if certain := certain_mistakes(explanation):
        fault = certain[0].fault
        if command := tree_command(fault.diagnosis, graded.habits):
            return "Next, see the tree of the choice above", command
        which = "this mistake" if len(certain) == 1 else "the first mistake"
        return f"Next, see another example of {which}", f"checkers faults show {fault.id}"
    named: list[str] = []
    if explanation is not None:
        named += [crash.case for crash in explanation.crashes]
        named += [item.case for item in explanation.unexplained]
    run = next((run for name in named for run in failed if run.case == name), failed[0])
    if command := tree_command(run.diagnosis, graded.habits):
        return f"Next, see the tree of the choice in {printable(run.case)}", command
    return "Next, see a failure in full", f"checkers check {program} --case {quote(run.case)}"


def _blocks(header: Header, graded: Graded) -> Iterator[Block]:
    about_robustness = not any(run.failed for run in graded.within)
    if not about_robustness:
        yield from _failures(graded)
    yield from _memory(graded)
    failed = [run for run in graded.beyond if not run.verdict.passed]
    if graded.beyond:
        passed = len(graded.beyond) - len(failed)
        style = "yellow" if failed else "green"
        count = f"Robustness: {passed} of {len(graded.beyond)} cases pass"
        yield Block([Text(), Text(count, style)])
    if failed:
        words = Block(wrapped(robustness_words(header, graded)), 0 if about_robustness else 9)
        yield words
        if about_robustness:
            yield from _failures(graded)
        else:
            yield Block(_list_of(failed), 10, words)


def _failures(graded: Graded) -> Iterator[Block]:
    """The explanation; without one, the failures themselves."""
    told = graded.explanation
    if told is not None and (told.faults or told.crashes or told.unexplained):
        yield from _mistakes(told)
        yield from _unexplained(told)
    else:
        failed = [run for run in graded.to_fix_first if not run.verdict.passed]
        failed.sort(key=_simple_first)
        yield Block([Text(), *_list_of(failed)])
        if failed[0].diagnosis is not None:
            yield from _detail(failed[0].case, failed[0].diagnosis)
    if shows_shortest(graded) and graded.shortest is not None:
        words, *lines = shortest_lines(graded.shortest)
        texts = [line for text in lines for line in wrapped(text)]
        yield Block([Text(), *wrapped(words, style="bold"), *texts], 5)


def _simple_first(run: Run) -> tuple[int, bool]:
    """The order of failures: earlier stages are best fixed first, and simple cases are shown."""
    return run.stage, run.diagnosis is None


def _detail(case: str, diagnosis: Diagnosis) -> Iterator[Block]:
    """One failed case: what is wrong, what to look at, and the boards if there is room."""
    heading = Text(f"In detail: {printable(case)}", "bold")
    yield Block([Text(), heading, *wrapped(diagnosis.summary)], 1)
    yield Block([line for fact in diagnosis.facts for line in wrapped(f"- {fact}", "  ")], 2)
    yield Block(list(_difference(diagnosis)), 3)
    yield Block([Text(), *_hints(diagnosis)] if diagnosis.hints else [], 2)


def _mistakes(explanation: Explanation) -> Iterator[Block]:
    """The known mistakes: confirmed ones, then possible ones."""
    certain, possible = certain_mistakes(explanation), possible_mistakes(explanation)
    for number, statement in enumerate(certain):
        yield from _mistake(statement, number)
    foretold = Block([Text(), *wrapped(foretelling(explanation))])
    if certain:
        yield foretold
    for number, statement in enumerate(possible, 1):
        yield from _mistake(statement, number)
    if possible and not certain:
        yield foretold


def _unexplained(explanation: Explanation) -> Iterator[Block]:
    """Crashes, and what known mistakes do not explain."""
    for number, crash in enumerate(explanation.crashes):
        words = Block([Text(), *wrapped(crash_sentence(crash), style="bold")], 4 if number else 0)
        yield words
        if crash.script:
            yield Block(_script_texts("  Script: ", crash.script), 5, words)
    if explanation.unexplained:
        yield Block([Text(), *wrapped(f"{unexplained_heading(explanation)}:", style="bold")])
    for number, item in enumerate(explanation.unexplained):
        yield Block(wrapped(f"- {unexplained_sentence(item)}", "  "), 4 if number > 1 else 0)
    if explanation.limited:
        yield Block([Text(), *wrapped(f"{LIMITED} --explain SECONDS changes the limit.")], 1)


def _mistake(statement: Statement, number: int) -> Iterator[Block]:
    """A mistake: the first one is shown with its boards, the others as far as there is room."""
    fault = statement.fault
    title = Block([Text(), *wrapped(statement.text, style="bold")], 2 if number > 4 else 0)
    yield title
    details = [wrapped(f"  {head}: {text}", "  ") for head, text in fault_details(fault)]
    yield Block([line for lines in details for line in lines], 6 if number else 0, title)
    script = Block(_script_texts("  Script: ", fault.script), 7 if number else 1, title)
    if fault.script or fault.diagnosis is not None:
        yield script
    if fault.diagnosis is not None:
        script.lines += wrapped(f"  {fault.diagnosis.summary}", "  ")
        yield Block(list(_difference(fault.diagnosis)), 8 if number else 3, script)


def _list_of(failed: Sequence[Run]) -> list[Text]:
    """Failures, one a line as far as they fit."""
    lines = [_line(run) for run in failed[:_LISTED]]
    if len(failed) > _LISTED:
        lines.append(Text(f"... and {len(failed) - _LISTED} more"))
    return lines


def _line(run: Run) -> Text:
    verdict = verdict_text(run.verdict)
    verdict.pad_right(_WIDEST - len(verdict.plain))
    line = Text.assemble(verdict, f"  {printable(run.case)}: ", printable(run.reason))
    line.truncate(COLUMNS, overflow="ellipsis")
    return line


def _memory(graded: Graded) -> Iterator[Block]:
    memory = graded.memory
    if memory is None:
        return
    lines = [Text()]
    if memory.problem:
        lines += [Text(f"Memory check: {printable(memory.problem)}", "yellow")]
    elif not memory.findings:
        lines += [Text(f"Memory check ({memory.tool}): no problems found", "green")]
    if memory.findings:
        lines += [Text(f"Memory check ({memory.tool}) found:", f"bold {_WRONG}")]
    for finding in memory.findings:
        where = f", in {finding.where}" if finding.where else ""
        on = f" (on {finding.case})" if finding.case else ""
        lines += wrapped(f"- {finding.kind}: {finding.what}{where}{on}", "  ")
    yield Block(lines)


def diagnosis_texts(diagnosis: Diagnosis | None) -> Iterator[Text]:
    """A diagnosis as lines: summary and facts, the two boards or lines, the hints."""
    if diagnosis is None:
        return
    yield from wrapped(diagnosis.summary)
    for fact in diagnosis.facts:
        yield from wrapped(f"- {fact}", "  ")
    if diagnosis.expected is not None or diagnosis.actual is not None:
        yield from _boards(diagnosis)
    if diagnosis.lines is not None:
        yield from _two_lines(diagnosis.lines)
    if diagnosis.hints:
        yield Text()
        yield from _hints(diagnosis)


def _hints(diagnosis: Diagnosis) -> Iterator[Text]:
    yield Text("What to look at:", "bold")
    for hint in diagnosis.hints:
        yield from wrapped(f"- {hint}", "  ")


def _difference(diagnosis: Diagnosis) -> Iterator[Text]:
    """The two boards side by side; the two lines if the boards do not show the difference."""
    if diagnosis.expected != diagnosis.actual:
        yield from _boards(diagnosis)
    elif diagnosis.lines is not None:
        yield from _two_lines(diagnosis.lines)


def _boards(diagnosis: Diagnosis) -> Iterator[Text]:
    yield Text()
    yield from _texts(side_by_side(diagnosis, _NAMES))


def _two_lines(pair: LinePair) -> Iterator[Text]:
    yield Text()
    yield from _texts(two_lines(pair, _NAMES))


def _texts(lines: Iterable[StyledLine]) -> Iterator[Text]:
    for line in lines:
        text = Text.assemble(*line)
        text.rstrip()
        yield text


def _script_texts(head: str, script: str) -> list[Text]:
    """A script as one paragraph, with white space made visible where it matters."""
    indent = " " * len(head)
    lines = wrapped(head + " ".join(script_lines(script)), indent)
    return lines if is_plain(script) else [*lines, Text(indent + LEGEND)]


def _command(step: tuple[str, str]) -> list[Text]:
    words, command = step
    return [Text(f"{words}:"), Text(f"  {command}")]


def _print(lines: Iterable[Text], console: Console) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)


def _printable_lines(text: str) -> str:
    """The messages of the compiler, with control characters escaped and tabs expanded."""
    return "\n".join(printable(line.expandtabs()) for line in text.splitlines())
