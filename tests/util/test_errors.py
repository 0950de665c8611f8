from checkers_cli.util.errors import EXIT_BAD_INPUT, EXIT_DIFFERENT, CheckersError, UnusableInput


def test_an_error_carries_its_exit_status() -> None:
    assert CheckersError("x").exit_status == EXIT_BAD_INPUT
    assert issubclass(UnusableInput, CheckersError)
    assert EXIT_DIFFERENT != EXIT_BAD_INPUT
