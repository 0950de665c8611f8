"""Writes the documents about rubrics from the declarations in `rubric/schema.py`.

    python tests/grading/rubric/write_defaults.py

These are `default_rubric.toml` and the table of settings in the marker's guide. A test fails if
they are not up to date.
"""

import json
import re
import textwrap
from pathlib import Path
from typing import Any

from checkers_cli.grading.rubric.schema import BY_HAND, SETTINGS, Setting

GRADING = Path(__file__).parents[3] / "checkers_cli" / "grading"
TOML = GRADING / "rubric" / "default_rubric.toml"
GUIDE = GRADING / "README.md"
TABLE = re.compile(r"(?<=<!-- settings -->\n).*?(?=<!-- end of settings -->\n)", re.DOTALL)

_HEAD = """\
# The default rubric, used unless `--rubric FILE` is given.
#
# For your own rubric, copy this file, change what differs in your course and leave out the rest:
# missing settings have the values below. Marks have at most two decimals; deductions are 0 or
# negative.
"""
_TABLES = {
    "execution": "Marks for running the program. `execution` is the sum of the three stages, less "
    "the deductions for the program as a whole; neither a stage nor the sum goes below 0.",
    "limits": "Limits of one run, and time limits of other steps.",
    "build": "How programs are built and run, by language: c, python, executable. There is no "
    "shell: `|`, `>` and `$` have no meaning. SOURCES stands for the .c files, SCRIPT for "
    "the Python file.",
}


def rubric_text() -> str:
    """The default rubric, with an explanation of every setting."""
    lines = [_HEAD]
    table = ""
    for setting in SETTINGS.values():
        if setting.place[0] == BY_HAND:
            lines += [_comment(setting.about), f"[{BY_HAND}]"]
            lines += [f"{name} = {_value(marks)}" for name, marks in setting.default.items()]
            lines.append("")
            continue
        if len(setting.place) == 2 and setting.place[0] != table:
            table = setting.place[0]
            lines += [_comment(_TABLES[table])] if table in _TABLES else []
            lines.append(f"[{table}]")
        lines += _setting_lines(setting, table)
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def _setting_lines(setting: Setting, table: str) -> list[str]:
    if setting.default is None:
        return []
    line = f"{setting.place[-1]} = {_value(setting.default)}"
    if table in ("build", "run"):  # the comment above the table explains it
        return [line] + ([""] if setting.place == ("build", "c") else [])
    return [_comment(setting.about), line, ""]


def settings_table() -> str:
    """All settings as a Markdown table."""
    rows = ["| setting | default | must be | |", "|---|---|---|---|"]
    for setting in SETTINGS.values():
        default = "" if setting.default is None else f"`{_value(setting.default)}`"
        cells = (f"`{'.'.join(setting.place)}`", default, setting.rule.words, setting.about)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"


def guide_text(guide: str) -> str:
    """The marker's guide with the table of settings brought up to date."""
    return TABLE.sub(lambda _: settings_table(), guide)


def _comment(text: str) -> str:
    wrapped = textwrap.wrap(text, 97, break_on_hyphens=False)
    return "\n".join(f"# {line}" for line in wrapped)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


if __name__ == "__main__":
    TOML.write_text(rubric_text(), encoding="utf-8")
    GUIDE.write_text(guide_text(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
