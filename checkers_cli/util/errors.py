"""What can go wrong on the user's side: each error knows its exit status and says one line."""

from typing import ClassVar

EXIT_OK = 0
EXIT_DIFFERENT = 1  # the input was understood, and the answer is "no": illegal, or differs
EXIT_BAD_INPUT = 2  # the input, an option or a file could not be used at all
EXIT_INTERRUPTED = 130  # as a shell reports a program ended by Ctrl-C
EXIT_BROKEN_PIPE = 141  # as a shell reports a program whose reader went away


class CheckersError(Exception):
    """An error meant for the user; its text is one line that says what, where, what to do."""

    exit_status: ClassVar[int] = EXIT_BAD_INPUT


class UnusableInput(CheckersError):
    """A file, folder or option value that cannot be used."""
