"""Answers that are data, JSON or CSV → `Answer`; each text in them is read as prose is.

JSON: a value is read when it has markers, or is more than one word; one of markers alone belongs
to the value before it in its object. Single words and numbers without markers are labels, and are
named in a warning. CSV: a row is one claim. What is no sentence gets the name of its field or
column before it, so that it says something. Positions are those of the raw answer, and
`Claim.path` says where a claim stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from pincite.canonical import sha256_bytes
from pincite.parse.scan import Value, scan_csv, scan_json
from pincite.records import Answer, AnswerForm, BlockKind, Citation, Claim, Part, UnreadMarker

__all__ = ["read_csv", "read_json"]

_SENTENCE = re.compile(
    r"(?:\S++\s++){3}.*[.!?…][\"'”’»)\]]*+\s*+|.*[。！？][”’」』)]?\s*+", re.DOTALL
)
_WORDS = re.compile(r"\w\S*+\s++\S*?\w|[\u3040-\u30ff\u3400-\u9fff]{5}")
_WORD = re.compile(r"\w")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\s]++")
_MOST_NAMED = 8


def read_json(text: str, read: Callable[[str], Answer]) -> Answer:
    """Read the values of JSON; where it breaks off, those before that.

    Args:
        text: The raw answer: JSON alone, in a fence, or behind a few words.
        read: Reads prose.
    """
    scan = scan_json(text)
    if not scan.values and scan.warnings:
        prose = read(text)
        warning = "the answer holds no JSON, and was read as text"
        return replace(prose, warnings=(*prose.warnings, warning))
    collected = _Collected(text, "json", scan.warnings)
    pairs = [(value, read(value.text)) for value in scan.values if value.text.strip()]
    bare: list[str] = []
    before: Value | None = None
    for row, (value, answer) in enumerate(pairs):
        if before and _only_markers(answer) and value.record == before.record:
            collected.attach(answer, value)
            continue
        sources = (
            v.record == value.record and _only_markers(a) for v, a in pairs[row + 1 : row + 2]
        )
        marked = answer.citations or answer.unread_markers or answer.warnings
        if marked or _WORDS.search(value.text) or any(sources):
            collected.add(answer, value)
            before = value
        else:
            bare.append(value.path)
    if bare:
        more = f" and {len(bare) - _MOST_NAMED} more" if len(bare) > _MOST_NAMED else ""
        names = ", ".join(bare[:_MOST_NAMED])
        collected.warnings.append(f"values that are no claims and cite nothing: {names}{more}")
    return collected.answer()


def read_csv(text: str, read: Callable[[str], Answer]) -> Answer:
    """Read rows of cells: each row is one claim that cites what any of its cells cites.

    Args:
        text: The raw answer, with commas, semicolons or tabs.
        read: Reads prose.
    """
    scan = scan_csv(text)
    collected = _Collected(text, "csv", scan.warnings)
    for path, cells in groupby(scan.values, key=lambda value: value.path):
        collected.add_row(path, [(value, read(value.text)) for value in cells])
    return collected.answer()


@dataclass(slots=True)
class _Collected:
    """An answer that is put together from those of its values."""

    text: str
    form: AnswerForm
    warnings: list[str]
    claims: list[Claim] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    unread: list[UnreadMarker] = field(default_factory=list)

    def add(self, answer: Answer, value: Value) -> None:
        """The claims of a value, each a claim of the whole."""
        first = self._add_markers(answer, value)
        alone = len(answer.claims) == 1 and not _SENTENCE.fullmatch(value.text)
        name = _spoken(value.name) if alone and not _only_markers(answer) else ""
        for claim in answer.claims:
            parts = (
                replace(
                    part,
                    text=part.text if row else name + part.text,
                    start=value.places[part.start],
                    end=value.places[part.end],
                    citations=tuple(first + i for i in part.citations),
                )
                for row, part in enumerate(claim.parts)
            )
            self.claims.append(
                replace(
                    claim,
                    text=name + claim.text,
                    start=value.places[claim.start],
                    end=value.places[claim.end],
                    parts=tuple(parts),
                    citations=tuple(first + i for i in claim.citations),
                    path=value.path,
                )
            )

    def add_row(self, path: str, cells: Sequence[tuple[Value, Answer]]) -> None:
        """One claim of the cells of a row."""
        first = len(self.citations)
        said = []
        for value, answer in cells:
            self._add_markers(answer, value, owner=len(self.claims))
            words = " ".join(claim.text for claim in answer.claims if claim.text)
            said += [_spoken(value.name) + words] if words else []
        cited = tuple(range(first, len(self.citations)))
        start, end = cells[0][0].places[0], cells[-1][0].places[-1]
        part = Part(start, end, " | ".join(said), cited)
        self.claims.append(Claim(part.text, start, end, BlockKind.TABLE_ROW, (part,), cited, path))

    def attach(self, answer: Answer, value: Value) -> None:
        """A value of markers alone goes to the claim before it."""
        first = self._add_markers(answer, value, owner=len(self.claims) - 1)
        cited = tuple(range(first, len(self.citations)))
        claim = self.claims.pop()
        *parts, last = claim.parts
        self.claims.append(
            replace(
                claim,
                parts=(*parts, replace(last, citations=(*last.citations, *cited))),
                citations=(*claim.citations, *cited),
                end=self.citations[-1].end,
            )
        )

    def answer(self) -> Answer:
        """What was collected."""
        return Answer(
            text=self.text,
            text_sha256=sha256_bytes(self.text.encode("utf-8", "surrogatepass")),
            claims=tuple(self.claims),
            citations=tuple(self.citations),
            unread_markers=tuple(self.unread),
            warnings=tuple(self.warnings),
            form=self.form,
        )

    def _add_markers(self, answer: Answer, value: Value, owner: int | None = None) -> int:
        """Take a value's markers; they are those of one claim, else of its own claims.

        Returns:
            The index of its first citation.
        """
        first, places = len(self.citations), value.places
        for citation in answer.citations:
            start, end = places[citation.start], places[citation.end]
            raw = self.text[start:end]
            self.citations.append(replace(citation, raw=raw, start=start, end=end))
        for marker in answer.unread_markers:
            start, end = places[marker.start], places[marker.end]
            own = None if marker.claim is None else len(self.claims) + marker.claim
            claim = own if owner is None else owner
            self.unread.append(UnreadMarker(self.text[start:end], start, end, claim))
        self.warnings += [f"{value.path}: {warning}" for warning in answer.warnings]
        return first


def _only_markers(answer: Answer) -> bool:
    return bool(answer.citations) and not any(_WORD.search(c.text) for c in answer.claims)


def _spoken(name: str) -> str:
    """The name of a field before what it holds: `monthlyRent` is `monthly rent: `."""
    words = [word if word.isupper() else word.lower() for word in _HUMP.split(name) if word]
    return f"{' '.join(words)}: " if words else ""
