"""W3C Web Annotation: each cited run of sentences as a target, the words it supports as the body.

`TextQuoteSelector` gives the words with the text around them, `TextPositionSelector` counts code
points of the canonical text from 0, end exclusive; for documents with pages a `FragmentSelector`
(RFC 3778) gives the first page. The quotation is the truth and the position a hint. The status
is a second body with the purpose `assessing`. Ids are hashes, so that the same report gives the
same bytes.

Lost on the way out: checks, decisions, and claims that cite nothing. On the way in the bodies,
one paragraph each, are the answer.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence

from pincite.canonical import Plain, canonical_json
from pincite.exchange.intake import Intake
from pincite.exchange.locate import Pointer
from pincite.exchange.shapes import Exported, Imported
from pincite.exchange.shown import Evidence, evidence_of, show
from pincite.exchange.wire import Fields
from pincite.records import Library, Report, Status

__all__ = ["read", "selectors", "write"]

_CONTEXT = 32


def write(report: Report) -> Exported:
    """An annotation page with one annotation for each cited run of each part of a claim."""
    items: list[Plain] = list(_annotations(report))
    lost = list(show(report).lost)
    uncited = sum(not claim.citations for claim in report.answer.claims)
    if uncited:
        lost.append(f"{uncited} claims without a citation")
    page: dict[str, Plain] = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "type": "AnnotationPage",
        "items": items,
    }
    return Exported({"id": _urn(page), **page}, tuple(lost))


def _annotations(report: Report) -> Iterator[Mapping[str, Plain]]:
    for claim, verdict in zip(report.answer.claims, report.verdicts, strict=True):
        for part, status in zip(claim.parts, verdict.part_statuses, strict=True):
            for evidence in evidence_of(part, report):
                yield _annotation(part.text, status, evidence)


def _annotation(words: str, status: Status, evidence: Evidence) -> Mapping[str, Plain]:
    document = evidence.document
    annotation: dict[str, Plain] = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "type": "Annotation",
        "motivation": "describing",
        "body": [
            {"type": "TextualBody", "value": words, "format": "text/plain"},
            {"type": "TextualBody", "value": status.value, "purpose": "assessing"},
        ],
        "target": {
            "source": document.uri or f"urn:pincite:{document.source_id}",
            "selector": selectors(evidence),
        },
    }
    return {"id": _urn(annotation), **annotation}


def selectors(evidence: Evidence) -> list[Plain]:
    """The selectors of a run of sentences; each alone selects it, the pages more coarsely."""
    text = evidence.document.text
    found: list[Plain] = [
        {
            "type": "TextQuoteSelector",
            "exact": evidence.exact,
            "prefix": text[max(0, evidence.start - _CONTEXT) : evidence.start],
            "suffix": text[evidence.end : evidence.end + _CONTEXT],
        },
        {"type": "TextPositionSelector", "start": evidence.start, "end": evidence.end},
    ]
    if evidence.pages is not None:
        pages = f"page={evidence.pages[0]}"
        scheme = "http://tools.ietf.org/rfc/rfc3778"
        found.append({"type": "FragmentSelector", "conformsTo": scheme, "value": pages})
    return found


def _urn(value: Mapping[str, Plain]) -> str:
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, canonical_json(value).decode())}"


def read(value: Plain, library: Library) -> Imported:
    """An answer of the bodies of annotations, each citing what its targets select.

    Args:
        value: An annotation page, a list of annotations, or one.
        library: What the sources of targets are looked up in.
    """
    intake = Intake(library, "w3c")
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = [intake.fields(item) for item in value]
    else:
        page = intake.fields(value)
        items = page.children("items") if "items" in page else [page]
    told: dict[str, tuple[int, int]] = {}
    cited: list[tuple[Fields, tuple[int, int]]] = []
    for item in items:
        words = _body(item)
        if words is None:
            intake.keep(dict(item.raw), "it has no text as its body")
            continue
        if words not in told:
            start = len(intake.text) + (2 if intake.text else 0)
            intake.text += ("\n\n" if intake.text else "") + words
            told[words] = (start, len(intake.text))
        cited.append((item, told[words]))
    for item, (start, end) in cited:
        for target in _several(item, "target"):
            intake.add(dict(item.raw), start, end, _pointer(target))
    return intake.finish()


def _several(value: Fields, name: str) -> list[Fields]:
    """A field that is one object, one address, or a list of them."""
    found = value.raw.get(name)
    if isinstance(found, str):
        return [Fields({"source": found}, f"{value.path}.{name}", value.log)]
    return value.children(name) if isinstance(found, list) else [value.child(name)]


def _body(item: Fields) -> str | None:
    for body in _several(item, "body"):
        if "value" in body and body.raw.get("purpose") != "assessing":
            return body.string("value")
    return None


def _pointer(target: Fields) -> Pointer:
    quote = chars = pages = None
    for selector in _several(target, "selector"):
        kind = selector.string("type")
        if kind == "TextQuoteSelector":
            quote = selector.string("exact")
        elif kind == "TextPositionSelector":
            chars = selector.pair("start", "end")
        elif kind == "FragmentSelector":
            _, _, page = (selector.string("value") or "").partition("page=")
            pages = (int(page), int(page)) if page.isdecimal() and len(page) < 10 else None
    source = (target.string("source") or "").removeprefix("urn:pincite:")
    return Pointer(names=(source,), quote=quote, chars=chars, pages=None if chars else pages)
