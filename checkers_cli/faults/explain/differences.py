"""Kinds of differences between a model and a program."""

from checkers_cli.faults.explain.plays import Observation, Play

Kind = tuple[str, str]  # what the model prints there, and what the program prints


def kind_of_difference(observation: Observation, one: Play) -> Kind:
    """Return what the model and the program print at the first difference, in a word each."""
    return _piece_kind(one.piece), _piece_kind(observation.printed[one.place :])


def _piece_kind(text: bytes) -> str:
    """Return in a word what a piece of output is."""
    lines = text[:400].split(b"\n")
    if not text:
        return "nothing"
    first = lines[0].strip()
    if first.startswith(b"ERROR"):
        return first.decode("latin-1")
    if b"WIN" in first:
        return "winner"
    if first.startswith(b"="):
        title = lines[1] if len(lines) > 1 else b""
        return "computed" if title.startswith(b"*") else "action"
    if first.startswith(b"BOARD"):
        return "heading"
    return "other"
