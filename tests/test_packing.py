"""Packs: the budget, the records, what is left out."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pincite
from pincite.errors import CallerError, MismatchError
from pincite.models.tokens import ByteBound, tokenizer
from pincite.packing import Candidates, PackRequest, fill, require_same_library, whole
from pincite.ports import Scored
from pincite.readers import read_document
from pincite.records import Library, Pack
from pincite.refs import Style
from pincite.split import passages, split

MakeLibrary = Callable[..., Library]


def candidates(library: Library, scores: list[float] | None = None) -> Candidates:
    """Passages of at most two sentences, the first ones best unless scores are given."""
    cut = passages(library, tokenizer(), max_sentences=2)
    values = scores or [float(len(cut) - row) for row in range(len(cut))]
    order = sorted(range(min(len(cut), len(values))), key=lambda row: (-values[row], row))
    return Candidates(library, cut, [Scored(row, values[row]) for row in order])


def check_accounts(pack: Pack, library: Library) -> None:
    """Every passage is in the pack or in its boundary, and every text is the document's."""
    boundary = pack.boundary
    assert boundary.output_tokens == tokenizer().count([pack.context])[0]
    assert boundary.output_tokens <= boundary.budget_tokens
    assert sum(s.passages for s in boundary.sources) == (
        boundary.excluded_passages + len(pack.passages)
    )
    assert boundary.content_tokens == sum(p.tokens for p in pack.passages)
    for passage in pack.passages:
        text = library.document(passage.first_sentence).text
        assert text[passage.start : passage.end] == passage.text


@settings(max_examples=40, deadline=None)
@given(budget=st.integers(1, 400), style=st.sampled_from(Style), data=st.data())
def test_never_over_budget(
    make_library: MakeLibrary, budget: int, style: Style, data: st.DataObject
) -> None:
    """For any budget, style and order the context fits, or the budget is refused."""
    words = st.lists(
        st.sampled_from(["ash", "河川", "x1", "[s3]", "</s4>"]), min_size=1, max_size=9
    )
    paragraphs = data.draw(st.lists(words, min_size=1, max_size=12))
    text = "\n\n".join(" ".join(paragraph) + "." for paragraph in paragraphs)
    library = make_library(one=text, two="Elm fell.", three=text)
    ready = candidates(library, data.draw(st.lists(st.floats(0.1, 9), min_size=30, max_size=30)))
    request = PackRequest("ash", budget, style)
    least = tokenizer().count([ready.context([], style)])[0]
    if budget < least:
        with pytest.raises(CallerError, match="does not hold"):
            fill(ready, request, tokenizer())
    else:
        check_accounts(fill(ready, request, tokenizer()), library)


def test_same_input_same_bytes(make_library: MakeLibrary) -> None:
    """A pack and its id depend on nothing but library and request."""
    library = make_library(one="Ash fell. Birch stood. Cedar grew. Fir burnt.")
    request = PackRequest("ash", 30)
    first = fill(candidates(library), request, tokenizer())
    assert first == fill(candidates(library), request, tokenizer())
    other = fill(candidates(library), PackRequest("birch", 30), tokenizer())
    assert other.output_sha256 == first.output_sha256
    assert other.pack_id != first.pack_id


def test_numbers_are_the_librarys(make_library: MakeLibrary) -> None:
    """A sentence has the same number in every pack."""
    library = make_library(one="Ash fell. Birch stood.\n\nCedar grew. Fir burnt.")
    pack = fill(candidates(library, [0.1, 0.9]), PackRequest("x", 33), tokenizer())
    assert pack.shown == ((3, 4),)
    assert "s3 Cedar grew." in pack.context
    assert pack.shows(3, 4)
    assert not pack.shows(2, 3)


def test_what_is_left_out_is_said(make_library: MakeLibrary) -> None:
    """A source with nothing selected is named; coverage and the best score left are recorded."""
    library = make_library(one="Ash fell. Birch stood.", two="Oak died. Elm fell.")
    pack = fill(candidates(library, [0.5, 0.9]), PackRequest("oak", 30), tokenizer())
    boundary = pack.boundary
    assert [share.passages_included for share in boundary.sources] == [0, 1]
    assert boundary.source_coverage == 0.5
    assert boundary.best_excluded_score == 0.5
    assert boundary.evidence_retention == "unmeasured"
    assert any("'one'" in warning for warning in boundary.warnings)


def test_everything_fits(make_library: MakeLibrary) -> None:
    """Where the whole library fits, nothing is excluded."""
    library = make_library(one="Ash fell. Birch stood.", two="Oak died.")
    pack = whole(candidates(library), PackRequest("oak", 500), tokenizer())
    assert pack is not None
    assert pack.boundary.excluded_passages == 0
    assert pack.boundary.best_excluded_score is None
    assert pack.shown == ((1, 3),)
    assert whole(candidates(library), PackRequest("oak", 5), tokenizer()) is None


@pytest.mark.parametrize("budget", [0, -5])
def test_no_budget_is_refused(budget: int) -> None:
    """A budget that holds nothing is the caller's mistake."""
    with pytest.raises(CallerError, match=str(budget)):
        PackRequest("x", budget)


def test_nothing_to_pack() -> None:
    """A library without sentences is refused with what to do."""
    from pincite.split import split

    with pytest.raises(CallerError) as caught:
        fill(Candidates(split([]), ()), PackRequest("x", 100), tokenizer())
    assert caught.value.remedy


def test_a_budget_too_small_for_any_passage(make_library: MakeLibrary) -> None:
    """The pack is honest about holding gap lines only."""
    library = make_library(one="Ash " * 200 + "fell.")
    pack = fill(candidates(library), PackRequest("ash", 40), tokenizer())
    assert not pack.passages
    assert any(warning.startswith("budget_too_small") for warning in pack.boundary.warnings)


def test_an_estimate_is_an_upper_bound_and_says_so(make_library: MakeLibrary) -> None:
    """Without a vocabulary, bytes bound the tokens of any script, and a warning says so."""
    text = "河川の水位は午前六時に三メートルへ達した。" * 3
    assert ByteBound().count([text])[0] >= tokenizer().count([text])[0]
    library = make_library(one=text)
    cut = passages(library, ByteBound(), max_sentences=1)
    ready = Candidates(library, cut, [Scored(0, 1.0)])
    pack = fill(ready, PackRequest("水位", 120), ByteBound())
    assert any(warning.startswith("estimated_tokens") for warning in pack.boundary.warnings)
    assert tokenizer().count([pack.context])[0] <= 120


def test_another_librarys_pack_is_refused(make_library: MakeLibrary) -> None:
    """A pack belongs to its documents in their order."""
    library = make_library(one="Ash fell.", two="Oak died.")
    pack = fill(candidates(library), PackRequest("oak", 100), tokenizer())
    require_same_library(pack, library)
    with pytest.raises(MismatchError, match="library"):
        require_same_library(pack, make_library(two="Oak died.", one="Ash fell."))


def test_sentences_to_keep_are_kept(make_library: MakeLibrary) -> None:
    """Sentences asked for come before all others, whole; without room for them there is no pack."""
    text = "\n\n".join(f"Row {n} has " + "grain " * 24 + "stored." for n in range(1, 51))
    library = make_library(one=text)
    pack = pincite.pack("grain of row 20", library, budget_tokens=310, keep=[50, 1])
    assert pack.boundary.output_tokens <= 310
    assert pack.shows(1, 1)
    assert pack.shows(50, 50)
    assert {p.reason for p in pack.passages if p.first_sentence in {1, 50}} == {"asked to be kept"}
    with pytest.raises(CallerError, match="budget infeasible"):
        pincite.pack("grain", library, budget_tokens=60, keep=[1, 50])
    with pytest.raises(CallerError, match="no sentence s51"):
        pincite.pack("grain", library, budget_tokens=310, keep=[51])


def test_the_budget_is_spent(make_library: MakeLibrary) -> None:
    """Whole sentences fill the budget up to less than one more."""
    text = "\n\n".join(f"Row {n} has " + "grain " * 10 + "stored." for n in range(1, 90))
    for budget in (100, 300, 700):
        pack = pincite.pack("grain", make_library(one=text), budget_tokens=budget)
        assert budget - 40 < pack.boundary.output_tokens <= budget


def test_concerns_are_named(make_library: MakeLibrary) -> None:
    """A row without its table's head, and a reference to what is left out, are warned of."""
    rows = b"Site,Yield\n" + b"".join(b"Field%d,%d t\n" % (n, n) for n in range(80))
    table = split([read_document(rows, name="yield.csv", source_id="yield")])
    pack = pincite.pack("yield of Field41", table, budget_tokens=70)
    assert any(w.startswith("table_without_head: ") for w in pack.boundary.warnings)
    assert ".. columns: Site | Yield .." in pack.context
    text = "Ash trees grow slowly here. They need much light and water. " * 30
    prose = make_library(one=text + "Kestrels nest in spring. They lay speckled eggs.")
    pack = pincite.pack("speckled", prose, budget_tokens=30)
    assert any("reference_without_antecedent: s62" in w for w in pack.boundary.warnings)


def test_a_task_that_nothing_speaks_of(make_library: MakeLibrary) -> None:
    """A task in another language finds nothing, and the pack says so."""
    library = make_library(one="Ash fell in the night. " * 40)
    pack = pincite.pack("河川の水位", library, budget_tokens=60)
    assert not pack.passages
    assert any(w.startswith("no_match: ") for w in pack.boundary.warnings)
