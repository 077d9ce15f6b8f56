"""The report page, driven in a real headless Chromium from disk."""

from __future__ import annotations

import base64
import dataclasses
import re
import shutil
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from pincite.parse import parse_answer
from pincite.readers import read_document
from pincite.records import BlockKind, CitationStatus, Report
from pincite.report.excerpt import Limits
from pincite.report.html import html
from pincite.samples import path
from pincite.split import split

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
CHROMEDRIVER = shutil.which("chromedriver") or ""

browser_test = pytest.mark.browser
Open = Callable[[str], webdriver.Chrome]

HOSTILE = (
    "</script><script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "<a href=\"javascript:document.title='owned'\">s1</a>",
    "</bdi></p></article><h1 id=c1>taken over</h1>",
    "{{ 7 * 7 }} {% raw %} &lt;b&gt;",
    "\u202eevil\u202c \x1b[31mred \x00 nul \ud800 lone",
)


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One headless Chromium for the module, without a network."""
    if not (CHROMIUM and CHROMEDRIVER):
        pytest.skip("no Chromium with chromedriver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,860",
        f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def load(chrome: webdriver.Chrome, tmp_path: Path) -> Iterator[Open]:
    """Writes a page to disk and opens it; afterwards the console must be empty."""

    def opened(page: str) -> webdriver.Chrome:
        file = tmp_path / "report.html"
        file.write_text(page, encoding="utf-8")
        chrome.get(file.as_uri())
        return chrome

    yield opened
    chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    assert chrome.get_log("browser") == []


def ids(driver: webdriver.Chrome, selector: str) -> list[str]:
    """The ids of the elements that a selector finds."""
    return [e.get_attribute("id") or "" for e in driver.find_elements(By.CSS_SELECTOR, selector)]


def in_view(driver: webdriver.Chrome, number: int) -> bool:
    """Whether a sentence lies inside the sources pane and the window."""
    script = """
      const box = document.getElementById(arguments[0]).getBoundingClientRect();
      const pane = document.getElementById("sources").getBoundingClientRect();
      return box.top >= Math.max(0, pane.top) && box.bottom <= Math.min(innerHeight, pane.bottom);
    """
    return bool(driver.execute_script(script, f"s{number}"))


def press(driver: webdriver.Chrome, keys: str) -> None:
    """Type keys into whatever has the focus."""
    driver.switch_to.active_element.send_keys(keys)


@browser_test
def test_a_click_on_a_claim_highlights_exactly_its_evidence(load: Open, report: Report) -> None:
    """Claim 5 cites `[s14, s35]` and `[s15]`: these three and no other are highlighted."""
    driver = load(html(report))
    driver.find_element(By.CSS_SELECTOR, "#c5 .words").click()
    assert ids(driver, ".hit") == ["s14", "s15", "s35"]
    assert in_view(driver, 14)
    assert ids(driver, ".card.shown") == ["d5"]
    assert driver.find_element(By.ID, "place").text == "1 of 2"
    press(driver, "n")
    assert in_view(driver, 35)


@browser_test
def test_a_click_on_a_chip_highlights_its_own_sentences_only(load: Open, report: Report) -> None:
    """The second marker of claim 3 leads to s7, not to s6."""
    driver = load(html(report))
    driver.find_element(By.CSS_SELECTOR, "#c3 .chip[data-show='7-7']").click()
    assert ids(driver, ".hit") == ["s7"]
    assert in_view(driver, 7)


@browser_test
def test_the_keyboard_moves_between_claims_and_clears(load: Open, report: Report) -> None:
    """J and the arrows go on, k goes back, Esc clears, ? lists the keys, Enter works on a chip."""
    driver = load(html(report))
    body = driver.find_element(By.TAG_NAME, "body")
    body.send_keys("jj")
    assert ids(driver, ".claim.active") == ["c2"]
    assert ids(driver, ".hit") == ["s2"]
    press(driver, Keys.ARROW_DOWN)
    press(driver, "j")
    press(driver, "k")
    assert ids(driver, ".claim.active") == ["c3"]
    assert driver.switch_to.active_element.get_attribute("aria-expanded") == "true"
    chip = driver.find_element(By.CSS_SELECTOR, "#c5 .chip")
    chip.send_keys(Keys.ENTER)
    assert ids(driver, ".hit") == ["s14", "s35"]
    press(driver, Keys.ESCAPE)
    assert ids(driver, ".hit, .claim.active, .card.shown") == []
    press(driver, "?")
    assert driver.find_element(By.ID, "help").is_displayed()
    press(driver, Keys.ESCAPE)
    assert not driver.find_element(By.ID, "help").is_displayed()


@browser_test
def test_the_filter_leaves_the_claims_of_a_verdict(load: Open, report: Report) -> None:
    """Pressed filters fade the other claims and the keys pass over them."""
    driver = load(html(report))
    driver.find_element(By.CSS_SELECTOR, "[data-filter='supported']").click()
    assert ids(driver, ".claim:not(.faded)") == ["c2", "c5"]
    assert driver.find_element(By.ID, "filtered").text == "2 of 10 claims"
    driver.find_element(By.TAG_NAME, "body").send_keys("jj")
    assert ids(driver, ".claim.active") == ["c5"]


@browser_test
def test_every_claim_carries_its_verdict_in_words_and_an_icon(load: Open, report: Report) -> None:
    """No verdict is told by colour alone."""
    driver = load(html(report))
    labels = driver.find_elements(By.CSS_SELECTOR, ".claim .verdict")
    expected = [verdict.status.replace("_", " ").capitalize() for verdict in report.verdicts]
    assert [label.text for label in labels] == expected
    icons = driver.find_elements(By.CSS_SELECTOR, ".claim .verdict svg use")
    assert [i.get_attribute("href") for i in icons] == [f"#i-{v.status}" for v in report.verdicts]


@browser_test
def test_broken_citations_and_conflicts_are_listed(load: Open, report: Report) -> None:
    """Each broken marker stands in red with its reason, a conflict with both sentences."""
    driver = load(html(report))
    listed = [e.text for e in driver.find_elements(By.CSS_SELECTOR, "ul.broken p")]
    assert listed[0] == "there is no sentence s90; the library ends at s42 claim 8"
    assert len(listed) == 3
    chip = driver.find_element(By.CSS_SELECTOR, "#c8 .chip.bad")
    assert "Broken citation s90" in " ".join((chip.get_attribute("textContent") or "").split())
    sides = [e.text for e in driver.find_elements(By.CSS_SELECTOR, ".sides > div")]
    assert "318,400" in sides[0]
    assert "331,000" in sides[1]


@browser_test
def test_nothing_is_requested_but_the_file(load: Open, report: Report) -> None:
    """The page works from disk without a network."""
    driver = load(html(report))
    driver.get_log("performance")
    driver.refresh()
    asked = re.findall(
        r'"method":"Network\.requestWillBeSent".*?"url":"([^"]+)"',
        "\n".join(entry["message"] for entry in driver.get_log("performance")),
    )
    assert {url.split(":")[0] for url in asked} <= {"file"}
    assert len(set(asked)) <= 1


@browser_test
def test_the_text_of_a_hostile_document_and_answer_is_inert(
    load: Open, samples: ModuleType
) -> None:
    """Scripts, handlers, links, tags and controls in sources and answers stay text."""
    source = [(BlockKind.HEADING, 1, [HOSTILE[0]]), (BlockKind.PARAGRAPH, 0, list(HOSTILE))]
    text = "\n\n".join(HOSTILE[:5]) + "\n\nEvil \u202ereversed [s2]."
    made = samples.sample_report(text, (("bad", source), ("worse", source)))
    made = dataclasses.replace(made, warnings=HOSTILE, verifier=HOSTILE[1])
    driver = load(html(made, title=HOSTILE[0]))
    assert driver.title == HOSTILE[0]
    assert driver.find_element(By.ID, "s3").text == HOSTILE[1]
    assert driver.find_element(By.ID, "s7").text == "\u202eevil\u202c ␛[31mred ␀ nul � lone"
    assert driver.find_elements(By.CSS_SELECTOR, "img, a[href^='javascript'], h1#c1") == []
    assert len(driver.find_elements(By.TAG_NAME, "script")) == 1
    direction = "return getComputedStyle(document.getElementById('s7')).unicodeBidi"
    assert driver.execute_script(direction) == "isolate"


@browser_test
def test_dark_follows_the_system_and_the_button(load: Open, report: Report) -> None:
    """The ground is dark where the system is, and the button turns it over."""
    driver = load(html(report))
    ground = "return getComputedStyle(document.documentElement).backgroundColor"
    light = driver.execute_script(ground)
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": "dark"}]},
    )
    dark = driver.execute_script(ground)
    assert dark != light
    driver.find_element(By.ID, "theme").click()
    assert driver.execute_script(ground) == light


CONTRAST = """
const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const ground = (e) => {
  for (; e; e = e.parentElement) {
    const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] === 1) return c;
  }
  return [255, 255, 255];
};
const bad = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const e = walker.currentNode.parentElement;
  const hidden = e.closest("script, .sr, .skip") || !e.offsetParent;
  if (hidden || !walker.currentNode.data.trim()) continue;
  const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${e.className} ${e.textContent.slice(0, 40)}`);
}
return bad;
"""


@browser_test
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_the_contrast_of_wcag_aa(load: Open, report: Report, scheme: str) -> None:
    """Every visible text, the open claim and its evidence included, has at least 4.5 to 1."""
    driver = load(html(report))
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    for claim in ("#c3", "#c8", "#c7"):
        driver.find_element(By.CSS_SELECTOR, f"{claim} .verdict").click()
        assert driver.execute_script(CONTRAST) == []


@browser_test
def test_on_a_phone_the_sources_rise_as_a_sheet(
    chrome: webdriver.Chrome, load: Open, report: Report
) -> None:
    """Nothing overflows 390 pixels, and a tap on a claim brings up its evidence."""
    chrome.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True},
    )
    driver = load(html(report))
    assert driver.execute_script("return document.documentElement.scrollWidth") == 390
    assert not driver.find_element(By.ID, "s7").is_displayed()
    driver.find_element(By.CSS_SELECTOR, "#c3 .verdict").click()
    assert ids(driver, ".hit") == ["s6", "s7"]
    assert driver.find_element(By.ID, "s7").is_displayed()
    WebDriverWait(driver, 5).until(lambda d: in_view(d, 6))
    driver.find_element(By.ID, "close").click()
    assert driver.execute_script("return document.getElementById('sources').className") == (
        "pane sources"
    )


@browser_test
def test_print_shows_every_claim_with_its_evidence(load: Open, report: Report) -> None:
    """On paper the card of each claim is open, the sources pane is gone, a PDF comes out."""
    driver = load(html(report))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    cards = driver.find_elements(By.CSS_SELECTOR, ".card")
    assert [card.is_displayed() for card in cards] == [False] + [True] * 9
    assert not driver.find_element(By.ID, "sources").is_displayed()
    pdf = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert pdf.startswith(b"%PDF-")


@browser_test
def test_without_script_everything_is_open(load: Open, report: Report) -> None:
    """Cards and sources are readable where scripts do not run, and chips are plain links."""
    page = re.sub(r"<script>.*</script>", "", html(report), flags=re.S)
    driver = load(page)
    assert driver.find_element(By.ID, "d3").is_displayed()
    assert not driver.find_element(By.ID, "theme").is_displayed()
    driver.find_element(By.CSS_SELECTOR, "#c3 .chip[data-show='7-7']").click()
    assert ids(driver, ":target") == ["s7"]


def test_the_policy_admits_only_the_inlined_style_and_script(report: Report) -> None:
    """No inline handler, no style attribute, no address of another host."""
    page = unescape(html(report))
    assert "default-src 'none'" in page
    assert page.count("'sha256-") == 2
    assert re.search(r"<[^>]+\s(?:on\w+|style)=", page) is None
    assert re.search(r"(?:src|href)=\"(?!#)", page) is None


def test_the_same_report_gives_the_same_bytes(report: Report, samples: ModuleType) -> None:
    """No clock and no path goes into a page."""
    assert html(report) == html(samples.sample_report())


@pytest.mark.parametrize("status", [s for s in CitationStatus if s is not CitationStatus.OK])
def test_each_kind_of_broken_citation_says_why(report: Report, status: CitationStatus) -> None:
    """A broken citation without a reason of its own gets the words of its status."""
    first, *rest = report.answer.citations
    broken = dataclasses.replace(first, status=status, reason="")
    answer = dataclasses.replace(report.answer, citations=(broken, *rest))
    page = html(dataclasses.replace(report, answer=answer))
    assert page.count('<section id="broken"') == 1
    assert re.search(r'class="chip (?:bad|odd)" href="#s2"', page)


def test_of_a_large_library_the_page_holds_neighbourhoods_and_says_so(
    samples: ModuleType,
) -> None:
    """Cited sentences with their neighbours are there, the gaps are named, the rest is not."""
    paragraphs = [(BlockKind.PARAGRAPH, 0, [f"Sentence {n} of many."]) for n in range(1000)]
    made = samples.sample_report("It says so [s500].", (("long", paragraphs),))
    page = html(made, limits=Limits(whole_characters=1000, neighbours=3))
    assert re.findall(r'<bdi id="s(\d+)"', page) == [str(n) for n in range(497, 504)]
    assert "496 sentences left out (s1–s496)" in page
    assert "497 sentences left out (s504–s1000)" in page
    assert "holds 7 of the library" in page


def test_a_page_is_smaller_than_twice_its_text(samples: ModuleType) -> None:
    """Ten thousand sentences cost little more than their characters."""
    words = "The station on the western point was lit again after the storm of the winter. "
    sentences = [(BlockKind.PARAGRAPH, 0, [words + words] * 4)] * 2500
    made = samples.sample_report("It was lit [s9999].", (("long", sentences),))
    page = html(made)
    text = made.library.documents[0].text
    assert page.count("<bdi id=") == 10_000
    assert len(page) < 1.5 * len(text)


def test_emphasis_and_code_of_an_answer_are_shown_as_such(samples: ModuleType) -> None:
    """`**strong**` and `code` lose their signs; unbalanced signs stay as written."""
    made = samples.sample_report("A **bold** `<b>` a ** b **c [s2].")
    page = html(made)
    assert "A <strong>bold</strong> <code>&lt;b&gt;</code> a ** b **c " in page


@pytest.fixture(scope="module")
def paged(samples: ModuleType) -> Report:
    """An answer about the sample PDF, which can draw its pages."""
    held = split([read_document(path("halden-report-2025.pdf"))])
    tall = next(s for s in held.sentences() if s.text.startswith("Operating profit was NOK 368"))
    return samples.report_on(f"Operating profit was NOK 368 million [s{tall.number}].", held)


@browser_test
def test_cited_pages_are_shown_with_the_boxes_of_the_sentence(load: Open, paged: Report) -> None:
    """The switch turns text into pages, on which the cited sentence's lines are marked."""
    driver = load(html(paged))
    number = paged.answer.citations[0].evidence[0][0]
    driver.find_element(By.CSS_SELECTOR, "#c1 .words").click()
    assert in_view(driver, number)
    press(driver, "p")
    assert not driver.find_element(By.ID, f"s{number}").is_displayed()
    boxes = driver.find_elements(By.CSS_SELECTOR, ".box.hit")
    assert [box.get_attribute("data-s") for box in boxes] == [str(number)] * 2
    assert all(box.is_displayed() for box in boxes)
    shown = """
      const image = document.querySelector("figure image").getBoundingClientRect();
      const box = document.querySelector(".box.hit").getBoundingClientRect();
      const pane = document.getElementById("sources").getBoundingClientRect();
      return box.top > pane.top && box.bottom < pane.bottom && box.left > image.left
        && box.right < image.right;
    """
    assert driver.execute_script(shown)
    boxes[0].click()
    assert driver.find_element(By.ID, "where").text == f"Sentence s{number}: 1 sentence"
    driver.find_element(By.CSS_SELECTOR, "button[data-mode='text']").click()
    assert in_view(driver, number)


@browser_test
def test_the_picture_of_a_page_is_decoded(load: Open, paged: Report) -> None:
    """Chromium reads the PNG, at the size that was asked for."""
    driver = load(html(paged, limits=Limits(page_pixels=600)))
    script = """
      const done = arguments[arguments.length - 1];
      const image = new Image();
      image.onload = () => done([image.naturalWidth, image.naturalHeight]);
      image.onerror = () => done(null);
      image.src = document.querySelector("figure image").getAttribute("href");
    """
    assert driver.execute_async_script(script) == [424, 600]


def test_pictures_end_at_their_limit_and_the_page_says_so(paged: Report) -> None:
    """Without pictures there is no switch, and the pages that have none are counted."""
    page = html(paged, limits=Limits(pages=0))
    assert "data:image" not in page
    assert '<button type="button" data-mode' not in page
    assert "1 cited page has no picture here." in page


@pytest.mark.parametrize(
    ("uri", "linked"),
    [
        ("https://example.org/a?b=1&c=2", True),
        ("javascript:alert(1)", False),
        ("/home/someone/report.pdf", False),
        ("file:///etc/passwd", False),
        ('https://example.org/" onclick="alert(1)', False),
    ],
)
def test_only_addresses_of_the_web_become_links(report: Report, uri: str, linked: bool) -> None:
    """A source's address is a link if it is http(s); a local path does not leave the machine."""
    document = dataclasses.replace(report.library.documents[0], uri=uri)
    library = dataclasses.replace(report.library, documents=(document, report.library.documents[1]))
    page = unescape(html(dataclasses.replace(report, library=library)))
    assert (f'href="{uri}"' in page) is linked
    assert (uri in page) is linked


@browser_test
@pytest.mark.parametrize("phone", [False, True])
def test_a_sentence_in_the_middle_of_a_long_document_is_found(
    chrome: webdriver.Chrome, load: Open, samples: ModuleType, phone: bool
) -> None:
    """Far jumps over chunks that were never laid out end at the sentence."""
    if phone:
        chrome.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True},
        )
    words = "The lamp was lit again after the storm and burned until the morning. "
    source = [(BlockKind.PARAGRAPH, 0, [words * (1 + n % 4)] * 3) for n in range(1000)]
    text = "It was lit [s1500]. It was lit [s2990]. It was lit [s40]."
    driver = load(html(samples.sample_report(text, (("long", source),))))
    for claim, number in ((1, 1500), (2, 2990), (3, 40)):
        driver.find_element(By.CSS_SELECTOR, f"#c{claim} .verdict").click()
        WebDriverWait(driver, 5).until(lambda d, n=number: in_view(d, n))
        assert ids(driver, ".hit") == [f"s{number}"]


def test_an_answer_without_claims_makes_a_page(samples: ModuleType) -> None:
    """Empty answers, and answers that are only code, are shown as what they are."""
    empty = dataclasses.replace(samples.sample_report(""), answered=False)
    assert "The answer is empty." in html(empty)
    assert "makes no claim" in html(empty)
    code = dataclasses.replace(empty, answer=parse_answer("```\nx = a[s3]\n```"))
    assert "x = a[s3]" in html(code)


def test_a_document_of_a_right_to_left_language_is_set_so(report: Report) -> None:
    """The base direction follows the language, each sentence its own text."""
    document = dataclasses.replace(report.library.documents[0], language="he")
    library = dataclasses.replace(report.library, documents=(document, report.library.documents[1]))
    page = html(dataclasses.replace(report, library=library))
    assert 'lang="he" dir="rtl"' in page
    assert 'lang="en" dir="auto"' in page
