"""What markers are worth."""

from collections.abc import Callable

import pytest

import pincite
from pincite.checks.resolve import resolve
from pincite.models.tokens import tokenizer
from pincite.packing import Candidates, PackRequest, fill
from pincite.parse import parse_answer
from pincite.ports import Scored
from pincite.records import Citation, CitationStatus, Library
from pincite.refs import Range, Style
from pincite.split import passages

MakeLibrary = Callable[..., Library]


def citation(marker: str) -> Citation:
    """A marker as the parser reads it."""
    return parse_answer(f"So it is {marker}.").citations[0]


@pytest.mark.parametrize(
    ("marker", "status", "evidence"),
    [
        ("[s1]", CitationStatus.OK, ((1, 1),)),
        ("[s2, s1-s2]", CitationStatus.OK, ((1, 2),)),
        ("[s9]", CitationStatus.PHANTOM, ()),
        ("[s2-s900]", CitationStatus.PHANTOM, ()),
        ("[s900-s2]", CitationStatus.PHANTOM, ()),
        ("[s1-s999999999]", CitationStatus.PHANTOM, ()),
        ("[s2-s1]", CitationStatus.BACKWARDS, ()),
        ("[s3-s4]", CitationStatus.CROSS_DOCUMENT, ()),
        ("[s1, s99]", CitationStatus.PHANTOM, ((1, 1),)),
        ("[s1, s2-s1]", CitationStatus.BACKWARDS, ((1, 1),)),
    ],
)
def test_statuses(
    make_library: MakeLibrary, marker: str, status: CitationStatus, evidence: tuple[Range, ...]
) -> None:
    """Nothing is clamped: a range with an end that does not exist gives no evidence."""
    library = make_library(one="Ash fell. Birch stood. Cedar grew.", two="Oak died.")
    found = resolve(citation(marker), library)
    assert found.status is status
    assert found.evidence == evidence
    assert bool(found.reason) == (status is not CitationStatus.OK)


def test_what_the_pack_did_not_show(make_library: MakeLibrary) -> None:
    """A sentence outside the pack and a run over a gap are told apart."""
    library = make_library(one="Ash fell. Birch stood. Cedar grew. Fir burnt. Oak died. Elm bent.")
    cut = passages(library, tokenizer(), max_sentences=2)
    chosen = Candidates(library, cut, [Scored(0, 2.0), Scored(2, 1.0)])
    pack = fill(chosen, PackRequest("trees", 500), tokenizer())
    assert pack.shown == ((1, 2), (5, 6))
    statuses = {
        marker: resolve(citation(marker), library, pack).status
        for marker in ("[s1-s2]", "[s3]", "[s3-s4]", "[s1-s6]", "[s2-s3]")
    }
    assert statuses == {
        "[s1-s2]": CitationStatus.OK,
        "[s3]": CitationStatus.OUTSIDE_PACK,
        "[s3-s4]": CitationStatus.OUTSIDE_PACK,
        "[s1-s6]": CitationStatus.GAPPED,
        "[s2-s3]": CitationStatus.GAPPED,
    }


def test_passage_ids(make_library: MakeLibrary) -> None:
    """A passage's id resolves to its sentences in the pack that shows it, and nowhere else."""
    from dataclasses import replace

    library = make_library(one="Ash fell. Birch stood.")
    pack = pincite.pack("ash", library, style=Style.PASSAGE)
    name = pack.passages[0].passage_id
    cited = replace(citation("[s1]"), ranges=(), passage_ids=(name,))
    assert resolve(cited, library, pack).evidence == ((1, 2),)
    assert resolve(cited, library).status is CitationStatus.PHANTOM
