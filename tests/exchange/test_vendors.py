"""What is particular to OpenAI, Gemini, Cohere, Bedrock, LongCite and W3C annotations."""

import pincite
from pincite.exchange import bedrock, cohere, gemini, longcite, openai, w3c
from pincite.records import Library, Report

LINK = "https://example.org/trams?x=1#:~:text=Costs%20did%20not%20change."


def test_openai_link_in_the_text(library: Library) -> None:
    """An annotation over a link stands there as a marker; the link is no word of the claim."""
    text = "Costs did not change ([example.org](https://example.org/trams))."
    annotation = {
        "type": "url_citation",
        "start_index": 21,
        "end_index": 63,
        "title": "t",
        "url": LINK,
    }
    message = {
        "content": text,
        "annotations": [{"type": "url_citation", "url_citation": annotation}],
    }
    imported = openai.read({"choices": [{"message": message}]}, library)
    assert imported.answer.claims[0].text == "Costs did not change."
    assert imported.answer.citations[0].ranges == ((8, 8),)
    assert imported.warnings == ()


def test_openai_inclusive_end(library: Library) -> None:
    """An end that is the last character is seen by the bracket that it cuts off, and named."""
    text = "Costs did not change 【1】."
    annotation = {
        "type": "url_citation",
        "start_index": 21,
        "end_index": 23,
        "title": "",
        "url": LINK,
    }
    item = {
        "type": "message",
        "content": [{"type": "output_text", "text": text, "annotations": [annotation]}],
    }
    imported = openai.read({"output": [item]}, library)
    assert imported.answer.claims[0].text == "Costs did not change."
    assert "last character" in imported.warnings[0]


def test_openai_file_citation(library: Library) -> None:
    """A file citation is a point, and cites the whole file."""
    text = "Costs did not change."
    annotation = {"type": "file_citation", "file_id": "f-1", "filename": "trams.txt", "index": 20}
    part = {"type": "output_text", "text": text, "annotations": [annotation]}
    imported = openai.read({"content": [part]}, library)
    assert imported.answer.citations[0].ranges == ((5, 8),)
    assert imported.answer.claims[0].text == text


def test_openai_words(library: Library) -> None:
    """An annotation over words cites for them; deltas of chunks are joined."""
    annotation = {
        "type": "url_citation",
        "url_citation": {"start_index": 0, "end_index": 20, "title": "t", "url": LINK},
    }
    chunks = [
        {"choices": [{"delta": {"content": "Costs did not"}}]},
        {"choices": [{"delta": {"content": " change.", "annotations": [annotation]}}]},
    ]
    imported = openai.read(chunks, library)
    assert imported.answer.text == "Costs did not change."
    assert imported.answer.citations[0].ranges == ((8, 8),)
    assert imported.warnings[0].startswith("truncated_stream")


def test_gemini_bytes(library: Library) -> None:
    """Segments count bytes; one that cuts a character is named and placed by its words."""
    text = "🚲 sold. Costs did not change."
    chunk = {"retrievedContext": {"title": "trams.txt", "text": "Costs did not change."}}
    for start, end, note in ((10, 31, ""), (2, 31, "do not hold"), (8, 29, "count code points")):
        support = {
            "segment": {"startIndex": start, "endIndex": end, "text": "Costs did not change."},
            "groundingChunkIndices": [0],
        }
        value = {
            "candidates": [
                {
                    "content": {"parts": [{"text": text}]},
                    "groundingMetadata": {
                        "groundingChunks": [chunk],
                        "groundingSupports": [support],
                    },
                }
            ]
        }
        imported = gemini.read(value, library)
        assert [bool(claim.citations) for claim in imported.answer.claims] == [False, True]
        assert note in "".join(imported.warnings)


def test_gemini_bad_index(library: Library) -> None:
    """A chunk that does not exist is a broken citation."""
    support = {"segment": {"end_index": 5, "text": "Costs"}, "grounding_chunk_indices": [3, True]}
    value = {
        "content": {"parts": [{"text": "Costs fell."}]},
        "grounding_metadata": {"grounding_supports": [support], "grounding_chunks": []},
    }
    report = pincite.verify(gemini.read(value, library).answer, library)
    assert [c.status for c in report.answer.citations] == ["phantom", "phantom"]


def test_cohere_fragment(library: Library) -> None:
    """A fragment counts for its sentence; a citation of a plan is none of the answer."""
    source = {"type": "document", "id": "trams", "document": {"snippet": "Fares fell by 3 cent."}}
    citations = [
        {"start": 14, "end": 20, "text": "3 cent", "sources": [source], "type": "TEXT_CONTENT"},
        {"start": 0, "end": 4, "text": "Fees", "sources": [source], "type": "PLAN"},
    ]
    message = {
        "content": [{"type": "text", "text": "Fares fell by 3 cent."}],
        "citations": citations,
    }
    imported = cohere.read({"message": message}, library)
    report = pincite.verify(imported.answer, library)
    assert report.verdicts[0].status == "supported"
    assert imported.citations[1].problem == "a citation of type 'PLAN' is not one of the answer"


def test_bedrock_empty_location(library: Library) -> None:
    """A location that says nothing leaves the quotation; without one it is kept and named."""
    good = {
        "title": "trams.txt",
        "sourceContent": [{"text": "Costs did not change."}],
        "location": {"web": {}},
    }
    bad = {"title": "trams.txt", "location": {"documentAura": {}}}
    content = {"content": [{"text": "Costs did not change."}], "citations": [good, bad]}
    imported = bedrock.read({"content": [{"citationsContent": content}]}, library)
    assert imported.citations[0].ranges == ((8, 8),)
    assert "documentAura" in imported.citations[1].problem


def test_longcite_forms(library: Library) -> None:
    """All forms of ranges are read; an unclosed last statement is kept; nothing is clamped."""
    text = (
        "<statement>A rose.<cite>[7]</cite></statement><statement>B fell.<cite>[3–4]"
        "</cite></statement><statement>C.<cite>[0-1, 90-91][5-4]</cite></statement>"
        "<statement>D stays.<cite>[2-2]"
    )
    imported = longcite.read(text, library)
    assert imported.answer.text == "A rose.B fell.C.D stays."
    assert [given.ranges for given in imported.citations] == [
        ((8, 8),),
        ((4, 5),),
        ((1, 2), (91, 92), (6, 5)),
        ((3, 3),),
    ]
    assert imported.warnings == ("truncated_stream: the last statement is not closed",)


def test_w3c_selectors(report: Report) -> None:
    """Each target has the quotation with its surroundings, and the position."""
    page = w3c.write(report).value
    assert isinstance(page, dict)
    selectors = page["items"][1]["target"]["selector"]
    assert selectors[0]["exact"] == "Income: €540."
    assert selectors[1] == {"type": "TextPositionSelector", "start": 35, "end": 48}
    text = report.library.documents[0].text
    assert text[35:48] == "Income: €540."
    ids = [item["id"] for item in page["items"]]
    assert len(set(ids)) == len(ids)
