"""A library of two documents and an answer with every verdict, built by hand from the records."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.canonical import sha256_bytes, sha256_value
from pincite.records import (
    Answer,
    Block,
    BlockKind,
    Check,
    Citation,
    CitationStatus,
    Claim,
    Decision,
    Document,
    Library,
    Location,
    Outcome,
    Part,
    Proportion,
    Region,
    Report,
    Scores,
    Status,
    UnreadMarker,
    Verdict,
)
from pincite.refs import BRACKET, Range, read_bracket

H, P, L, T, F = (
    BlockKind.HEADING,
    BlockKind.PARAGRAPH,
    BlockKind.LIST_ITEM,
    BlockKind.TABLE_ROW,
    BlockKind.FURNITURE,
)


@dataclass(frozen=True)
class PageStarts:
    """A source map that knows at which position each page starts."""

    starts: tuple[int, ...]

    def page(self, position: int) -> int | None:
        """The 1-based page, None without pages."""
        return bisect_right(self.starts, position) or None

    def locate(self, start: int, end: int) -> Location:
        """One region for each page that the span touches, with a made-up box."""
        if not self.starts:
            return Location(line=1, column=start + 1)
        first, last = self.page(start) or 1, self.page(end - 1) or 1
        box = (72.0, 100.0, 520.0, 114.0)
        return Location(
            regions=tuple(Region(n, f"{n + 4}", (box,)) for n in range(first, last + 1))
        )


Source = Sequence[tuple[BlockKind, int, Sequence[str]] | int]
"""Blocks as kind, level and sentences; a bare integer starts that page."""

REVIEW: Source = [
    1,
    (H, 1, ["Skerry Lights Trust: Annual Review 2031"]),
    (
        P,
        0,
        [
            "The Trust kept 41 lighthouses lit through the year.",
            "Two of them, Gannet Rock and Orrin Head, were relit after storm damage.",
            "No light was dark for more than nine consecutive nights.",
        ],
    ),
    (H, 2, ["Visitors"]),
    (
        P,
        0,
        [
            "Visitors climbed to 318,400, an increase of 12 % over the year before.",
            "The increase came almost entirely from the four island stations.",
            "Mainland stations lost visitors for the third year in a row.",
        ],
    ),
    (L, 1, ["Gannet Rock received 96,200 visitors."]),
    (L, 1, ["Orrin Head received 71,050 visitors.", "It was closed in February."]),
    (L, 1, ["The remaining stations received fewer than 20,000 each."]),
    2,
    (H, 2, ["Income and spending"]),
    (
        P,
        0,
        [
            "Income came to €7.4 million, of which €2.9 million were admissions.",
            "The lantern appeal raised €1.1 million in eleven weeks.",
            "Spending on masonry rose faster than any other item.",
        ],
    ),
    (T, 0, ["Item | 2031 | 2030"]),
    (T, 0, ["Admissions | 2.9 | 2.4"]),
    (T, 0, ["Appeals and gifts | 3.2 | 2.7"]),
    (T, 0, ["Masonry | 3.6 | 2.2"]),
    (T, 0, ["Lamps and optics | 1.3 | 1.3"]),
    (
        P,
        0,
        [
            "The board expects masonry costs to fall once Orrin Head is finished.",
            "It does not expect to draw on the reserve.",
        ],
    ),
    3,
    (H, 2, ["Keepers and volunteers"]),
    (
        P,
        0,
        [
            "The Trust employs 63 keepers and works with 1,120 volunteers.",
            "Dr. Maren Oduya became head keeper in May.",
            "“A light that nobody tends is only a tower,” she wrote in her first letter.",
            "The letter was read out at every station.",
        ],
    ),
    (
        P,
        0,
        [
            "Training takes eleven weeks and ends with a night alone.",
            "Nine of ten trainees finished it.",
            "The Trust cannot say how many will still be keepers in 2035.",
        ],
    ),
    (F, 0, ["Skerry Lights Trust 5 6 7"]),
]

RELEASE: Source = [
    (H, 1, ["Press release: a record year for the lights"]),
    (
        P,
        0,
        [
            "Skerry Lights Trust today reported a record year.",
            "More than 331,000 people visited its lighthouses in 2031.",
            "Admissions brought in €2.9 million.",
        ],
    ),
    (
        P,
        0,
        [
            "“We are grateful to every visitor,” said head keeper Maren Oduya.",
            "The Trust will open two more stations in 2033.",
            "Works at Orrin Head are on time.",
        ],
    ),
    (H, 2, ["About the Trust"]),
    (
        P,
        0,
        [
            "Skerry Lights Trust looks after lighthouses on the western islands.",
            "It was founded in 1987.",
            "It has no public funding.",
        ],
    ),
]

ANSWER = """\
## What the year was like

The Trust kept 41 lighthouses lit through the year [s2]. \
Visitors rose by 12 % to 318,400 [s6], mostly thanks to the mainland stations [s7]. \
In her first letter, Dr. Oduya wrote that “a light that everybody tends is only a tower” [s27].

- Admissions brought in €2.9 million [s14, s35] and the appeal another €1.1 million [s15].
- Masonry was the largest item of spending. \
The Trust will draw on its reserve in 2032 [s23].
- A new station opens on Fulmar Stack in 2034 [s90]; see also [sentence 3].

Training takes eleven weeks [s30-s28], and nine of ten trainees finish it [s30]. \
The lights had a record year [s31-s33]."""

_SENTENCE = re.compile(r"(?<=[.\]])[ ]")


def sha256_text(text: str) -> str:
    """A hash that lone surrogates do not stop."""
    return sha256_bytes(text.encode("utf-8", "surrogatepass"))


def document(
    source_id: str, source: Source, *, media_type: str = "text/plain", language: str = "en"
) -> tuple[Document, list[tuple[int, int, int]]]:
    """A document from its blocks, and its rows `(start, end, block)`."""
    text, blocks, rows, pages = "", [], [], []
    heads: tuple[str, ...] = ()
    for item in source:
        if isinstance(item, int):
            pages.append(len(text) + (2 if text else 0))
            continue
        kind, level, sentences = item
        text += "\n\n" if text else ""
        begin = len(text)
        for place, sentence in enumerate(sentences):
            text += " " if place else ""
            if kind is not F:
                rows.append((len(text), len(text) + len(sentence), len(blocks)))
            text += sentence
        after_row = bool(blocks) and blocks[-1].kind is T
        head = kind is T and not after_row
        heads = tuple(sentences[0].split(" | ")) if head else heads
        context = heads if kind is T and not head else ()
        blocks.append(Block(kind, begin, len(text), level, context, head))
    return (
        Document(
            source_id=source_id,
            title=text.partition("\n")[0],
            uri=f"{source_id}.txt",
            media_type=media_type,
            source_sha256=sha256_text(text),
            text=text,
            text_sha256=sha256_text(text),
            language=language,
            reader="sample/1",
            settings_sha256=sha256_value({}),
            blocks=tuple(blocks),
            map=PageStarts(tuple(pages)),
            pages=len(pages),
            page_labels=tuple(str(number + 5) for number in range(len(pages))),
        ),
        rows,
    )


def library(*sources: tuple[str, Source]) -> Library:
    """A library of documents, PDF where the source names pages."""
    documents, rows, firsts = [], [], [1]
    for source_id, source in sources:
        paged = any(isinstance(item, int) for item in source)
        made, new = document(
            source_id, source, media_type="application/pdf" if paged else "text/html"
        )
        documents.append(made)
        rows.extend(new)
        firsts.append(firsts[-1] + len(new))
    return Library(
        documents=tuple(documents),
        library_id=sha256_value([[d.source_id, d.text_sha256] for d in documents]),
        splitter="sample/1",
        starts=array("q", [row[0] for row in rows]),
        ends=array("q", [row[1] for row in rows]),
        block_rows=array("q", [row[2] for row in rows]),
        first_numbers=tuple(firsts),
    )


def resolve(ranges: tuple[Range, ...], held: Library) -> tuple[CitationStatus, str]:
    """The status of ranges that the samples need, with its reason."""
    for first, last in ranges:
        if last < first:
            return CitationStatus.BACKWARDS, f"the range s{first}-s{last} runs backwards"
        if last <= len(held) and held.document_row(first) != held.document_row(last):
            return (
                CitationStatus.CROSS_DOCUMENT,
                f"the range s{first}-s{last} runs from one document into another",
            )
        if last > len(held):
            return (
                CitationStatus.PHANTOM,
                f"there is no sentence s{last}; the library ends at s{len(held)}",
            )
    return CitationStatus.OK, ""


def answer(text: str, held: Library) -> Answer:
    """An answer of one-line blocks whose sentences end in a full stop or a marker and a blank."""
    citations: list[Citation] = []
    unread: list[UnreadMarker] = []
    claims: list[Claim] = []
    position = 0
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\n")
        lead = re.match(r"(?:#+ |- )?", body)
        offset = position + (lead.end() if lead else 0)
        kind = H if body.startswith("#") else L if body.startswith("-") else P
        for sentence in _pieces(text[offset : position + len(body)]):
            start = offset + sentence[0]
            claims.append(
                _claim(text, start, offset + sentence[1], kind, held, citations, unread, claims)
            )
        position += len(line)
    return Answer(text, sha256_text(text), tuple(claims), tuple(citations), tuple(unread))


def _pieces(text: str) -> list[tuple[int, int]]:
    cuts = [
        m.end()
        for m in re.finditer(r"(?:(?<!Dr)\.|\]\.) (?!\[)", text)
        if not text[: m.start()].endswith("Dr")
    ]
    edges = [0, *cuts, len(text)]
    return [(a, b - (b != len(text))) for a, b in pairwise(edges) if b > a]


def _claim(  # noqa: PLR0917
    text: str,
    start: int,
    end: int,
    kind: BlockKind,
    held: Library,
    citations: list[Citation],
    unread: list[UnreadMarker],
    claims: list[Claim],
) -> Claim:
    parts: list[Part] = []
    own: list[int] = []
    begin = start
    for match in BRACKET.finditer(text, start, end):
        reading = read_bracket(match[1])
        if reading is None:
            continue
        if reading.unread:
            unread.append(UnreadMarker(match[0], match.start(), match.end(), len(claims)))
            continue
        status, reason = resolve(reading.ranges, held)
        evidence = reading.ranges if status is CitationStatus.OK else ()
        own.append(len(citations))
        parts.append(_part(text, begin, match.start(), (len(citations),)))
        citations.append(
            Citation(match[0], match.start(), match.end(), reading.ranges, status, evidence, reason)
        )
        begin = match.end()
    if text[begin:end].strip(" .") or not parts:
        parts.append(_part(text, begin, end, ()))
    clean = re.sub(r" ?\[s[^\]]*\]", "", text[start:end])
    return Claim(clean, start, end, kind, tuple(parts), tuple(own))


def _part(text: str, start: int, end: int, citations: tuple[int, ...]) -> Part:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip(" ,;"))
    return Part(begin, max(begin, start + len(piece.rstrip())), piece.strip(" ,;"), citations)


def check(
    name: str, outcome: Outcome, reason: str, *, part: int | None = None, evidence: tuple = ()
) -> Check:
    """A check without spans."""
    return Check(name, outcome, reason, part=part, evidence=evidence)


PASS, FAIL, UNKNOWN = Outcome.PASS, Outcome.FAIL, Outcome.UNKNOWN
RESOLVED = check("resolve", PASS, "every marker names a sentence of the library")

VERDICTS: dict[str, tuple[Status, Decision, str, tuple[Check, ...], str | None]] = {
    "What the year": (Status.NO_CLAIM, Decision.ACCEPT, "no claim", (), None),
    "The Trust kept": (
        Status.SUPPORTED,
        Decision.ACCEPT,
        "all checks passed",
        (
            RESOLVED,
            check("figures", PASS, "41 stands in s2"),
            check("support", PASS, "every word of the claim is accounted for in s2"),
        ),
        None,
    ),
    "Visitors rose": (
        Status.PARTIAL,
        Decision.REVIEW,
        "a conflict elsewhere in the library",
        (
            RESOLVED,
            check("figures", PASS, "12 % and 318,400 stand in s6", part=0),
            check(
                "support",
                FAIL,
                "“mainland” is not in s7, which speaks of island stations",
                part=1,
                evidence=(7,),
            ),
            check(
                "conflicts",
                FAIL,
                "318,400 visitors in s6, “more than 331,000” in s34",
                part=0,
                evidence=(34,),
            ),
        ),
        None,
    ),
    "In her first": (
        Status.UNSUPPORTED,
        Decision.REJECT,
        "a changed quotation",
        (
            RESOLVED,
            check(
                "quotes",
                FAIL,
                "the quotation says “everybody” where s27 says “nobody”",
                evidence=(27,),
            ),
            check("names", PASS, "Oduya stands in s26"),
        ),
        "[s26-s27]",
    ),
    "Admissions": (
        Status.SUPPORTED,
        Decision.ACCEPT,
        "all checks passed",
        (
            RESOLVED,
            check("figures", PASS, "€2.9 million stands in s14 and s35, €1.1 million in s15"),
        ),
        None,
    ),
    "Masonry was": (
        Status.UNCITED,
        Decision.REVIEW,
        "a factual claim without a citation",
        (check("resolve", UNKNOWN, "the claim carries no marker"),),
        "[s20]",
    ),
    "The Trust will": (
        Status.CONTRADICTED,
        Decision.REJECT,
        "contradicted by its evidence",
        (
            RESOLVED,
            check("support", FAIL, "s23 says the opposite: “does not expect to draw”"),
        ),
        None,
    ),
    "A new station": (
        Status.UNSUPPORTED,
        Decision.REJECT,
        "a phantom citation",
        (
            check("resolve", FAIL, "there is no sentence s90; the library ends at s42"),
            check("support", UNKNOWN, "no evidence to compare with"),
        ),
        None,
    ),
    "Training": (
        Status.UNCHECKED,
        Decision.REJECT,
        "a backwards citation",
        (
            check("resolve", FAIL, "the range s30-s28 runs backwards", part=0),
            check("figures", PASS, "nine and ten stand in s30", part=1),
            check("support", UNKNOWN, "the first half rests on a broken citation"),
        ),
        None,
    ),
    "The lights": (
        Status.UNSUPPORTED,
        Decision.REJECT,
        "a cross-document citation",
        (check("resolve", FAIL, "the range s31-s33 runs from one document into another"),),
        None,
    ),
}


def sample_report(
    text: str = ANSWER,
    sources: tuple[tuple[str, Source], ...] = (
        ("annual-review", REVIEW),
        ("press-release", RELEASE),
    ),
) -> Report:
    """A report on an answer about documents of blocks."""
    return report_on(text, library(*sources))


def report_on(text: str, held: Library) -> Report:
    """A report on an answer; claims that the samples do not know are `unchecked`."""
    read = answer(text, held)
    verdicts = []
    for number, claim in enumerate(read.claims):
        key = next((key for key in VERDICTS if claim.text.startswith(key)), None)
        status, decision, rule, checks, suggestion = (
            VERDICTS[key] if key else (Status.UNCHECKED, Decision.REVIEW, "unchecked", (), None)
        )
        verdicts.append(
            Verdict(
                claim=number,
                status=status,
                part_statuses=(status,) * len(claim.parts),
                checks=checks,
                decision=decision,
                rule=rule,
                suggestion=suggestion,
            )
        )
    return Report(
        answer=read,
        verdicts=tuple(verdicts),
        decision=max(
            (v.decision for v in verdicts), key=list(Decision).index, default=Decision.REVIEW
        ),
        answered=True,
        library=held,
        pack=None,
        scores=Scores(
            precision=Proportion(2, 8, 0.071, 0.591),
            precision_entailed=Proportion(2, 8, 0.071, 0.591),
            recall=Proportion(2, 9, 0.063, 0.547),
            f1=4 / 17,
            note="every sentence of the answer counts as factual",
        ),
        policy_sha256=sha256_value({"policy": "sample"}),
        verifier="sample/1",
        pincite_version="0.1.0",
        warnings=("one marker could not be read",),
    )
