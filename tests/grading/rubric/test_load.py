import dataclasses
from pathlib import Path
from typing import Any

import pytest
from grading.rubric.write_defaults import TOML

from checkers_cli.grading.results import SectionInfo
from checkers_cli.grading.rubric.load import load_rubric
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.errors import UnusableInput


def load(folder: Path, text: str | bytes) -> Any:
    path = folder / "rubric.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_rubric(str(path))


def refusal(folder: Path, text: str | bytes) -> str:
    with pytest.raises(UnusableInput) as caught:
        load(folder, text)
    message = str(caught.value).replace(str(folder) + "/", "")
    assert "\n" not in message
    return message


def test_default_rubric_has_the_marks_of_the_course() -> None:
    rubric = load_rubric(None)
    assert rubric.title == "Tower checkers"
    assert (rubric.scheme, rubric.beyond) == ("proportional", "report")
    assert rubric.stages == (2.0, 3.0, 2.0)
    assert (rubric.wrong, rubric.presentation) == (-1.0, -0.5)
    assert (rubric.build_failure, rubric.warnings, rubric.memory) == (-4.0, -1.0, -0.5)
    assert rubric.late_per_day == -2.0
    assert (rubric.by_fault, rubric.fault) == (False, -1.0)
    assert rubric.accept == tuple(HABITS)
    assert rubric.timeouts == 3
    assert rubric.out_of == 20.0
    assert rubric.sections == (
        SectionInfo("execution", 7.0, by_hand=False),
        SectionInfo("presentation", 7.0, by_hand=True),
        SectionInfo("structure", 6.0, by_hand=True),
    )
    assert rubric.build["c"] == ("gcc", "-Wall", "-std=c17", "-o", "program", "SOURCES", "-lm")
    assert rubric.run["python"] == ("python3", "SCRIPT")
    assert dataclasses.astuple(rubric.limits) == (5.0, 15.0, 512 << 20, 8192 << 10, 32, 64)
    assert (rubric.memory_check_seconds, rubric.build_seconds) == (60.0, 60.0)


def test_copy_of_the_default_and_empty_file_load_as_the_default(tmp_path: Path) -> None:
    assert load(tmp_path, TOML.read_bytes()) == load_rubric(None)
    assert load(tmp_path, "") == load_rubric(None)
    assert load(tmp_path, b"\xef\xbb\xbf# a byte order mark\r\n") == load_rubric(None)


def test_missing_settings_have_their_defaults(tmp_path: Path) -> None:
    rubric = load(
        tmp_path,
        'title = "Draughts"\nexecution.scheme = "proportional"\nexecution.accept = []\n'
        "[limits]\ncpu-seconds = 1.5\n[build]\nc = \"clang -o 'my program' SOURCES\"\n",
    )
    changed = dataclasses.replace(
        load_rubric(None),
        title="Draughts",
        scheme="proportional",
        accept=(),
        limits=dataclasses.replace(load_rubric(None).limits, cpu=1.5),
        build={"c": ("clang", "-o", "my program", "SOURCES")},
    )
    assert rubric == changed


def test_table_by_hand_replaces_all_default_sections(tmp_path: Path) -> None:
    assert load(tmp_path, "[by-hand]\n").by_hand == ()
    assert load(tmp_path, "[by-hand]\n").out_of == 7.0
    rubric = load(tmp_path, '[by-hand]\n"Viva voce" = 2.5\n')
    assert rubric.by_hand == (SectionInfo("Viva voce", 2.5, by_hand=True),)
    assert rubric.out_of == 9.5


MARK = "a number from 0 to 1000 with at most two decimals"
LOSS = "0 or a negative number with at most two decimals"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[execution]\n\nwarnings = "x"', f'3: warnings must be {LOSS}, not "x"'),
        ("[execution]\nwarnings = 1", f"2: warnings must be {LOSS}, not 1"),
        ("[execution]\nwarnings = nan", f"2: warnings must be {LOSS}, not nan"),
        ("[execution]\nwarnings = -inf", f"2: warnings must be {LOSS}, not -inf"),
        ("[execution]\nwarnings = false", f"2: warnings must be {LOSS}, not false"),
        ("[execution]\nmemory = -0.125", f"2: memory must be {LOSS}, not -0.125"),
        ("[execution]\nfault = 1", f"2: fault must be {LOSS}, not 1"),
        ("[execution]\nby-fault = 1", "2: by-fault must be true or false, not 1"),
        ("by-fault = true", "1: by-fault belongs under [execution]"),
        ("late-per-day = -1e400", f"1: late-per-day must be {LOSS}, not -inf"),
        ("[by-hand]\nviva = -1", f"2: viva must be {MARK}, not -1"),
        ("[by-hand]\nviva = 1" + "0" * 400, f"2: viva must be {MARK}, not 1" + "0" * 56 + "..."),
        ("execution.warning = -1", '1: there is no setting "warning" in [execution]; '
         'did you mean "warnings"?'),
        ('tilte = "x"', '1: there is no setting "tilte"; did you mean "title"?'),
        ("[limit]\ncpu-seconds = 1", '1: there is no setting "limit"; did you mean "limits"?'),
        ("warnings = -1", "1: warnings belongs under [execution]"),
        ("[execution]\nlate-per-day = -1", "2: late-per-day belongs at the top of the file, "
         "before the first [table]"),
        ("limits = 3", "1: limits must be a table, [limits], not 3"),
        ('[execution]\nscheme = "fair"', '2: scheme must be "proportional" or "deductions", not '
         '"fair"'),
        ("[execution]\nstages = [1, 2]", "2: stages must be a list of three marks with one "
         "above 0, such as [2, 3, 2], not [1, 2]"),
        ("[execution]\nstages = [0, 0, 0]", "2: stages must be a list of three marks with one "
         "above 0, such as [2, 3, 2], not [0, 0, 0]"),
        ('[execution]\naccept = [\n  "limits",\n  "limit",\n]',
         '4: accept has the unknown "limit"; did you mean "limits"?'),
        ('[execution]\naccept = [\n  "limits", # twice\n  "limits"]',
         '4: accept names "limits" twice'),
        ("[execution]\ntimeouts = 1.5", "2: timeouts must be a whole number from 0 to 1000000, "
         "not 1.5"),
        ("[execution]\npresentation-share = 2",
         "2: presentation-share must be a number from 0 to 1, not 2"),
        ("[by-hand]\nviva = 1\nViva = 2", '3: two sections by hand are called "Viva"'),
        ("[by-hand]\nviva = 1\nviva = 2", "3: not TOML: cannot overwrite a value"),
        ("[by-hand]\n'Stage 1' = 1", '2: a section cannot be called "Stage 1": reports use '
         "that name"),
        ("[by-hand]\n\"a\\nb\" = 1", '2: the name of a section must be a line of text, not '
         '"a\\nb"'),
        ('[build]\nc = "gcc -o program main.c"', "2: c must be a command with the word SOURCES "
         'and without shell syntax (< > | & ;), not "gcc -o program main.c"'),
        ("[run]\nc = \"./program 'x\"", "2: c must be a command without shell syntax (< > | & ;), "
         "not \"./program 'x\""),
        ('[run]\nc = "./program < x"', "2: c must be a command without shell syntax (< > | & ;), "
         'not "./program < x"'),
        ('[run]\nrust = "cargo run"',
         '2: there is no setting "rust" in [run]; choose from c, python, executable'),
        ("[limits]\nwall-seconds = 4", "2: wall-seconds must not be less than cpu-seconds: both "
         "count at the same time"),
        ("[limits]\nprocesses = 0", "2: processes must be a whole number from 1 to 10000, not 0"),
        ("title = \n", "1: not TOML: invalid value"),
        ('x = 1\ny = """\nabc\n', "3: not TOML: "),
        ("a = " + "[" * 100_000, "1: not TOML: "),
        (b"# caf\xc3\xa9\ntitle = '\xe9'\n", "2: not UTF-8; save it as UTF-8"),
    ],
)  # fmt: skip
def test_wrong_setting_is_reported_with_its_line(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    assert refusal(tmp_path, text).startswith(f"rubric.toml:{message}")


def test_first_wrong_line_is_reported(tmp_path: Path) -> None:
    text = "late-per-day = 1\n[execution]\nwrong = 1\n[by-hand]\nx = -1\n"
    assert refusal(tmp_path, text).startswith("rubric.toml:1: late-per-day")
    assert refusal(tmp_path, text.replace("day = 1", "day = -1")).startswith("rubric.toml:3: wrong")


def test_missing_rubric_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=r"none\.toml: no such file"):
        load_rubric(str(tmp_path / "none.toml"))
    with pytest.raises(UnusableInput, match="is a directory"):
        load_rubric(str(tmp_path))


def test_line_numbers_count_blank_lines_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text("\n\n# mine\n\n[execution]\ntimeouts = 0\n\n[limits]\nwall-seconds = 1\n")
    with pytest.raises(UnusableInput, match=r"rubric.toml:9: wall-seconds must not be less"):
        load_rubric(str(path))
