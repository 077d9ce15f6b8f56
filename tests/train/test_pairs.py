"""Pairs for training from annotated data."""

from pathlib import Path

import pytest

from pincite.datasets import Label, load
from pincite.datasets.claims import held_out
from pincite.train.pairs import Pair, _made, pairs

SHARED = Path(__file__).parents[3] / "shared" / "data"

needs_data = pytest.mark.skipif(not SHARED.exists(), reason="needs the annotated data")


@pytest.mark.shared
@needs_data
def test_nothing_held_out_and_nothing_unlicensed_trains() -> None:
    """No document of a held-out record is the evidence of a training pair, and no other set is."""
    found = pairs(SHARED)
    texts = {pair.evidence for pair in found}
    kept = [r for r in load(SHARED, "fever_symmetric") if held_out(r)]
    assert kept
    assert not any(record.documents[0].text in texts for record in kept)
    sources = {pair.source.split("+")[0] for pair in found}
    assert not sources & {"attributionbench", "healthver", "qags", "nli4ct", "findver", "covidfact"}
    assert len(found) > 10_000


@pytest.mark.shared
@needs_data
def test_the_seed_decides_everything() -> None:
    """The same seed gives the same pairs in the same order."""
    from random import Random

    first: list[Pair] = [pair for pair, _ in zip(_made(SHARED, Random(7)), range(50), strict=False)]
    again = [pair for pair, _ in zip(_made(SHARED, Random(7)), range(50), strict=False)]
    assert first == again
    assert all(pair.labels <= frozenset(Label) for pair in first)
