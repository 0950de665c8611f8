"""The pages in a real browser: sorting, filtering, links, colours, and injected scripts."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from grading import made
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checkers_cli.grading.verdicts import Verdict

CHROMES = ("chromium", "chromium-browser", "google-chrome")
COHORT = made.cohort()
PAGES = ["index.html", "students/brown.html", "students/chen.html", "staff/chen.html"]
PAGES += ["students/diaz.html", "staff/gray.html", "students/jones.html", "many/index.html"]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    times = {(graded.key, run.case): 0.25 for graded in COHORT for run in graded.runs}
    made.write_pages(made.header(), COHORT, folder, times)
    cases = made.many_cases(60)
    made.write_pages(made.header(cases), made.many(160, cases), folder / "many", None)
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    chrome = next((found for name in CHROMES if (found := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if chrome is None or driver is None:
        pytest.skip("no browser here: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chrome
    profile = tmp_path_factory.mktemp("profile")
    # no-sandbox: Chromium has none for root, and these pages are our own.
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{argument}")
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield started
    finally:
        started.quit()


@pytest.fixture(autouse=True)
def _as_on_a_desk(browser: webdriver.Chrome) -> None:
    look(browser, 1280, dark=False)


def look(browser: webdriver.Chrome, width: int, dark: bool) -> None:
    """A screen of this width, on a machine that is set to light or dark."""
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


def visit(browser: webdriver.Chrome, path: Path) -> None:
    browser.get(path.as_uri())


def run(browser: webdriver.Chrome, script: str) -> Any:
    return browser.execute_script(f"return {script}")


def messages(browser: webdriver.Chrome, log: str) -> list[str]:
    """The new entries of a log of the browser."""
    entries = browser.get_log(log)  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in entries]


def column(browser: webdriver.Chrome, number: int) -> list[str]:
    """The visible texts of a column of the table of submissions."""
    rows = browser.find_elements(By.CSS_SELECTOR, "#submissions tbody tr:not([hidden])")
    return [row.find_element(By.CSS_SELECTOR, f":nth-child({number})").text for row in rows]


def heads(browser: webdriver.Chrome) -> dict[str, Any]:
    found = browser.find_elements(By.CSS_SELECTOR, "#submissions thead th")
    return {head.text: head for head in found}


def test_click_on_a_heading_sorts_the_table(browser: webdriver.Chrome, report: Path) -> None:
    visit(browser, report / "index.html")
    total = heads(browser)["Total"]
    button = total.find_element(By.TAG_NAME, "button")
    button.click()
    marks = [float(text) if text[0].isdigit() else -1 for text in column(browser, 4)]
    assert marks == sorted(marks)
    assert len(marks) == len(COHORT)
    assert total.get_attribute("aria-sort") == "ascending"
    button.send_keys(Keys.ENTER)
    marks = [float(text) if text[0].isdigit() else -1 for text in column(browser, 4)]
    assert marks == sorted(marks, reverse=True)
    assert total.get_attribute("aria-sort") == "descending"
    heads(browser)["Student"].find_element(By.TAG_NAME, "button").click()
    assert column(browser, 2) == [graded.key for graded in COHORT]
    assert total.get_attribute("aria-sort") is None


def test_heat_map_has_the_order_of_the_table(browser: webdriver.Chrome, report: Path) -> None:
    visit(browser, report / "index.html")
    heads(browser)["Total"].find_element(By.TAG_NAME, "button").click()
    orders = run(
        browser,
        "[...document.querySelectorAll('tbody[data-rows]')]"
        ".map(body => [...body.rows].map(row => row.dataset.n).join())",
    )
    assert len(orders) == 2
    assert orders[0] == orders[1] != ",".join(map(str, range(len(COHORT))))


def test_typing_filters_the_table(browser: webdriver.Chrome, report: Path) -> None:
    visit(browser, report / "index.html")
    box = browser.find_element(By.ID, "filter")
    box.send_keys("winner LIMITS")
    assert column(browser, 2) == ["fox"]
    assert browser.find_element(By.ID, "shown").text == "1 of 10"
    assert run(browser, "document.querySelectorAll('.heat tbody tr:not([hidden])').length") == 1
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys("fôx")  # accents do not matter, on either side
    assert column(browser, 2) == ["fox"]
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(Keys.DELETE)
    assert len(column(browser, 2)) == len(COHORT)
    assert browser.find_element(By.ID, "shown").text == ""


def test_bars_of_mistakes_show_the_number_of_submissions(
    browser: webdriver.Chrome, report: Path
) -> None:
    for width, dark in ((1280, False), (360, True)):
        look(browser, width, dark)
        visit(browser, report / "many" / "index.html")
        counts = run(
            browser,
            "[...document.querySelectorAll('section > .made > li > .count')]"
            ".map(count => parseInt(count.textContent))",
        )
        bars = "[...document.querySelectorAll('section > .made > li > .share > .bar')]"
        widths = run(browser, f"{bars}.map(bar => bar.getBoundingClientRect().width)")
        assert len(widths) == len(counts) == 15
        assert counts == sorted(counts, reverse=True)
        assert widths[0] > width / 3
        shares = [found / widths[0] for found in widths]
        assert shares == pytest.approx([count / counts[0] for count in counts], abs=0.01)
        paint = f"getComputedStyle({bars}[0]).fill.match(/\\d+/g).map(Number)"
        behind = "getComputedStyle(document.body).backgroundColor"
        assert run(browser, paint) != run(browser, f"{behind}.match(/\\d+/g).map(Number)")


def test_chart_of_mistakes_links_to_the_submissions(
    browser: webdriver.Chrome, report: Path
) -> None:
    visit(browser, report / "many" / "index.html")
    first = browser.find_element(By.CSS_SELECTOR, ".made > li")
    count = int(first.find_element(By.CSS_SELECTOR, ".count").text.split()[0])
    assert sum(link.is_displayed() for link in first.find_elements(By.TAG_NAME, "a")) == 10
    first.find_element(By.TAG_NAME, "summary").click()
    links = first.find_elements(By.TAG_NAME, "a")
    assert all(link.is_displayed() for link in links)
    assert len(links) == count
    target = links[-1].get_attribute("href")
    links[-1].click()
    assert browser.current_url == target
    assert browser.find_element(By.CSS_SELECTOR, "#mistakes + article em").is_displayed()


def test_id_of_a_fault_filters_the_table(browser: webdriver.Chrome, report: Path) -> None:
    visit(browser, report / "index.html")
    assert "Faults" in heads(browser)
    browser.find_element(By.ID, "filter").send_keys("towers-slide")
    assert column(browser, 2) == ["ito"]


def test_click_selects_a_whole_script(browser: webdriver.Chrome, report: Path) -> None:
    visit(browser, report / "students" / "brown.html")
    browser.find_element(By.CSS_SELECTOR, "#mistakes + article .script").click()
    assert run(browser, "getSelection().toString()").strip() == made.TIES.script.strip()


def test_name_links_to_the_page_and_back(browser: webdriver.Chrome, report: Path) -> None:
    visit(browser, report / "index.html")
    browser.find_element(By.LINK_TEXT, "Bob Brown").click()
    assert browser.current_url == (report / "staff" / "brown.html").as_uri()
    assert browser.find_element(By.TAG_NAME, "h1").text == "Bob Brown"
    browser.find_element(By.LINK_TEXT, "a-at-the-start").click()
    assert browser.current_url.endswith("brown.html#case3")
    assert run(browser, "document.querySelector(':target').textContent").endswith("a-at-the-start")
    browser.find_element(By.LINK_TEXT, "All submissions").click()
    assert browser.current_url == (report / "index.html").as_uri()
    browser.find_element(By.CSS_SELECTOR, ".heat tbody td a").click()
    assert browser.current_url == (report / "staff" / "adams.html").as_uri() + "#cases"


@pytest.mark.parametrize("page", PAGES)
def test_page_has_no_console_errors_and_fits_a_phone(
    browser: webdriver.Chrome, report: Path, page: str
) -> None:
    look(browser, 360, dark=False)
    messages(browser, "browser")
    messages(browser, "performance")
    visit(browser, report / page)
    assert run(browser, "innerWidth") == 360
    assert run(browser, "document.documentElement.scrollWidth") <= 360
    assert run(browser, "typeof window.pwned") == "undefined"
    assert messages(browser, "browser") == []
    sent = [json.loads(text)["message"] for text in messages(browser, "performance")]
    wanted = [m["params"]["request"]["url"] for m in sent if m["method"].endswith("BeSent")]
    assert wanted == [(report / page).as_uri()]


def test_policy_blocks_an_injected_script(
    browser: webdriver.Chrome, report: Path, tmp_path: Path
) -> None:
    for page in ("index.html", "students/brown.html"):
        source = (report / page).read_text(encoding="utf-8")
        attacked = tmp_path / "attacked.html"
        attacked.write_text(
            source.replace("<main>", f"<main>{made.SCRIPT}{made.IMAGE}"), encoding="utf-8"
        )
        visit(browser, attacked)
        assert run(browser, "document.images.length") == 1
        assert run(browser, "typeof window.pwned") == "undefined"
        assert "Content Security Policy" in messages(browser, "browser")[0]


@pytest.mark.parametrize("page", ["index.html", "students/brown.html"])
def test_dark_scheme_is_dark_and_print_is_light(
    browser: webdriver.Chrome, report: Path, page: str
) -> None:
    visit(browser, report / page)
    background = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    ink = background.replace("backgroundColor", "color")
    assert min(run(browser, background)) > 200 > 100 > max(run(browser, ink))
    look(browser, 1280, dark=True)
    assert max(run(browser, background)) < 60 < 200 < min(run(browser, ink))
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    printed = {"media": "print", "features": [dark]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", printed)
    assert min(run(browser, background)) > 200 > 100 > max(run(browser, ink))
    look(browser, 700, dark=True)  # a sheet of A4 with margins
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", printed)
    assert run(browser, "document.documentElement.scrollWidth") <= 700
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_texts_have_enough_contrast(browser: webdriver.Chrome, report: Path) -> None:
    """The contrast that WCAG AA asks for, 4.5 to 1, for the words and for the verdicts' tags."""
    for dark in (False, True):
        look(browser, 1280, dark)
        visit(browser, report / "index.html")
        names = ["ink", "quiet", "link", "accent"]
        pairs = [(name, "paper") for name in names] + [(name, "raised") for name in names]
        pairs += [("accent", "accent-paper"), ("ink", "accent-paper")]
        ids = [*run(browser, "[...document.querySelectorAll('.legend b')].map(b => b.textContent)")]
        pairs += [(f"{name}-ink", name) for name in [*ids, "none"]]
        assert len(ids) == len(Verdict)
        for one, other in pairs:
            lights = sorted(brightness(browser, name) + 0.05 for name in (one, other))
            assert lights[1] / lights[0] >= 4.5, (one, other, dark)


def brightness(browser: webdriver.Chrome, name: str) -> float:
    """The relative luminance of a colour of the style sheet."""
    root = "getComputedStyle(document.documentElement)"
    colour = run(browser, f"{root}.getPropertyValue('--{name}')").strip()
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_index_is_complete_without_scripts(browser: webdriver.Chrome, report: Path) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit(browser, report / "index.html")
        assert not browser.find_elements(By.CSS_SELECTOR, "th button")
        assert not browser.find_element(By.ID, "filter").is_displayed()
        assert len(column(browser, 2)) == len(COHORT)
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
