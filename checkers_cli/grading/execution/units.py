"""Chooses the C files of a submission to compile, and says what was left out or assumed.

Students submit old copies, tests with a `main` of their own, files that are included and not to be
compiled, headers in other folders, and names that only Windows would find.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from posixpath import basename

from checkers_cli.grading.submissions.c_project import Project, is_of_one_computer
from checkers_cli.grading.submissions.discover import Submission
from checkers_cli.grading.submissions.filenames import printable_name
from checkers_cli.grading.submissions.versions import is_aside, most_by, newest
from checkers_cli.util.text import listed

_MOST_NOTES = 12
_MOST_COMPARED = 8  # files with a main function whose parts are looked at; the rest goes by name


@dataclass(frozen=True)
class Units:
    """The files to compile together, and what was assumed."""

    sources: tuple[str, ...]
    folders: tuple[str, ...] = ()  # further ones with headers: `-I`
    files: Mapping[str, bytes] = field(default_factory=dict)  # all files, some of them corrected
    notes: tuple[str, ...] = ()  # what was left out or assumed, and why


def choose_units(submission: Submission) -> list[Units]:
    """What to compile: the best choice and, if there is another one, the second."""
    files = {name: _cleaned(data) for name, data in submission.files.items()}
    project = Project(files, submission.sources)
    texts = [
        f"{printable_name(name)} has line ends or an end mark of another system; they are replaced"
        for name in submission.sources
        if files[name] != submission.files[name]
    ]
    mains = _mains(project)
    if not mains:
        return [_units(project, _without_included(project, project.sources), texts)]
    chosen, why = _choose_main(project, mains)
    others = [name for name in mains if name != chosen]
    choices = [_with_parts(project, chosen, [*texts, *_two_mains(chosen, others, why)])]
    if others:
        second, _ = _choose_main(project, others)
        rest = [name for name in mains if name != second]
        why = f"{printable_name(chosen)} does not build"
        choices.append(_with_parts(project, second, [*texts, *_two_mains(second, rest, why)]))
    else:
        choices.append(_needed_only(project, chosen, choices[0]))
    return choices if set(choices[1].sources) != set(choices[0].sources) else choices[:1]


def _cleaned(data: bytes) -> bytes:
    """A text without what gcc does not take for a line end (old Macs) or an end of file (DOS)."""
    data = data.rstrip(b"\x1a")
    return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data


def _mains(project: Project) -> list[str]:
    """The sources that can be the main one: with a `main` function, and not part of another."""
    mains = [name for name in project.sources if project.has_main(name)]
    parts = {
        part
        for name in mains
        for part in project.reads(name)
        # A test may include the program itself.
        if part != name and name not in project.reads(part) and is_aside(name) <= is_aside(part)
    }
    return [name for name in mains if name not in parts]


def _choose_main(project: Project, mains: list[str]) -> tuple[str, str]:
    """The source with the `main` function that is meant, and why."""
    left = [name for name in mains if not is_aside(name)] or mains
    if len(left) == 1:
        if len(mains) > 2:
            return left[0], "the others are old copies or tests, by their names"
        return left[0], "the other one is an old copy or a test, by its name"
    if len(left) <= _MOST_COMPARED:
        belonging = {name: _belonging(project, name) for name in left}
        left = most_by(left, lambda name: len(belonging[name]))
        if len(left) == 1:
            parts = sorted(belonging[left[0]])
            verb = "belongs" if len(parts) == 1 else "belong"
            return left[0], f"{listed(parts, 3)} {verb} to it"
    for narrow, why in (
        (newest, "it is the newest by its name"),
        (partial(most_by, value=lambda name: len(project.files[name])), "it is the longest"),
        (partial(most_by, value=lambda name: -name.count("/")), "it is not in a subfolder"),
    ):
        left = narrow(left)
        if len(left) == 1:
            return left[0], why
    return left[0], "it is the first one"


def _belonging(project: Project, main: str) -> set[str]:
    """The other files that a main source uses."""
    parts = [name for name in project.sources if not project.has_main(name)]
    needed = project.needs(main, parts)
    return {file for unit in needed for file in project.reads(unit)} - {main}


def _two_mains(chosen: str, others: list[str], why: str) -> Iterator[str]:
    if others:
        mains = sorted([chosen, *others])
        names = " and ".join(map(printable_name, mains)) if len(mains) == 2 else listed(mains)
        every = "both" if len(mains) == 2 else "all"
        yield (
            f"of {names}, which {every} have a main function, "
            f"only {printable_name(chosen)} is built: {why}"
        )


def _with_parts(project: Project, main: str, texts: Iterable[str]) -> Units:
    """A main source, the sources that it needs, and all others that are not in conflict."""
    parts = [name for name in project.sources if not project.has_main(name)]
    parts = _without_included(project, parts, main)
    kept = project.needs(main, parts)
    notes = list(texts)
    defined = set[str]().union(*(project.functions(name) for name in kept))
    for name in sorted(parts, key=lambda name: (is_aside(name), name)):
        if name in kept:
            continue
        above = (other for other in project.sources if other != name)
        includers = [other for other in above if name in project.reads(other)]
        twice = sorted(project.functions(name) & defined)
        if includers:
            notes.append(
                f"{printable_name(name)} is left out: only {listed(includers)} includes it"
            )
        elif twice:
            other = next(unit for unit in kept if twice[0] in project.functions(unit))
            notes.append(
                f"{printable_name(name)} is left out, because {printable_name(other)} "
                f"also defines {listed(twice, 3)}"
            )
        else:
            kept[name] = None
            defined |= project.functions(name)
    return _units(project, kept, notes)


def _needed_only(project: Project, main: str, first: Units) -> Units:
    """A main source and the sources that it needs, if not all of the first choice are needed."""
    needed = project.needs(main, [name for name in first.sources if name != main])
    unused = [name for name in first.sources if name not in needed]
    verb, them = ("is", "it") if len(unused) == 1 else ("are", "them")
    text = (
        f"{listed(unused)} {verb} left out: the program does not build with {them}, "
        f"and {printable_name(main)} uses nothing of {them}"
    )
    return _units(project, needed, [text, *first.notes])


def _without_included(project: Project, names: Sequence[str], main: str = "") -> list[str]:
    """The sources that are not part of another one; of a circle, the first one stays."""
    kept = [main] if main else []
    for name in names:
        above = [n for n in names if n != name and name in project.reads(n)]
        inside = [n for n in above if n not in project.reads(name)]
        if not inside and not any(name in project.reads(other) for other in kept):
            kept.append(name)
    return kept[bool(main) :]


def _units(project: Project, sources: Iterable[str], notes: Iterable[str]) -> Units:
    """The files to compile, with the folders and corrections that their includes need."""
    chosen = tuple(sorted(sources))
    folders: dict[str, None] = {}
    files = dict(project.files)
    texts = list(notes)
    texts += [
        f"{printable_name(name)} is compiled as C, although its name does not end in .c"
        for name in chosen
        if not name.endswith(".c")
    ]
    read = {file: None for unit in chosen for file in project.reads(unit)}
    for name in project.sources:
        if name in read and name not in chosen:
            includer = next(
                file
                for file in read
                if any(found.file == name for found in project.found(file).values())
            )
            texts.append(
                f"{printable_name(name)} is not compiled by itself, "
                f"because {printable_name(includer)} includes it"
            )
    for name in read:
        corrections = {}
        for include, found in project.found(name).items():
            if found.folder is not None:
                folders[found.folder] = None
            if found.corrected:
                corrections[include.name] = found.corrected
                written = f'"{printable_name(include.name)}"'
                texts.append(
                    f"{printable_name(name)} includes {written}, which is read as "
                    f'"{printable_name(found.corrected)}": {_difference(include.name, found.file)}'
                )
        if corrections:
            files[name] = project.corrected(name, corrections)
    for folder in folders:
        where = "the top folder" if folder == "." else printable_name(folder)
        texts.append(f"headers are looked for in {where}, too")
    texts = list(dict.fromkeys(texts))
    if len(texts) > _MOST_NOTES:
        texts[_MOST_NOTES:] = [f"and {len(texts) - _MOST_NOTES} more notes of this kind"]
    return Units(chosen, tuple(folders), files, tuple(texts))


def _difference(written: str, file: str) -> str:
    """Why the name in an `#include` is not found as it is written."""
    if is_of_one_computer(written):
        return "the path exists on one computer only"
    if "\\" in written:
        return "a path has / in it, not \\"
    if basename(written).lower() == basename(file).lower() != basename(written):
        return "Linux tells capital letters from small ones"
    return "there is no such file"
