"""Out and back in again, for every shape that can be read."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pincite
from pincite import exchange
from pincite.errors import CallerError
from pincite.readers import read_document
from pincite.records import Library, Report
from pincite.split import split

PRECISE = [
    name
    for name in exchange.FORMATS
    if name.partition("-")[0] in exchange.SOURCES and not name.startswith("openai")
]


def there_and_back(name: str, report: Report) -> exchange.Imported:
    """A report's answer as it comes back from a shape, by way of JSON text."""
    value = json.loads(json.dumps(exchange.write(name, report).value))
    return exchange.read(name.partition("-")[0], value, report.library)


def words(ranges: tuple[tuple[int, int], ...], library: Library) -> list[str]:
    """The sentences of ranges; two with the same words are the same to some shapes."""
    return [s.text for first, last in ranges for s in library.sentences(first, last)]


@pytest.mark.parametrize("name", PRECISE)
def test_round_trip(name: str, report: Report, filed: Report) -> None:
    """What is cited comes back, without a warning, and is judged as before."""
    for judged in (report, filed):
        imported = there_and_back(name, judged)
        assert imported.warnings == ()
        told = [c.evidence for c in judged.answer.citations if c.evidence]
        found = [given.ranges for given in imported.citations]
        if name.startswith(("cohere", "gemini")):
            assert [words(r, judged.library) for r in found] == [
                words(r, judged.library) for r in told
            ]
        else:
            assert found == told
        again = pincite.verify(imported.answer, judged.library)
        cited = [v.status for v, c in zip(judged.verdicts, judged.answer.claims, strict=True)
                 if any(judged.answer.citations[i].evidence for i in c.citations)]  # fmt: skip
        statuses = [v.status for v in again.verdicts if again.answer.claims[v.claim].citations]
        if name != "w3c":
            assert statuses == cited


@pytest.mark.parametrize("name", ["openai", "openai-events"])
def test_openai_round_trip(name: str, report: Report) -> None:
    """The markers stand in the text, so that nothing is lost with them there."""
    again = there_and_back(name, report).answer
    assert again.text == report.answer.text
    assert [c.ranges for c in again.citations] == [c.ranges for c in report.answer.citations]


@pytest.mark.parametrize("name", exchange.FORMATS)
def test_same_bytes(name: str, filed: Report) -> None:
    """The same report gives the same bytes, and they are UTF-8."""
    first, second = (exchange.write(name, filed) for _ in range(2))
    assert json.dumps(first.value) == json.dumps(second.value)
    json.dumps(first.value, ensure_ascii=False).encode()


def test_phantoms_are_told(filed: Report) -> None:
    """A citation that points at nothing is in no shape, and is said to be lost."""
    for name in ("anthropic", "cohere", "gemini", "bedrock", "longcite", "openai", "w3c"):
        lost = exchange.write(name, filed).lost
        assert any("[s9999]" in line for line in lost), name


def test_unknown_names(report: Report, library: Library) -> None:
    """A shape that does not exist is the caller's mistake."""
    with pytest.raises(CallerError, match="no format 'word'"):
        exchange.write("word", report)
    with pytest.raises(CallerError, match="no source 'csv'"):
        exchange.read("csv", {}, library)


WORDS = st.lists(
    st.sampled_from(["fees", "🚲", "e\u0301t", "𝒜", "12", "自転", "İ", "x-y", "50%", "a,b&c"]),
    min_size=1,
    max_size=5,
).map(lambda words: " ".join(words) + " rose.")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(WORDS, min_size=2, max_size=4), st.sampled_from([" ", "\r\n\r\n", "\n"]), st.data())
def test_any_text_comes_back(sentences: list[str], between: str, data: st.DataObject) -> None:
    """Astral, combining and line-ending characters move no citation to another sentence's words."""
    text = between.join(sentences)
    library = split([read_document(text.encode(), name="a.txt", source_id="a")])
    number = data.draw(st.integers(1, len(library)))
    answer = f"🚲 {data.draw(WORDS)[:-1]} [s{number}]. The e\u0301nd."
    report = pincite.verify(answer, library)
    for name in PRECISE:
        imported = there_and_back(name, report)
        assert len(imported.citations) == 1, name
        ((first, last),) = imported.citations[0].ranges
        assert first == last
        assert library.sentence(first).text == library.sentence(number).text, name
        assert not any("position" in warning for warning in imported.warnings), name


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.sampled_from(["", "text", "Fees rose."]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "type text content citations message delta index citation candidates parts start"
                " end grounding_metadata grounding_supports grounding_chunks segment sources output"
                " annotations url items body target selector choices location contentBlockDelta"
                " cited_text document_index citationsContent sourceContent value".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(JUNK, st.sampled_from(exchange.SOURCES))
def test_anything_is_read(value: object, origin: str) -> None:
    """No value of any shape is fatal."""
    library = split([read_document(b"Fees rose. Costs fell.", name="a.txt")])
    imported = exchange.read(origin, value, library)  # type: ignore[arg-type]
    pincite.verify(imported.answer, library)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from([*PRECISE, "openai", "openai-events"]), st.data())
def test_a_changed_field_is_not_fatal(report: Report, name: str, data: st.DataObject) -> None:
    """A field that is gone or changes its type leaves the rest."""
    value = json.loads(json.dumps(exchange.write(name, report).value))
    spots = list(_spots(value))
    if not spots:
        return
    holder, key = data.draw(st.sampled_from(spots))
    holder[key] = data.draw(st.sampled_from([None, 7, "seven", [], {}, True, -1, [7]]))
    imported = exchange.read(name.partition("-")[0], value, report.library)
    pincite.verify(imported.answer, report.library)


def _spots(value: object) -> list[tuple[dict[object, object], object]]:
    found: list[tuple[dict[object, object], object]] = []
    if isinstance(value, dict):
        found += [(value, key) for key in value]
    for child in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        found += _spots(child)
    return found
