"""A library and a judged answer with everything that makes offsets go wrong."""

from dataclasses import replace

import pytest

import pincite
from pincite import samples
from pincite.readers import read_document
from pincite.records import Library, Report
from pincite.split import split

BIKES = (
    "Dôme n°7 🛶 sold 30 rafts. 湖は静かだった。 Income: €540.\r\n\r\n"
    "The e\u0301tude 𝒜 cost 7 euros."
)
TRAMS = "Trams ran all night. Fares fell by 3 cent. Fares fell by 3 cent. Costs did not change."

ANSWER = (
    "🛶 Dôme n°7 sold 30 rafts [s1]. Income was €540 [s3], and fares fell by 3 cent [s7].\n\n"
    "- Costs did not change [s8].\n- Trams ran all night [s5-s6].\n\nIt never rained."
)


@pytest.fixture(scope="session")
def library() -> Library:
    """Two documents, `bikes` (s1 to s4) and, from the web, `trams` (s5 to s8)."""
    bikes = read_document(BIKES.encode(), name="bikes.txt", source_id="bikes")
    trams = read_document(TRAMS.encode(), name="trams.txt", source_id="trams")
    return split([bikes, replace(trams, uri="https://example.org/trams?x=1#top")])


@pytest.fixture(scope="session")
def report(library: Library) -> Report:
    """An answer about them, judged."""
    return pincite.verify(ANSWER, library)


@pytest.fixture(scope="session")
def filings() -> Library:
    """The sample report (PDF) and press release (HTML)."""
    names = ("halden-report-2025.pdf", "halden-press-release.html")
    return pincite.read(*map(samples.path, names))


@pytest.fixture(scope="session")
def filed(filings: Library) -> Report:
    """The sample answer about them, judged."""
    return pincite.verify(samples.path("answer.md"), filings)
