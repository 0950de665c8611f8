"""Mistakes in the commands A and P, and at the end of the game."""

from checkers_cli.faults.catalogue.fault import Fault

_TEN = "P plays ten computed actions in a row, or fewer if the game ends."
_END = "If the player to act has no action, the line with the winner is printed and the game stops."
_SILENT = (
    "After the last computed action nothing more is printed, even if the next player is stuck."
)
_COUNT = "Count the actions with *** in the output. Where does your loop begin and end?"
_WHEN = "When does your program check whether the game is over, and for which player?"

FAULTS = (
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
        "the loop of P goes on after the end of the game",
        _END,
        "What happens in your loop after the winner has been printed?",
        {"plays.stops": False},
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
        {"plays.towers_act_on": False},
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
