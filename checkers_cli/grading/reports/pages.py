"""How pages are made: templates, style, and what keeps the texts of others harmless.

Every text is data here. Whatever an expression in a template prints is escaped, its control
characters are made visible and its length is bounded, unless it is marked as one of our own
pictures; and a page's policy allows only the style and the script that it was made with.
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
from checkers_cli.grading.verdicts import Verdict
from checkers_cli.rules.habits import HABITS

_TEMPLATES = Path(__file__).parent / "templates"
_LONGEST = 600  # characters of a text within a line
_LONGEST_BLOCK = 20_000  # of the compiler's words, which have been cut before
_MARKS_ON_A_LETTER = 4  # more accents than that on one letter are no language's

_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"}


def visible(text: str, longest: int = _LONGEST, keep: str = "") -> str:
    """The text with nothing in it that acts unseen, cut if it is long; `keep` stays as it is."""
    rest = len(text) - longest
    text = text[:longest]
    if not (text.isascii() and text.isprintable()):
        text = "".join(_seen(text, keep))
    return f"{text}… ({rest:,} more characters)" if rest > 0 else text


def _seen(text: str, keep: str) -> Iterator[str]:
    stacked = 0
    for character in text:
        stacked = stacked + 1 if unicodedata.combining(character) else 0
        if character in keep or (character.isprintable() and stacked <= _MARKS_ON_A_LETTER):
            yield character
        else:
            yield _spelled(ord(character))


def _spelled(code: int) -> str:
    if code in _ESCAPES:
        return _ESCAPES[code]
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file's name that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def block(text: str) -> Markup:
    """A text of several lines, for where a template keeps them apart."""
    return escape(visible(text, _LONGEST_BLOCK, keep="\n\t"))


def number(value: float) -> str:
    """A mark as people write it: 12 or 12.5, with a real minus sign."""
    return f"{round(value, 2) + 0:g}".replace("-", "−")  # noqa: RUF001


def _own(text: str) -> Markup:
    """Text of our own making, in which what came from others has been escaped."""
    return Markup(text)  # noqa: S704


def _printed(value: object) -> object:
    """What an expression of a template prints, before it is escaped."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def environment() -> jinja2.Environment:
    """What pages are made with."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_printed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    style = _verdict_style() + (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    script = (_TEMPLATES / "index.js").read_text(encoding="utf-8")
    environment.globals |= {
        "style": _own(style),
        "script": _own(script),
        "style_digest": _own(f"'{_digest(style)}'"),
        "script_digest": _own(f"'{_digest(script)}'"),
        "habits": HABITS,
        "verdicts": tuple(Verdict),
        "board": lambda rows, cells, label: _own(charts.board(rows, cells, label)),
        "differences": charts.differences,
        "pointed": charts.pointed,
        "explanations": explanations,
        "share": lambda count, most: _own(charts.share(count, most)),
        "histogram": lambda totals, out_of: _own(charts.histogram(totals, out_of)),
        "heat_symbols": lambda cell: _own(charts.heat_symbols(cell)),
        "heat_head": lambda names, cell: _own(charts.heat_head(names, cell)),
        "heat_row": lambda row, names, cell: _own(charts.heat_row(row, names, cell)),
    }
    environment.filters |= {"block": block, "number": number, "short": lambda s: visible(s, 80)}
    return environment


def _verdict_style() -> str:
    """The colours of verdicts, light and dark, as style rules."""
    light, dark = (
        " ".join(
            f"--{v.value}: {v.colours.paper[n]}; --{v.value}-ink: {v.colours.ink[n]};"
            for v in Verdict
        )
        for n in range(2)
    )
    rules = "".join(
        f".v-{v.value} {{ background: var(--{v.value}); color: var(--{v.value}-ink); "
        f"fill: var(--{v.value}); }} text.v-{v.value} {{ fill: var(--{v.value}-ink); }}\n"
        for v in Verdict
    )
    media = "@media screen and (prefers-color-scheme: dark)"
    return f":root {{ {light} }}\n{media} {{ :root {{ {dark} }} }}\n{rules}"
