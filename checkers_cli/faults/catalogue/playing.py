"""Mistakes in the commands A and P, and at the end of the game."""

from collections.abc import Iterator

from checkers_cli.faults.catalogue.fault import Fault

_TEN = "P plays ten computed actions in a row, or fewer if the game ends."
_END = "If the player to act has no action, the line with the winner is printed and the game stops."
_SILENT = (
    "After the last computed action nothing more is printed, even if the next player is stuck."
)
_COUNT = "Count the actions with *** in the output. Where does your loop begin and end?"
_WHEN = "When does your program check whether the game is over, and for which player?"

_EARLY = (
    "The game ends when the player to act has no action. A value of INT_MIN or INT_MAX in the tree "
    "only says how it will end: the action is still computed and printed."
)
_IN_SCRIPT = (
    "The winner is printed only when a computed action is asked for and the player cannot act."
)


def _foreseen() -> Iterator[Fault]:
    for name, when, value in (
        ("decided", "the tree says that the game is won or lost", "both"),
        ("won", "the tree says that the player to act will win", "won"),
        ("lost", "the tree says that the player to act will lose", "lost"),
        ("black-wins", "the tree says that black will win", "black wins"),
        ("white-wins", "the tree says that white will win", "white wins"),
    ):
        hint = "What does your program do when the value of the root is INT_MIN or INT_MAX?"
        setting: dict[str, object] = {"plays.foreseen": value}
        title = f"the winner is printed instead of an action as soon as {when}"
        if name != "lost":  # that is `nothing-if-all-lose`
            yield Fault(f"winner-when-{name}", title, _EARLY, hint, setting)
        setting = {**setting, "plays.foreseen_after": True}
        title = f"an action is followed by the winner, and the game stops, as soon as {when}"
        yield Fault(f"winner-after-action-when-{name}", title, _EARLY, hint, setting)


def _in_script() -> Iterator[Fault]:
    for name, title, setting in (
        (
            "winner-in-script",
            "the winner is printed as soon as the script has ended the game, and the rest of the "
            "script is not read",
            {"plays.winner_in_script": "stop"},
        ),
        (
            "winner-in-script-goes-on",
            "the winner is printed as soon as the script has ended the game, and the script is "
            "read on",
            {"plays.winner_in_script": "go on"},
        ),
        (
            "winner-in-place-of-next-action",
            "the winner is printed in place of an action that follows the end of the game",
            {"plays.winner_in_script": "next"},
        ),
        (
            "winner-at-once",
            "the winner is printed after every action that ends the game, and the program ends",
            {
                "plays.winner_in_script": "stop",
                "plays.winner_after_a": True,
                "plays.winner_after_p": True,
            },
        ),
        (
            "winner-after-commands",
            "the winner is printed right after the last action of A or P if the next player is "
            "stuck",
            {"plays.winner_after_a": True, "plays.winner_after_p": True},
        ),
        (
            "winner-at-every-end",
            "the winner is printed at the end of every script that leaves the next player stuck",
            {
                "plays.winner_at_end": True,
                "plays.winner_after_a": True,
                "plays.winner_after_p": True,
            },
        ),
        (
            "winner-instead-of-last-action",
            "the winner is printed in place of the action that ends the game",
            {"plays.winner_instead": True},
        ),
        (
            "either-player-stuck",
            "the game also counts as over when the other player has no action",
            {"plays.over": "either"},
        ),
        (
            "either-player-stuck-in-script",
            "the winner is printed after an action of the script if either player has no action, "
            "and the rest is not read",
            {"plays.over": "either", "plays.winner_in_script": "stop"},
        ),
        (
            "either-player-stuck-at-once",
            "the winner is printed after every action if either player has no action, and the "
            "program ends",
            {
                "plays.over": "either",
                "plays.winner_in_script": "stop",
                "plays.winner_after_a": True,
                "plays.winner_after_p": True,
            },
        ),
    ):
        yield Fault(name, title, _IN_SCRIPT, _WHEN, setting)


FAULTS = (
    *_in_script(),
    *_foreseen(),
    Fault(
        "p-as-a",
        "the command P computes one action only",
        _TEN,
        _COUNT,
        {"plays.p": 1},
        omission=True,
    ),
    Fault("p-plays-9", "the command P computes nine actions", _TEN, _COUNT, {"plays.p": 9}),
    Fault("p-plays-11", "the command P computes eleven actions", _TEN, _COUNT, {"plays.p": 11}),
    Fault(
        "p-plays-20",
        "the command P computes ten actions for each player",
        _TEN,
        _COUNT,
        {"plays.p": 20},
    ),
    Fault(
        "p-to-action-10",
        "the command P plays until action #10, so that it plays fewer actions after a script",
        _TEN,
        "Count the actions with *** for a short and for a long script. What does your loop count?",
        {"plays.p_to_number": True},
    ),
    *(
        Fault(
            f"p-depth-{depth}",
            f"the command P uses trees of depth {depth}",
            "P computes each of its actions as A does: with a tree of depth 3.",
            "With which depth does your program call the search for A, and with which for P?",
            {"plays.p_depth": depth},
        )
        for depth in (1, 2, 4)
    ),
    Fault(
        "p-goes-on-in-tree",
        "the command P uses one tree for up to three actions, so that the later ones are found "
        "with less depth",
        "P computes each of its actions as A does: with a new tree of depth 3.",
        "How deep is the tree below the node that your program goes on with?",
        {"plays.p_goes_on_in_tree": True},
    ),
    Fault(
        "a-as-p",
        "the command A computes ten actions, as P does",
        "A computes one action.",
        _COUNT,
        {"plays.a": 10},
    ),
    Fault(
        "p-one-side",
        "one player makes all of the computed actions",
        "The players alternate, also in computed actions.",
        "Who is to act after the first computed action? Where is that changed?",
        {"plays.p_same_player": True},
    ),
    Fault(
        "end-not-final",
        "the command P goes on after the end of the game",
        _END,
        "What happens in your loop after the winner has been printed?",
        {"plays.stops": False},
    ),
    *(
        Fault(
            name,
            f"the command P goes on after the winner was printed, and the other player acts{words}",
            _END,
            "What happens in your loop after the winner has been printed?",
            {"plays.stops": False, "plays.turn_after_end": turn},
        )
        for name, words, turn in (
            ("other-player-after-end", "", "next"),
            (
                "other-player-after-end-counted",
                "; the winner's line counts as an action",
                "counted",
            ),
        )
    ),
    Fault(
        "stuck-player-passes",
        "a player who cannot act passes, and the other one goes on",
        _END,
        _WHEN,
        {"plays.passes": True},
    ),
    Fault(
        "blocked-not-over",
        "the winner is not printed when the loser is blocked but still has men",
        _END,
        "A player can have no action in two ways. Does your program handle both?",
        {"plays.blocked_ends": False},
    ),
    Fault(
        "only-towers-is-over",
        "a player who can act only with towers counts as having lost",
        _END,
        "Which men does your program look at when it checks whether the game is over?",
        {"plays.acts": "by pieces"},
    ),
    Fault(
        "only-captures-is-over",
        "a player who can only capture counts as having lost",
        _END,
        "Which actions does your program look for when it checks whether the game is over?",
        {"plays.acts": "moves"},
    ),
    Fault(
        "winner-always-after-p",
        "a winner is printed after ten actions although the game goes on",
        _SILENT,
        _WHEN,
        {"plays.winner_always": True},
    ),
    Fault(
        "winner-after-tenth",
        "the winner is printed right after the tenth action when the next player is stuck",
        _SILENT,
        _WHEN,
        {"plays.winner_after_p": True},
    ),
    Fault(
        "winner-after-a",
        "the winner is printed right after the action of A when the next player is stuck",
        _SILENT,
        _WHEN,
        {"plays.winner_after_a": True},
    ),
    Fault(
        "winner-without-command",
        "the winner is printed at the end of a script that has no command",
        "Without a command nothing is printed after the last action, even if the game is over.",
        _WHEN,
        {"plays.winner_at_end": True},
    ),
    Fault(
        "captor-goes-on",
        "a player who has captured and can capture again with the same man acts again",
        "A turn is exactly one move or one jump.",
        "What does your program do with the turn after a capture?",
        {"plays.captor_goes_on": True},
    ),
)
