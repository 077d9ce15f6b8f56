"""Whether the text of a page can be what is printed on it."""

from __future__ import annotations

import re

__all__ = ["is_garbled"]

_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\x01\x03-\x08\x0e-\x1b]")
_UNREADABLE_SHARE = 0.05
_NO_LETTERS = bytes(set(range(256)) - set(b"abcdefghijklmnopqrstuvwxyz"))
_CONSONANTS = b"bcdfghjklmnpqrstvwxz"
_LEAST_LETTERS = 200
_LEAST_VOWELS = 0.22
"""Languages written in Latin letters have 35 to 50 % vowels; a shifted alphabet has 10 to 20 %."""


def is_garbled(text: str) -> bool:
    """Whether a page's text is unreadable: a font without, or with false, Unicode values.

    So it is where one character in twenty has no meaning, or where Latin letters in number have
    hardly a vowel among them.

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
    letters = text.lower().encode("ascii", "ignore").translate(None, _NO_LETTERS)
    vowels = letters.translate(None, _CONSONANTS)
    return len(letters) >= _LEAST_LETTERS and len(vowels) < _LEAST_VOWELS * len(letters)
