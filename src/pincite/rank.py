"""(task, Index) → scored passages, and the terms that rankings compare; knows no budgets."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from pincite.ports import Index, Scored

__all__ = ["FUNCTION_WORDS", "query_terms", "rank", "terms"]

_TERM = re.compile(
    r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]++|[^\W_]++(?:[.,'’][^\W_]++)*+", re.UNICODE
)
_ASCII_TERM = re.compile(r"[A-Za-z0-9]++(?:[.,'][A-Za-z0-9]++)*+")
"""`_TERM` where there is nothing but ASCII; twice as fast."""
_IDEOGRAPH = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]")

FUNCTION_WORDS = frozenset(
    """a about an and any are as at be been being but by can could did do does for from had has have
    how i if in into is it its may might more most no not of on or our shall should so some such
    than that the their them then there these they this those to under was we were what when where
    which while who whom whose why will with would you your""".split()
)


def rank(task: str, index: Index, limit: int) -> list[Scored]:
    """The best rows of an index for a task, scores rounded to six digits, ties to the earlier row.

    Args:
        task: What the rows are wanted for.
        index: Over passages or sentences.
        limit: Most rows wanted.
    """
    found = [Scored(hit.row, round(hit.score, 6)) for hit in index.search(task, limit)]
    return sorted(found, key=lambda hit: (-hit.score, hit.row))


def terms(text: str) -> list[str]:
    """The stemmed terms of a text, in order; ideographic text gives overlapping pairs.

    Cost is linear; each distinct word is stemmed once.
    """
    if text.isascii():
        return [_stem(word) for word in _ASCII_TERM.findall(text)]
    found: list[str] = []
    for word in _TERM.findall(text):
        if _IDEOGRAPH.match(word):
            found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.append(_stem(word))
    return found


def query_terms(text: str) -> list[str]:
    """The terms of a question that carry content; all of them where none does."""
    content = [match[0] for match in _TERM.finditer(text)]
    kept = [word for word in content if word.lower() not in FUNCTION_WORDS]
    return terms(" ".join(kept or content))


@lru_cache(maxsize=1 << 18)
def _stem(word: str) -> str:
    folded = unicodedata.normalize("NFKC", word).casefold().replace("’", "'").removesuffix("'s")
    return _stemmer()(folded)


_of_thread = threading.local()


def _stemmer() -> Callable[[str], str]:
    """The stemmer of this thread: one keeps the word that it is at work on in itself."""
    if not hasattr(_of_thread, "stem"):
        import snowballstemmer

        _of_thread.stem = snowballstemmer.stemmer("english").stemWord
    stem: Callable[[str], str] = _of_thread.stem
    return stem
