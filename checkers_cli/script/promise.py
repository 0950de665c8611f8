"""Whether a script is written as the assignment promises that scripts are."""

import re
from typing import Final

_WITHIN: Final = re.compile(rb"(?:[A-Z][0-9]-[A-Z][0-9]\n)*(?:[AP]\n)?")


def is_within(script: bytes) -> bool:
    """Whether a script is within the assignment: one action a line, then perhaps a command.

    Cells are an upper-case letter and a digit, on the board or not (`I4`, `A9`), and every line
    ends in a newline. Anything else is beyond the assignment: blank lines, blanks, CR, lower case,
    rows of two digits, a missing last newline, malformed lines.
    """
    return _WITHIN.fullmatch(script) is not None
