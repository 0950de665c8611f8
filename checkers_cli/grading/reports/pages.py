"""The Jinja environment of all pages: templates, style, and protection from hostile texts.

Texts of students are data. Every expression in a template is escaped, its control characters are
made visible and its length is limited, unless it is marked as markup of our own. The content
security policy of a page allows only its own style and script.
"""

import base64
import hashlib
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

from checkers_cli.grading.feedback import fault_text as explanations
from checkers_cli.grading.reports import charts
from checkers_cli.grading.reports.text import robustness_words, waiting_words
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.habits import HABITS
from checkers_cli.util.text import printable

_TEMPLATES = Path(__file__).parent / "templates"
_LONGEST = 600  # characters of a text within a line
_LONGEST_BLOCK = 20_000  # characters of the compiler's messages
_MARKS_ON_A_LETTER = 4  # no language has more accents on one letter


def visible(text: str, longest: int = _LONGEST, keep: str = "") -> str:
    """The text with invisible characters escaped, except those in `keep`, and cut if it is long."""
    rest = len(text) - longest
    text = text[:longest]
    if not (text.isascii() and text.isprintable()):
        text = "".join(_escaped(text, keep))
    return f"{text}… ({rest:,} more characters)" if rest > 0 else text


def _escaped(text: str, keep: str) -> Iterator[str]:
    stacked = 0
    for character in text:
        stacked = stacked + 1 if unicodedata.combining(character) else 0
        if character in keep:
            yield character
        elif character.isprintable() and stacked > _MARKS_ON_A_LETTER:
            yield character.encode("unicode_escape").decode()
        else:
            yield printable(character)


def block(text: str) -> Markup:
    """A text of several lines, for a `pre` element."""
    return escape(visible(text, _LONGEST_BLOCK, keep="\n\t"))


def number(value: float) -> str:
    """A mark as people write it: 12 or 12.5, with a real minus sign."""
    return f"{round(value, 2) + 0:g}".replace("-", "−")  # noqa: RUF001


def _trusted(text: str) -> Markup:
    """Markup of our own, in which texts of others are already escaped."""
    return Markup(text)  # noqa: S704


def _visible_value(value: object) -> object:
    """The value of an expression in a template, before it is escaped."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def environment() -> jinja2.Environment:
    """The Jinja environment for all pages."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_visible_value,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    style = _verdict_style() + (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    script = (_TEMPLATES / "index.js").read_text(encoding="utf-8")
    environment.globals |= {
        "style": _trusted(style),
        "script": _trusted(script),
        "style_digest": _trusted(f"'{_digest(style)}'"),
        "script_digest": _trusted(f"'{_digest(script)}'"),
        "habits": HABITS,
        "verdicts": tuple(Verdict),
        "board": lambda rows, cells, label: _trusted(charts.board(rows, cells, label)),
        "differences": charts.differences,
        "marked_line": charts.marked_line,
        "explanations": explanations,
        "robustness_words": robustness_words,
        "waiting_words": waiting_words,
        "share": lambda count, most: _trusted(charts.share(count, most)),
        "histogram": lambda totals, out_of: _trusted(charts.histogram(totals, out_of)),
        "heat_symbols": lambda cell: _trusted(charts.heat_symbols(cell)),
        "heat_head": lambda names, cell: _trusted(charts.heat_head(names, cell)),
        "heat_row": lambda row, names, cell: _trusted(charts.heat_row(row, names, cell)),
    }
    environment.filters |= {
        "block": block,
        "legible": charts.legible,
        "number": number,
        "short": lambda s: visible(s, 80),
    }
    return environment


def _verdict_style() -> str:
    """The colours of verdicts, light and dark, as style rules."""
    light, dark = (
        " ".join(f"--{v.value}: {v.paper[n]}; --{v.value}-ink: {v.ink[n]};" for v in Verdict)
        for n in range(2)
    )
    rules = "".join(
        f".v-{v.value} {{ background: var(--{v.value}); color: var(--{v.value}-ink); "
        f"fill: var(--{v.value}); }} text.v-{v.value} {{ fill: var(--{v.value}-ink); }}\n"
        for v in Verdict
    )
    media = "@media screen and (prefers-color-scheme: dark)"
    return f":root {{ {light} }}\n{media} {{ :root {{ {dark} }} }}\n{rules}"
