"""Whether the text of a page can be what is printed on it."""

from __future__ import annotations

import re

from pincite.language import detect_language

__all__ = ["agree", "is_garbled"]

_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\x01\x03-\x08\x0e-\x1b]")
_UNREADABLE_SHARE = 0.05
_VOWELS = "aeiouyAEIOUY"
_LETTER = re.compile("[a-zA-Z]")
_LEAST_LETTERS = 200
_LEAST_VOWELS = 0.22
"""Languages written in Latin letters have 35 to 50 % vowels; a shifted alphabet has 10 to 20 %."""


_UNMAPPED_SHARE = 0.2
"""Symbols and bullets, whose fonts often map nothing, stay below it."""
_WORD = re.compile(r"\w{3,}")
_LEAST_SHARED = 0.5


def is_garbled(text: str, *, unmapped: float = 0.0) -> bool:
    """Whether a page's text is unreadable: a font without, or with false, Unicode values.

    So it is where one character in twenty has no meaning, where Latin letters in number have
    hardly a vowel among them, or where fonts map too few characters and what they give instead
    has not the common words of any language.

    Args:
        text: Of the page.
        unmapped: The share of its characters whose fonts do not say what they mean.

    Example:
        >>> is_garbled("Wkh ihuub wkdw ohduqhg wr zdlw " * 10)
        True
        >>> is_garbled("The ferry that learned to wait " * 10)
        False
    """
    if not text.isprintable() or "\ufffd" in text:
        unreadable = len(_UNREADABLE.findall(text))
        if unreadable > _UNREADABLE_SHARE * len(text):
            return True
    vowels = sum([text.count(vowel) for vowel in _VOWELS])
    if len(text) >= _LEAST_LETTERS and vowels < _LEAST_VOWELS * len(text):
        letters = len(_LETTER.findall(text))
        if letters >= _LEAST_LETTERS and vowels < _LEAST_VOWELS * letters:
            return True
    return unmapped > _UNMAPPED_SHARE and detect_language(text) == "und"


def agree(text: str, recognised: str) -> bool:
    """Whether a page's text says what its picture does, by half of the picture's words."""
    seen = _WORD.findall(recognised.lower())
    there = set(_WORD.findall(text.lower()))
    return bool(seen) and sum(word in there for word in seen) >= _LEAST_SHARED * len(seen)
