"""Texts, PDFs and answers of our own making, of any size, for measuring time and memory.

The same size and seed give the same text. Sentences differ from each other and carry figures,
names, abbreviations and units, so that no stage has less to do than on a real report.
"""

from __future__ import annotations

import textwrap
from random import Random

from pincite.records import Library

__all__ = ["LINES_PER_PAGE", "cited_answer", "report_pdf", "report_text"]

LINES_PER_PAGE = 44

_SUBJECTS = """The harbour authority|Our timber division|The board of Nordhavn Ltd.|Dr. Ilse Okafor
The northern grid|A second kiln|The pension fund|Every depot in region {a}|The audit committee
Cement output|The cooperative's fleet|Revenue from leased cranes""".replace("\n", "|").split("|")
_VERBS = (
    """rose by {p} % to EUR {m} million|fell from {m} to {n} tonnes|was approved on {d} May {y}
did not exceed {m} MWh|covered {p} % of the costs, i.e. about EUR {n} thousand|lost {a} contracts
reported no change against {y}|is expected to reach {n} units by {y}|paid EUR {m}.{a} per share
""".strip()
    .replace("\n", "|")
    .split("|")
)
_TAILS = (
    """|, mainly because of lower freight rates|, as stated in note {a}|, excluding Plant No. {a}
, although demand from Lisbon and Gdynia weakened|, compared with {n} a year before
""".strip()
    .replace("\n", "|")
    .split("|")
)


def report_text(characters: int, *, seed: int = 0) -> str:
    """Paragraphs of a report, parted by blank lines, with a heading now and then.

    Args:
        characters: About how long; the text ends with the paragraph that reaches it.
        seed: Of the choice of words.
    """
    random = Random(seed)
    paragraphs: list[str] = []
    length = section = 0
    while length < characters:
        if random.random() < 0.1 or not paragraphs:
            section += 1
            paragraph = f"{section} {random.choice(_SUBJECTS).format(a=section)} in review"
        else:
            count = random.randint(3, 7)
            paragraph = " ".join(_sentence(random) for _ in range(count))
        paragraphs.append(paragraph)
        length += len(paragraph) + 2
    return "\n\n".join(paragraphs)


def report_pdf(pages: int, *, seed: int = 0) -> bytes:
    """A PDF of the same text in one column, with a running head and page numbers.

    Args:
        pages: How many.
        seed: Of the choice of words.
    """
    lines = _lines(pages * LINES_PER_PAGE, seed)
    kids = " ".join(f"{4 + 2 * row} 0 R" for row in range(pages))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {pages} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for row in range(pages):
        body = lines[row * LINES_PER_PAGE : (row + 1) * LINES_PER_PAGE]
        drawn = _drawn(body, row + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            b"/Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>" % (5 + 2 * row)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    return _file(objects)


def cited_answer(library: Library, *, claims: int = 20) -> str:
    """An answer of so many claims, each with a marker, spread evenly over a library.

    Every second claim cites the sentence it repeats; the others cite the three after it, so that
    checks that end early on a verbatim sentence have the rest of their work to do as well.
    """
    size = len(library)
    parts = []
    for claim in range(min(claims, size)):
        number = 1 + claim * size // min(claims, size)
        words = library.sentence(number).text.translate(_PLAIN).split()[:40]
        first, last = (number, number) if claim % 2 == 0 else (number + 1, number + 3)
        marker = f"s{min(first, size)}-s{min(last, size)}"
        parts.append(f"{' '.join(words).rstrip('.!?')} [{marker}].")
    return "\n\n".join(parts)


_PLAIN = str.maketrans(dict.fromkeys("[]()<>`*_|#\\", " "))


def _sentence(random: Random) -> str:
    pattern = random.choice(_SUBJECTS) + " " + random.choice(_VERBS) + random.choice(_TAILS) + "."
    return pattern.format(
        a=random.randint(2, 9),
        d=random.randint(1, 28),
        m=random.randint(11, 999),
        n=random.randint(1000, 9999),
        p=random.randint(2, 48),
        y=random.randint(2001, 2031),
    )


def _drawn(lines: list[str], number: int) -> bytes:
    """The content stream of a page (ISO 32000-1, 9.4)."""
    placed = [(800, "Nordhavn Ltd. annual review"), (40, str(number))]
    placed += [(770 - 16 * row, line) for row, line in enumerate(lines) if line]
    return "\n".join(
        f"BT /F1 10 Tf 56 {height} Td ({_escaped(line)}) Tj ET" for height, line in placed
    ).encode("cp1252")


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _file(objects: list[bytes]) -> bytes:
    """Objects, their cross-reference table and the trailer (ISO 32000-1, 7.5)."""
    parts = [b"%PDF-1.4\n"]
    length = len(parts[0])
    table = [b"0000000000 65535 f \n"]
    for number, body in enumerate(objects, 1):
        table.append(b"%010d 00000 n \n" % length)
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        length += len(parts[-1])
    size = len(table)
    parts += [b"xref\n0 %d\n" % size, *table]
    parts.append(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, length))
    return b"".join(parts)


def _lines(count: int, seed: int) -> list[str]:
    lines: list[str] = []
    characters = count * 100
    for paragraph in report_text(characters, seed=seed).split("\n\n"):
        lines += [*textwrap.wrap(paragraph, 92), ""]
    return lines[:count]
