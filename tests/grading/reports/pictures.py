"""Takes the pictures of the README: grades a small class and photographs its reports.

    python tests/grading/reports/pictures.py [REPORT]

They go to `pictures/` beside this file. REPORT keeps the report that they are of.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from grading.cohort import make_submission
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from support import EXAMPLES, PROGRAM

PICTURES = Path(__file__).parent / "pictures"
CLASS = {
    "bytelinus_20411_7001_program.c": "correct",
    "careyada_20382_7002_program.c": "rightmost",
    "daleryan_LATE_20417_7003_program.c": "no-promotion-by-capture",
    "eckhartjo_20333_7004_program.c": "leaks",
    "fonsecaana_20398_7005_program.c": "trailing-blanks",
    "gupta-raonila_20402_7006_program.c": "limits-reading",
    "hopperwill_20345_7007_program.c": "crashes",
    "ishiimei_20371_7008_program.c": "warns",
    "jonesteresa_20366_7009_program.c": "not-compiling",
    "kowalskiewa_20359_7010_program.c": "p-plays-nine",
    "lindgrenola_LATE_20420_7011_program.c": "errors-order",
    "morenoluz_20407_7012_program.c": "uninitialised",
    "nwosuchidi_20390_7013_program.c": "habits",
    "olsenkari_20374_7014_program.c": "slow",
}
RUBRIC = "[limits]\ncpu-seconds = 1\nwall-seconds = 3\nmemory-check-seconds = 5\n"


def make_class(folder: Path) -> None:
    """Write the submissions as Canvas names them, the days late, and the marks by hand."""
    (folder / "submissions").mkdir(parents=True)
    for number, (entry, name) in enumerate(CLASS.items()):
        path = make_submission(name, folder / "submissions")
        text = path.read_text().replace(f"{name}.c", "program.c")
        path.unlink()
        (folder / "submissions" / entry).write_text(f"/* {number} */\n{text}")
    (folder / "late.csv").write_text("student,days\n20417,1\n20420,2\n")
    rows = ["student,presentation,structure"]
    for number, entry in enumerate(CLASS):
        student = entry.replace("_LATE", "").split("_")[1]
        rows.append(f"{student},{7 - number % 4 / 2:g},{6 - number % 5 / 2:g}")
    (folder / "by-hand.csv").write_text("\n".join(rows) + "\n")
    (folder / "rubric.toml").write_text(RUBRIC)
    (folder / "hidden").mkdir()
    for name in ("a-worked-example.txt", "error-6-sideways.txt", "p-at-the-start.txt"):
        (folder / "hidden" / f"secret-{name}").write_bytes((EXAMPLES / name).read_bytes())


@contextmanager
def browser(width: int, height: int, dark: bool) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(word)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    try:
        yield driver
    finally:
        driver.quit()


def photograph(page: Path, name: str, width: int, height: int, dark: bool, at: str = "") -> None:
    """A picture of a page, or of the part of it that begins at an element."""
    with browser(width, height, dark) as driver:
        driver.get(page.resolve().as_uri())
        if at:
            script = "document.querySelector(arguments[0]).scrollIntoView()"
            driver.execute_script(script, at)
        driver.save_screenshot(str(PICTURES / f"{name}.png"))


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        make_class(folder)
        report = Path(sys.argv[1] if len(sys.argv) > 1 else folder / "report").resolve()
        subprocess.run(
            [
                *PROGRAM, "grade", "submissions", "--hidden", "hidden", "--memory-check",
                "--late", "late.csv", "--by-hand", "by-hand.csv", "--rubric", "rubric.toml",
                "--report", str(report),
            ],
            cwd=folder, check=True, env={**os.environ, "COLUMNS": "100"},
        )  # fmt: skip
        index, students = report / "index.html", report / "students"
        photograph(index, "index", 1180, 900, dark=False)
        photograph(index, "heat-map", 1180, 620, dark=False, at="#heat")
        photograph(students / "careyada-20382.html", "student", 860, 900, False, at="#first")
        photograph(students / "careyada-20382.html", "phone", 390, 800, dark=True)


if __name__ == "__main__":
    main()
