import re

import pytest
from support import CommandLine, shell
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.match.contest import parse_request, read_answer
from checkers_cli.rules.variants import CONTEST

BLACK = """\
b
8
_______W
b_______
___b____
________
_w______
w_____w_
_______b
w_____w_
"""
WHITE = """\
w
8
________
b_b_b_b_
___b____
__b_____
_w______
w_b___w_
_w_____b
w_____w_
"""


@pytest.mark.parametrize("options", [["--time", "0.2"], ["--depth", "3", "--time", "60"]])
def test_the_samples_of_the_contest(cli: CommandLine, options: list[str]) -> None:
    result = cli("bot", *options, stdin=BLACK)
    assert result.exit_code == 0
    assert read_answer(result.stdout, parse_request(BLACK), CONTEST)
    result = cli("bot", *options, stdin=WHITE)
    assert result.exit_code == 0
    assert result.stdout == "5\n6 1\n4 3\n2 1\n0 3\n2 5\n0 7\n"
    said = r"score ([+-]\d+\.\d\d|won), depth \d+, [\d,]+ nodes\n"
    assert re.fullmatch(said, result.stderr)


@pytest.mark.parametrize("evaluation", ["material", "contest", "positional"])
def test_what_it_says(cli: CommandLine, evaluation: str, snapshot: SnapshotAssertion) -> None:
    options = ("--depth", 4, "--time", 600, "--evaluation", evaluation)
    result = cli("bot", *options, stdin=BLACK.replace("\n", "\r\n"))
    assert (result.stdout, result.stderr) == snapshot


@pytest.mark.parametrize("size", range(4, 11))
def test_other_sizes(cli: CommandLine, size: int) -> None:
    rows = ["_" * size for _ in range(size)]
    rows[0] = "_b" + rows[0][2:]
    last = size - 1 if size % 2 == 0 else size - 2  # where the first cell is dark
    rows[last] = "w" + rows[last][1:]
    request = "\n".join(["w", str(size), *rows])
    result = cli("bot", "--depth", 2, stdin=request)
    assert result.exit_code == 0
    assert result.stdout == f"1\n{last} 0\n{last - 1} 1\n"


@pytest.mark.parametrize(
    ("args", "stdin", "status", "message"),
    [
        ([], "", 2, "checkers: request, line 1: the player is missing"),
        ([], b"\xff\xfe\x00", 2, "request, line 1: the player is '"),
        ([], b"\xff\n8\n" + b"_" * 20_000, 2, "request, line 1: the player is '\\xff'"),
        ([], WHITE.replace("8", "12"), 2, "request, line 2: the size is '12'"),
        ([], "w\n4\n_b__\n____\n____\n____", 1, "checkers: request: white has no men"),
        (["--depth", "0"], BLACK, 2, "Invalid value for '--depth'"),
        (["--time", "0"], BLACK, 2, "Invalid value for '--time'"),
        (["--time", "nan"], BLACK, 2, "Invalid value for '--time'"),
        (["--evaluation", "best"], BLACK, 2, "'best' is not one of 'material', 'contest'"),
        (["request.txt"], BLACK, 2, "unexpected extra argument"),
    ],
)
def test_bad_input(
    cli: CommandLine, args: list[str], stdin: bytes | str, status: int, message: str
) -> None:
    result = cli("bot", *args, stdin=stdin)
    assert result.exit_code == status
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_closed_input() -> None:
    done = shell("checkers bot <&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "checkers: standard input: is closed\n"
