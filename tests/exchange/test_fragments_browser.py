"""A link to cited words is one that a real Chromium scrolls to, whatever the words are."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from pincite.exchange.fragments import link_to
from pincite.exchange.shown import Evidence
from pincite.readers import read_document
from pincite.split import split

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
CHROMEDRIVER = shutil.which("chromedriver") or ""

pytestmark = pytest.mark.browser

GAP = "<hr style='height:3000px'>"
BLOCKS = (
    "<nav><a href=x>Fares and fees</a> <a href=y>Opening hours</a></nav>",
    "<p id=plain>The first tram leaves at five.",
    "<p id=commas>Rain, sleet, and -- at 5% -- hail; half-dry, semi-wet.",
    "<p id=ampersand>Marks &amp; Rowe pay R&amp;D #7 + tax = 20% (net).",
    "<p id=script>Le caf&eacute; na&iuml;f d&eacute;j&agrave; vu co&ucirc;te 3&nbsp;€. "
    "秋の湖は静かだった。 🚲 sold.",
    "<p id=arabic dir=rtl>الترام يصل في الخامسة صباحا.",
    "<p id=once>Costs did not change. It was a quiet year.",
    "<p id=twice>Wages rose. COSTS DID NOT CHANGE. The board was pleased.",
    "<p id=thrice>Costs did not change. Nobody asked why.",
    "<h2 id=heading>Opening hours</h2>",
    "<p id=inline>Every <b>third <i>car</i></b>riage is <a href=z>heat</a>ed in Janu<wbr>ary.",
    "<p id=breaks>One line<br>and another line<br>and a last line of it.",
    "<table><tr id=row1><th>Line<th>2022<th>2023<tr id=row2><td>North<td>12,400<td>13,100"
    "<tr id=row3><td>Total<td>12,400<td>13,100<tr id=row4><td>Share<td>1%<td>2%</table>",
    "<p id=total>Total costs are given by line.",
    "<ul><li id=item1>A first thing<li id=item2>A second thing, (with) brackets [1]</ul>",
    "<p id=long>" + "The inspector counted each wheel of every carriage with great care and " * 4
    + "then went home.",
    "<p id=last>“Quoted,” she said — ‘twice’ … and <code>a-b</code> left.",
)  # fmt: skip
HEAD = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>t</title>"
PAGE = f"{HEAD}<body>{GAP.join(BLOCKS)}{GAP}"


SEEN = """
const [path, done] = arguments;
let tries = 0;
const look = () => {
  const box = document.querySelector(path).getBoundingClientRect();
  const seen = scrollY > 0 && box.bottom > 0 && box.top < innerHeight;
  if (seen || ++tries > 30) done(seen); else setTimeout(look, 50);
};
look();
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server has the page."""
    folder: Path = tmp_path_factory.mktemp("page")
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/page.html"
    server.shutdown()
    server.server_close()


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
        "--window-size=900,700",
        f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    yield driver
    driver.quit()


def test_every_sentence_is_scrolled_to(chrome: webdriver.Chrome, address: str) -> None:
    """For each sentence, and for pairs of neighbours, the browser shows the element it is in."""
    document = read_document(PAGE.encode(), name="page.html", media_type="text/html;charset=utf-8")
    library = split([replace(document, uri=address)])
    runs = [(n, n) for n in range(1, len(library) + 1)]
    runs += [(n, n + 1) for n in range(1, len(library), 5)]
    missed = []
    for first, last in runs:
        evidence = Evidence(library, first, last)
        place = document.map.locate(evidence.start, evidence.start + 1).element
        chrome.get(link_to(evidence).replace("page.html", f"page.html?{first}-{last}"))
        if not chrome.execute_async_script(SEEN, place):
            missed.append((evidence.exact, link_to(evidence)))
    assert not missed
    assert len(library) > 25
