"""Submissions on a machine where this program and the files of a course are below /usr."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from grading.cohort import copy_cases, make_submission
from grading.machine import needs_bubblewrap, needs_gcc
from test_build_hook import build
from test_build_hook import checkout as checkout

pytestmark = [pytest.mark.slow, needs_gcc, needs_bubblewrap]

COURSE = "/usr/local/lib/course"
PACKAGES = f"/usr/local/lib/python{sysconfig.get_python_version()}/dist-packages"
# What is there to take: the reference in both forms, and what belongs to the course.
TREASURES = [
    f"{PACKAGES}/checkers_cli/__init__.py",
    f"{PACKAGES}/checkers_cli/cases/a-at-the-start.txt",
    f"{PACKAGES}/COMPILED",
    f"{COURSE}/golden/a-at-the-start.txt",
    f"{COURSE}/secret/a-at-the-start.txt",
    f"{COURSE}/submissions/honest.c",
    f"{COURSE}/rubric.toml",
    f"{COURSE}/late.csv",
    f"{COURSE}/solution.c",
]
C_THIEF = """
#include <stdio.h>
#include <dlfcn.h>
int main(void) {
    static const char *const paths[] = {PATHS};
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
        FILE *file = fopen(paths[i], "r");
        if (file != NULL && fgetc(file) != EOF) printf("LEAKED %s\\n", paths[i]);
        if (dlopen(paths[i], RTLD_LAZY) != NULL) printf("LEAKED %s\\n", paths[i]);
    }
}
"""
PYTHON_THIEF = """
import os, sys
for folder, folders, files in os.walk("/usr"):
    for name in folders + files:
        if name in ("course", "jinja2") or "mypyc" in name or "checkers_cli" in name:
            print("LEAKED", folder, name)
sys.path.append("PACKAGES")
try:
    import checkers_cli.rules.position
    print("LEAKED", checkers_cli.rules.position)
except ImportError:
    pass
"""
INCLUDING_THIEF = "\n".join(
    f'__asm__(".incbin \\"{path}\\"");' if path.endswith((".toml", ".csv")) else ""
    for path in TREASURES
)


def can_mount() -> bool:
    command = ["unshare", *(["-m"] if os.geteuid() == 0 else ["-rm"]), "mount", "--bind", "/", "/"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def install(checkout: Path, folder: Path) -> str:
    """Install the compiled form into a folder; the name of a compiled module."""
    names, _ = build(checkout)
    (wheel,) = Path(f"{checkout}-wheels").iterdir()
    zipfile.ZipFile(wheel).extractall(folder)
    return next(name for name in names if "mypyc" in name and "/" not in name)


@pytest.mark.skipif(not can_mount(), reason="unshare cannot mount here")
def test_nothing_of_the_program_and_the_course_is_visible(checkout: Path, tmp_path: Path) -> None:
    fake = tmp_path / "fake"
    compiled = install(checkout, fake / Path(PACKAGES).relative_to("/usr/local/lib"))
    course = fake / "course"
    (course / "submissions").mkdir(parents=True)
    for name in ("golden", "secret"):
        copy_cases(("a-at-the-start",), course / name)
    (course / "rubric.toml").write_text("# SECRET\n")
    (course / "late.csv").write_text("student,days\nhonest,0\n")
    (course / "solution.c").write_text("int main(void) { return 0; }\n")
    paths = [path.replace("COMPILED", compiled) for path in TREASURES]
    thief = C_THIEF.replace("PATHS", ", ".join(json.dumps(path) for path in paths))
    (course / "submissions" / "c-thief.c").write_text(thief)
    (course / "submissions" / "including-thief.c").write_text(
        f"{INCLUDING_THIEF}\nint main(void) {{ return 0; }}\n"
    )
    python = PYTHON_THIEF.replace("PACKAGES", PACKAGES)
    (course / "submissions" / "python-thief.py").write_text(python)
    shutil.move(make_submission("correct", tmp_path), course / "submissions" / "honest.c")
    (tmp_path / "thief.c").write_text(thief)
    script = f"""
        mount --bind {fake} /usr/local/lib || exit 9
        gcc -o {tmp_path}/thief {tmp_path}/thief.c && {tmp_path}/thief > {tmp_path}/outside
        cd {COURSE} && exec {sys.executable} -P -m checkers_cli grade submissions --cases golden \\
            --hidden secret --rubric rubric.toml --late late.csv --report {tmp_path}/report
    """
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    done = subprocess.run(
        ["unshare", "-m" if os.geteuid() == 0 else "-rm", "bash", "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGES, *libraries])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # The thief would get everything if it were not in the sandbox.
    assert set((tmp_path / "outside").read_text().split()[1::2]) == set(paths)
    graded = json.loads((tmp_path / "report" / "results.json").read_text())["submissions"]
    assert "LEAKED" not in json.dumps(graded)
    verdicts = {one["key"]: {run["verdict"] for run in one["runs"]} for one in graded}
    assert verdicts == {
        "c-thief": {"WA"},
        "honest": {"AC"},
        "including-thief": {"CE"},
        "python-thief": {"WA"},
    }
    problem = next(one["build"]["problem"] for one in graded if one["key"] == "including-thief")
    assert "file not found" in problem
