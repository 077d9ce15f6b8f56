"""The language of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.language import detect_language

TEXTS = {
    "en": "The committee met on three occasions and heard evidence from the owners of the mill.",
    "de": "Der Ausschuss hat den Antrag mit großer Mehrheit angenommen, und das ist nicht neu.",
    "fr": "Le comité a entendu les propriétaires du moulin et il ne changera pas le règlement.",
    "es": "El comité escuchó a los dueños del molino y no cambiará las reglas que tiene.",
    "it": "Il comitato ha sentito i proprietari, che non sono gli stessi della fabbrica nel bosco.",
    "pt": "O comitê ouviu os donos do moinho e não vai mudar as regras que tem em vigor.",
    "nl": "Het comité heeft de eigenaren van de molen gehoord en zal het reglement niet wijzigen.",
    "ja": "委員会は水車の所有者から話を聞いた。",
    "zh": "委员会听取了磨坊主的意见。",
    "ru": "Комитет заслушал владельцев мельницы.",
    "el": "Η επιτροπή άκουσε τους ιδιοκτήτες.",
    "und": "12 345 – xyz",
}


@pytest.mark.parametrize("language", TEXTS)
def test_common_languages(language: str) -> None:
    """A sentence or two are enough; figures alone are not."""
    assert detect_language(TEXTS[language]) == language


@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    """Any text gives a tag, the same one twice."""
    assert detect_language(text) == detect_language(text) != ""
