import pytest

from checkers_cli.grading.feedback.case_hints import oddities


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (b"G6-F5\nA\n", []),
        (b"", []),
        (b"G6-F5\r\nA\r\n", ["CRLF"]),
        (b"G6-F5\nA", ["no newline"]),
        (b"\nG6-F5\nA\n", ["blank lines"]),
        (b" G6-F5\nA\t\n", ["spaces or tabs"]),
        (b"G6-F5\n" * 60, ["more than 60 lines"]),
        (b"G6-F5\n" * 59, []),
        (b"G6-F5\r\n\r\n A", ["CRLF", "no newline", "blank lines", "spaces or tabs"]),
    ],
)
def test_oddities_name_the_unusual_features_of_a_script(script: bytes, words: list[str]) -> None:
    found = oddities(script)
    assert len(found) == len(words)
    assert all(word in sentence for word, sentence in zip(words, found, strict=True))
