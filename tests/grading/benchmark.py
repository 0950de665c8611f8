"""How fast grading is, beside a plain shell loop that compiles, runs and diffs, in one run.

    python tests/grading/benchmark.py [--submissions 60] [--cases 40] [--rounds 3]

Both do the same work on the same machine: each of so many correct C programs is compiled with the
course's flags and run on each case. The loop has no sandbox, no limits and no report. Then the peak
memory of the grader is measured on cohorts of two sizes that are made of one program, built once.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from grading.cohort import make_submission
from support import EXAMPLES, GOLDENS, PROGRAM

LOOP = """
for source in submissions/*.c; do
  gcc -Wall -std=c17 -o program "$source" -lm
  for case in cases/*.txt; do
    ./program < "$case" > output.txt
    diff output.txt "expected/${case##*/}" > /dev/null || echo "differs: $source $case"
  done
done
"""


def prepare(folder: Path, submissions: int, cases: int) -> None:
    """Correct programs, each a little different, and cases of all stages."""
    (folder / "submissions").mkdir()
    (folder / "one").mkdir()
    source = make_submission("correct", folder / "one").read_text()
    for number in range(submissions):
        path = folder / "submissions" / f"student{number:03}.c"
        path.write_text(f"/* {number} */\n{source}")
    for name in ("cases", "expected"):
        (folder / name).mkdir()
    (folder / "few").mkdir()
    scripts = sorted(EXAMPLES.glob("*.txt"))
    for number in range(cases):
        script = scripts[number * len(scripts) // cases]
        shutil.copy(script, folder / "cases")
        shutil.copy(GOLDENS / script.name, folder / "expected")
        if number % 8 == 0:  # memory does not depend on how many there are
            shutil.copy(script, folder / "few")


def timed(command: list[str], folder: Path) -> float:
    """Seconds that a command takes; it must succeed and must not find a difference."""
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert "differs" not in done.stdout
    return time.perf_counter() - started


def grade_command(submissions: str, cases: str = "cases") -> list[str]:
    words = [*PROGRAM, "grade", submissions, "--cases", cases, "--expected", "expected"]
    return [*words, "--fresh"]


def peak_memory(folder: Path, submissions: int) -> float:
    """The grader's peak resident memory in MB on so many copies of one built program."""
    subprocess.run(
        ["gcc", "-std=c17", "-o", "program", "one/correct.c", "-lm"], cwd=folder, check=True
    )
    many = folder / f"many{submissions}"
    many.mkdir()
    content = (folder / "program").read_bytes()
    for number in range(submissions):
        path = many / f"student{number:03}"
        path.write_bytes(content + str(number).encode())  # what follows an executable is ignored
        path.chmod(0o755)
    process = subprocess.Popen(
        grade_command(many.name, "few"),
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    peak = 0
    while process.poll() is None:
        time.sleep(0.02)
        try:
            status = Path(f"/proc/{process.pid}/status").read_text()
        except OSError:
            continue
        lines = [line.split() for line in status.splitlines() if line.startswith("VmHWM")]
        peak = max([peak, *(int(words[1]) for words in lines)])
    assert process.returncode == 0
    return peak / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--submissions", type=int, default=60)
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without-memory", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="benchmark-") as name:
        folder = Path(name)
        prepare(folder, options.submissions, options.cases)
        loops, gradings = [], []
        for _ in range(options.rounds):  # taking turns, as the machine's mood changes
            loops.append(timed(["bash", "-c", LOOP], folder))
            gradings.append(timed(grade_command("submissions"), folder))
        again = timed([w for w in grade_command("submissions") if w != "--fresh"], folder)
        loop, grading = statistics.median(loops), statistics.median(gradings)
        lines = [
            f"{options.submissions} correct C programs x {options.cases} cases, "
            f"{len(os.sched_getaffinity(0))} cores, median of {options.rounds}",
            f"  plain serial loop: gcc, run, diff      {loop:6.1f} s",
            f"  checkers grade, with all reports       {grading:6.1f} s   "
            f"({grading / loop:.2f} times that)",
            f"  checkers grade again, nothing changed  {again:6.1f} s",
        ]
        sizes = () if options.without_memory else (60, 600)
        for count in sizes:
            peak = peak_memory(folder, count)
            lines.append(f"  peak memory on {count:3} submissions          {peak:6.0f} MB")
        sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
