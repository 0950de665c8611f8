"""Runs a command again and again on a small file system with less and less space in it.

    python small_disk.py FOLDER FREE,FREE,... KEPT COMMAND...

For each number of free bytes: all files in FOLDER but those whose name begins with KEPT are
removed, the disk is filled, and the command is run twice: on the full disk, and after it was freed.
Prints a JSON list of what happened. `on_small_disk` in `machine.py` makes the file system.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path


def clear(folder: Path, kept: str) -> None:
    """Remove the files below a folder, except those whose names begin with `kept`."""
    for path in folder.rglob("*"):
        if path.is_file() and not (kept and path.name.lstrip(".").startswith(kept)):
            path.unlink()
    for path in folder.iterdir():
        if path.is_dir() and not any(inner.is_file() for inner in path.rglob("*")):
            shutil.rmtree(path)


def fill(folder: Path, free: int) -> Path:
    """Fill the disk up to a number of free bytes."""
    path = folder / "filler"
    with path.open("wb") as stream:
        space = os.statvfs(folder)
        size = space.f_bfree * space.f_frsize - free
        if size > 0:
            os.posix_fallocate(stream.fileno(), 0, size)
    return path


def run(command: list[str], folder: Path) -> dict[str, object]:
    """Run the command, and tell how it ended."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [path.read_text() for path in folder.rglob("results.json")]
    return {
        "status": done.returncode,
        "stdout": done.stdout,
        "stderr": done.stderr,
        "results": found[0] if found else "",
        "drafts": [str(path) for path in folder.rglob("*.tmp")],
    }


def main(folder: Path, levels: list[int], kept: str, command: list[str]) -> None:
    """Run the command twice at each level."""
    told = []
    if kept:
        run(command, folder)  # what is kept
    for free in levels:
        clear(folder, kept)
        filler = fill(folder, free)
        first = run(command, folder)
        filler.unlink()
        told.append({"free": free, "full": first, "freed": run(command, folder)})
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(n) for n in sys.argv[2].split(",")], sys.argv[3], sys.argv[4:])
