from rich.text import Text

from checkers_cli.grading.reports.screen import Block, fitted, verdict_text, wrapped
from checkers_cli.grading.verdicts import Verdict


def test_blocks_of_the_highest_rank_are_left_out_first() -> None:
    blocks = [
        Block([Text(name)], rank) for name, rank in zip("abcde", (0, 2, 3, 3, 0), strict=True)
    ]

    def shown(most: int | None) -> str:
        return "".join(line.plain for line in fitted(blocks, most)[0])

    assert [shown(most) for most in (None, 5, 4, 3, 2, 1)] == [
        "abcde", "abcde", "abce", "abe", "ae", "ae",
    ]  # fmt: skip
    assert fitted(blocks, 5)[1] is False
    assert fitted(blocks, 4)[1] is True
    title = Block([Text("f"), Text()], 1)
    assert fitted([*blocks, title, Block([Text("g")], 2, title)], 3)[0] == [
        blocks[0].lines[0], blocks[1].lines[0], blocks[4].lines[0],
    ]  # fmt: skip


def test_long_line_counts_as_several() -> None:
    blocks = [Block([Text("x" * 81)]), Block([Text("y")], 1)]
    assert not fitted(blocks, 3)[1]
    assert fitted(blocks, 2) == ([blocks[0].lines[0]], True)


def test_text_is_wrapped_between_words_and_made_printable() -> None:
    lines = [line.plain for line in wrapped("- " + "word " * 20 + "\x1b[2J", "  ")]
    assert lines == ["- " + "word " * 14 + "word", "  " + "word " * 5 + "\\x1b[2J"]
    assert [line.plain for line in wrapped("")] == [""]


def test_verdicts_have_colours() -> None:
    styles = {verdict.value: verdict_text(verdict).style for verdict in Verdict}
    assert styles["AC"] == "green"
    assert styles["PE"] == "yellow"
    assert styles["JE"] == "magenta"
    assert styles["WA"] == styles["RTE"] == "red"
