"""Errors that users cause or meet. Each has an exit status and a message of one line."""

from typing import ClassVar

EXIT_OK = 0
EXIT_DIFFERENT = 1  # the input was understood, and the answer is no: illegal, or different
EXIT_BAD_INPUT = 2  # the input, an option or a file could not be used at all
EXIT_INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended
EXIT_BROKEN_PIPE = 141  # what a shell reports for a program whose reader closed the pipe


class CheckersError(Exception):
    """An error for the user; its message is one line: what is wrong, where, what to do."""

    exit_status: ClassVar[int] = EXIT_BAD_INPUT


class UnusableInput(CheckersError):
    """A file, folder or option value that cannot be used."""
