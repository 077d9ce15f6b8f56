"""What the reader of HTML says about a page is what a real Chromium shows of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from pincite.readers import read_document
from pincite.records import BlockKind, Document
from pincite.samples import path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
CHROMEDRIVER = shutil.which("chromedriver") or ""

pytestmark = pytest.mark.browser

PAGE = """<!DOCTYPE html><html lang=en><title>t</title><body>
<nav><a>Home</a></nav><div><p>x<p>Second   <b>bold</b> &amp; caf&eacute;<br>line</div>
<div><p>Third<span hidden>no</span> <span style="display:none">no</span>end<o:p>odd</o:p></div>
<table><caption>Cap</caption><tr><th>a<th>b<tr><td>1<td><p>2</p><p>3</p></table>
<table>moved<tr><td><h2>In</h2><table><tr><td>deep</table></table>
<ul><li>one<ul><li>two</ul><li>three</ul><dialog>closed</dialog><details><summary>s</summary>d</details>
<pre>
  code &lt;x&gt;
    y</pre><script>document.x = 1</script><template>t</template><b><p>mis</b>nested</p> tail
<svg><text>drawn</text></svg><p>nbsp&nbsp;&nbsp;kept<wbr>word &notit; &#128; end"""


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One headless Chromium for the module."""
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
        f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    yield driver
    driver.quit()


def letters(text: str) -> str:
    """A text without white space and the bars between cells."""
    return "".join(text.replace(" | ", " ").split())


def opened(chrome: webdriver.Chrome, page: bytes, folder: Path) -> Document:
    """The page in the browser, and read."""
    file = folder / "page.html"
    file.write_bytes(page)
    chrome.get(file.as_uri())
    return read_document(page, name="page.html", media_type="text/html; charset=utf-8")


@pytest.mark.parametrize(
    "page",
    [PAGE.encode(), path("halden-press-release.html").read_bytes()],
    ids=["odd page", "press release"],
)
def test_paths_lead_to_elements(chrome: webdriver.Chrome, page: bytes, tmp_path: Path) -> None:
    """`querySelector` of a block's path is an element that shows the block's text."""
    document = opened(chrome, page, tmp_path)
    assert len(document.blocks) > 10
    for block in document.blocks:
        element = document.map.locate(block.start, block.end).element
        shown = chrome.execute_script(
            "const copy = document.querySelector(arguments[0]).cloneNode(true);"
            "copy.querySelectorAll('[hidden], [style]').forEach(e => e.remove());"
            "return copy.textContent",
            element,
        )
        assert letters(document.text[block.start : block.end]) in letters(shown), element


def test_the_text_is_what_the_browser_shows(chrome: webdriver.Chrome, tmp_path: Path) -> None:
    """All that the browser shows is read, in its order, but drawings and furniture."""
    document = opened(chrome, PAGE.encode(), tmp_path)
    shown = chrome.execute_script(
        "document.querySelectorAll('nav, svg').forEach(e => e.remove());"
        "document.querySelectorAll('details').forEach(e => e.open = true);"
        "return document.body.innerText"
    )
    blocks = [block for block in document.blocks if block.kind is not BlockKind.FURNITURE]
    read = "".join(document.text[block.start : block.end] for block in blocks)
    assert letters(read) == letters(shown)
