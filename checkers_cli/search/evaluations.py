"""The evaluations by name."""

from checkers_cli.rules.boards import Board, board_of
from checkers_cli.rules.variants import Variant
from checkers_cli.search.contest import Contest
from checkers_cli.search.evaluation import MATERIAL, OUTCOME, Evaluation
from checkers_cli.search.positional import Positional

EVALUATIONS = (MATERIAL.name, "contest", "positional")  # of games with men


def evaluation_of(name: str, variant: Variant) -> Evaluation:
    """The evaluation of a name for a game; a game without men has only its outcome."""
    if not variant.has_men:
        return OUTCOME
    return evaluation_on(name, board_of(variant.size), variant.black_goes_north)


def evaluation_on(name: str, board: Board, black_goes_north: bool) -> Evaluation:
    """The evaluation of a name on a board."""
    if name == MATERIAL.name:
        return MATERIAL
    kind = {"contest": Contest, "positional": Positional}[name]
    return kind(board, black_goes_north)
