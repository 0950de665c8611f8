from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from checkers_cli.lab.match.contest import (
    BadAnswer,
    BadRequest,
    NoAction,
    answer_of,
    choose_action,
    parse_request,
    read_answer,
    request_of,
)
from checkers_cli.rules.boards import LARGEST, SMALLEST, board_of
from checkers_cli.rules.draughts import draughts_start
from checkers_cli.rules.state import State
from checkers_cli.rules.variants import CONTEST, ENGLISH, TOWER, VARIANTS, Variant

MEN = [variant for variant in VARIANTS.values() if variant.has_men]
ROWS = [
    "_______W",
    "b_______",
    "___b____",
    "________",
    "_w______",
    "w_____w_",
    "_______b",
    "w_____w_",
]
REQUEST = "\n".join(["b", "8", *ROWS]) + "\n"


def reached(start: State, actions: int, seed: int) -> State:
    """A position with actions, reached by any actions from another."""
    random = Random(seed)
    for _ in range(actions):
        after = start.after(random.choice(start.actions()))
        if not after.actions():
            break
        start = after
    return start


def changed(line: int, text: str) -> str:
    lines = REQUEST.splitlines()
    return "\n".join([*lines[: line - 1], text, *lines[line:]])


def test_a_request_is_read() -> None:
    state = parse_request(REQUEST)
    assert state.black_to_act
    assert CONTEST.rows(state) == [row.replace("_", ".") for row in ROWS]
    assert state == CONTEST.read("/".join(CONTEST.rows(state)) + " b")


@pytest.mark.parametrize(
    "text",
    [
        REQUEST.replace("\n", "\r\n"),
        REQUEST.replace("\n", " \t\n"),
        REQUEST + "\n \n\n",
        REQUEST.rstrip(),
        REQUEST.replace("_", "."),
    ],
)
def test_the_same_request_in_other_clothes(text: str) -> None:
    assert parse_request(text) == parse_request(REQUEST)


@given(st.integers(SMALLEST, LARGEST), st.integers(0, 60), st.integers())
def test_requests_and_answers_of_all_sizes_come_back(size: int, actions: int, seed: int) -> None:
    state = reached(draughts_start(CONTEST.rules(size)), actions, seed)
    assert parse_request(request_of(state, size)) == state
    for action in state.actions():
        hops, *cells = answer_of(action).splitlines()
        assert int(hops) == len(cells) - 1 == max(1, int(action.captured).bit_count())
        places = board_of(size).places
        ends = [places[int(bit).bit_length() - 1] for bit in (action.source, action.target)]
        assert [tuple(map(int, cells[at].split())) for at in (0, -1)] == ends


@pytest.mark.parametrize("variant", MEN, ids=lambda variant: variant.name)
@given(actions=st.integers(0, 80), seed=st.integers())
def test_every_action_is_read_from_its_answer(variant: Variant, actions: int, seed: int) -> None:
    state = reached(variant.start, actions, seed)
    for action in state.actions():
        assert read_answer(answer_of(action), state, variant).name == action.name


def test_a_request_of_the_tower_game() -> None:
    assert request_of(TOWER.start, 8).splitlines() == [
        "b", "8", "_w_w_w_w", "w_w_w_w_", "_w_w_w_w", "________", "________",
        "b_b_b_b_", "_b_b_b_b", "b_b_b_b_",
    ]  # fmt: skip


BAD_REQUESTS = {
    "nothing": "",
    "blanks": " \n \n",
    "only a player": "w\n",
    "no rows": "w\n8\n",
    "a wrong player": changed(1, "white"),
    "no player": REQUEST[2:],
    "a size in words": changed(2, "eight"),
    "a large size": changed(2, "12"),
    "a huge size": changed(2, "9" * 5000),
    "another size": changed(2, "10"),
    "a size too small": changed(2, "6"),
    "a short row": changed(5, "___b___"),
    "a wrong character": changed(5, "___x____"),
    "odd characters": changed(5, "\x1b[31m\u2603___________________________"),
    "an empty row": changed(5, ""),
    "one row": "w\n8\n________\n",
    "a row too many": REQUEST + "________\n",
    "a man on a light cell": changed(6, "_b______"),
    "a king on a light cell": changed(6, "_W______"),
    "a black man on its crown row": changed(10, "b_____w_"),
    "a white man on its crown row": changed(3, "_______w"),
}


def test_bad_requests(snapshot: SnapshotAssertion) -> None:
    said = {}
    for name, text in BAD_REQUESTS.items():
        with pytest.raises(BadRequest) as error:
            parse_request(text)
        said[name] = str(error.value)
        assert said[name].isprintable()
        assert error.value.exit_status == 2
    assert said == snapshot


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["_b__", "____", "____", "____"], "white has no men"),
        (["____", "__b_", "_b__", "w___"], "white cannot act"),
    ],
)
def test_a_player_who_cannot_act(rows: list[str], why: str) -> None:
    with pytest.raises(NoAction, match=f"request: {why}: there is no answer") as error:
        parse_request("\n".join(["w", "4", *rows]))
    assert error.value.exit_status == 1


BAD_ANSWERS = {
    "nothing": "",
    "words": "resign",
    "no hops": "0\n1 0\n",
    "fewer hops": "1\n1 0\n",
    "more lines": "1\n1 0\n2 1\n3 2\n",
    "one number": "1\n10\n21\n",
    "a negative row": "1\n1 0\n-1 1\n",
    "outside": "1\n1 0\n8 1\n",
    "huge": "1\n1 0\n2 " + "1" * 5000,
    "a light cell": "1\n2 3\n3 3\n",
    "an empty cell": "1\n0 1\n1 2\n",
    "a white man": "1\n4 1\n3 0\n",
    "a cell that is taken": "1\n6 7\n7 6\n",
    "backwards": "1\n2 3\n1 2\n",
}


def test_bad_answers(snapshot: SnapshotAssertion) -> None:
    state = parse_request(REQUEST)
    said = {}
    for name, text in BAD_ANSWERS.items():
        with pytest.raises(BadAnswer) as error:
            read_answer(text, state, CONTEST)
        said[name] = str(error.value)
        assert said[name].isprintable()
    assert said == snapshot


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (["2 1", "3 0"], "illegal: B3-A4: a capture is forced, and must be made to its end"),
        (["2 1", "4 3"], "illegal: B3-D5: a capture is forced, and must be made to its end"),
        (["2 1", "6 5"], "illegal: B3-F7 leaves out cells on the way; write all of B3xD5xF7"),
    ],
)
def test_a_capture_is_forced_and_whole(cells: list[str], why: str) -> None:
    state = ENGLISH.read("B:WC4,E6:BB3,G2")
    with pytest.raises(BadAnswer) as error:
        read_answer("\n".join([str(len(cells) - 1), *cells]), state, ENGLISH)
    assert str(error.value) == why
    whole = read_answer("2\r\n2 1 \n4  3\n6 5\n\n", state, ENGLISH)
    assert whole.name == "B3xD5xF7"


@pytest.mark.parametrize(
    ("player", "rows", "depth", "score"),
    [
        ("w", ["____", "__b_", "_w__", "____"], 4, "won"),  # the capture leaves no men
        ("b", ["____", "__b_", "_w__", "____"], 4, "won"),
        ("b", ["____", "b___", "____", "__w_"], 4, "lost"),
        ("w", ["____", "b___", "____", "__w_"], 1, "+0.00"),
        ("w", ["_b__", "____", "____", "w_w_"], 1, "+1.00"),
        ("b", ["_b__", "____", "____", "w_w_"], 1, "-1.00"),
    ],
)
def test_the_score_is_that_of_the_player(
    player: str, rows: list[str], depth: int, score: str
) -> None:
    state = parse_request("\n".join([player, "4", *rows]))
    thought = choose_action(state, "material", depth, 60)
    assert str(thought).startswith(f"score {score}, depth ")
