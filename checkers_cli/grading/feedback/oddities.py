"""What is unusual about a script's text, though it is as right as any other."""

from functools import lru_cache

_MANY = 60  # lines: more than most programs have been tried with


@lru_cache(maxsize=1024)
def oddities(script: bytes) -> tuple[str, ...]:
    """What a program that only knows ordinary scripts may stumble over, a sentence for each."""
    lines = script.split(b"\n")
    found = []
    if b"\r\n" in script:
        found.append("The lines of this script end in CRLF (\\r\\n): the \\r is no part of them.")
    if script and not script.endswith(b"\n"):
        found.append("This script has no newline at its end: its last line counts all the same.")
    if any(not line.strip() for line in lines[:-1]):
        found.append("This script has blank lines: they are passed over.")
    if any(line.strip(b"\r") != line.strip() and line.strip() for line in lines):
        found.append("This script has blanks or tabs around its lines: they are passed over.")
    if len(lines) > _MANY:
        found.append(f"This script has more than {_MANY} lines: there is no limit to their number.")
    return tuple(found)
