"""Why the absence of a name is a guess: pronouns, parts of names, spelling, capitals, denials.

A name that the evidence does not have is a failure where the evidence is seen to speak of somebody
else, or of nobody. Where it may well speak of the same under other words, nothing was established.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pincite.checks.evidence import Evidence
from pincite.checks.naming import (
    NamedText,
    Run,
    adjective_of,
    key,
    named,
    near,
    people_phrases,
)
from pincite.checks.vocabulary import MONTHS
from pincite.checks.words import Word, negations

__all__ = ["doubt", "stands_for"]

_ANAPHOR = re.compile(
    r"\b(?:he|she|it|they|his|her|its|their|(?:the|this|these|that|both|neither) [a-z]+)\b",
    re.IGNORECASE,
)
_ORDINARY = re.compile(
    r"(?:tions?|sions?|ments?|ness|osis|itis|a?emia|ology|ically|ially|ables?|ibles?|ives?|ous"
    r"|ical|ional|ies|ings?|ally)$"
)
_DEGREES = frozenset("less more most least fewer female male none several".split())
_TITLES = frozenset(
    """mr mrs ms miss dr prof professor sir dame lord lady king queen prince princess president
    minister secretary senator governor mayor judge justice captain colonel general sergeant pope
    saint st coach chairman director chief leader""".split()
)
_SPEAKERS = frozenset(
    """company group bank corporation partnership registrant issuer fund trust firm cooperative
    association society foundation institute university department agency authority""".split()
)
"""What calls itself “we” in a text of its own."""
_FIRST_PERSON = re.compile(r"\b(?:we|our|us|ours)\b", re.IGNORECASE)
_JOINED = re.compile(r"[ ,:'’\"]*(?:(?:and|or|in|for|to|on|with|at|a|s)[ ]){0,2}")
_LEAST_PREFIX = 4
_LEAST_ORDINARY = 6
_MOST_INITIALS = 5
_LONGEST_ACRONYM = 10
_LONGEST_LEAD = 60
_LONGEST_OPENING = 500
_FAR_IN = 60


def stands_for(word: Word, part: str, evidence: Evidence) -> bool:
    """Whether the evidence has what a name or its people are also called, or its initials."""
    text = named(evidence.text)
    if key(word.text) in text.keys or key(word.text) in named(" ".join(evidence.titles)).keys:
        return True
    if MONTHS.get(word.text.lower()) in evidence.months:
        return True
    if any(_phrase(phrase, evidence.text) for phrase in people_phrases(word.text)):
        return True
    if word.text.isupper():
        return False
    run = _run_of(word, part)
    return run is not None and any(name in text.capitals for name in _initials(run, part))


def doubt(word: Word, absent: Sequence[Word], part: str, evidence: Evidence) -> str | None:
    """Why nothing follows from a name's absence, None where it is a failure.

    Args:
        word: A name that the evidence does not have.
        absent: All such names of the part.
        part: The words of the part.
        evidence: What it cites.
    """
    text = named(evidence.text)
    run = _run_of(word, part)
    spelt = next((name for name in sorted(text.name_keys) if near(key(word.text), name)), None)
    if spelt is not None:
        return f"the evidence writes {spelt.capitalize()} where the claim has {word.text}"
    if _ordinary(word, run, part):
        return f"{word.text} may be no name"
    if _bare(word.text) in _SPEAKERS and _FIRST_PERSON.search(evidence.text):
        return f"the evidence says “we” and does not say whether this is the {_bare(word.text)}"
    if run is not None:
        shorter = _shorter(run, absent, text)
        if shorter:
            return f"the evidence has only a part of the name: {shorter}"
    anaphor = _open_anaphor(word, absent, part, evidence)
    if anaphor:
        return f"the evidence speaks of “{anaphor}” and does not say whether this is {word.text}"
    if adjective_of(word.text) and not any(adjective_of(m) for m in _capitalised(evidence.text)):
        return f"the evidence does not say whether it is {word.text}"
    if negations(part) and not negations(evidence.text):
        return f"the evidence does not speak of {word.text}, which the claim denies something of"
    return None


def _bare(name: str) -> str:
    return re.sub(r"['’]s?$", "", name).lower()


@lru_cache(maxsize=4096)
def _phrase(phrase: str, text: str) -> bool:
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
            return True
        start = text.find(phrase, end)
    return False


def _capitalised(text: str) -> Iterator[str]:
    return (match[0] for match in re.finditer(r"\b[A-Z][a-z]++\b", text))


def _run_of(word: Word, part: str) -> Run | None:
    return named(part).run_at(word.start)


def _initials(run: Run, part: str) -> Iterator[str]:
    """Initials of the run's words, and of its first word with the words that follow."""
    if 1 < len(run.keys) <= _LONGEST_ACRONYM:
        yield "".join(name[0] for name in run.keys).upper()
    words = re.findall(r"[^\W\d_]+", part[run.start : run.start + 80])[:_MOST_INITIALS]
    for count in range(2, len(words) + 1):
        yield "".join(word[0] for word in words[:count]).upper()


def _ordinary(word: Word, run: Run | None, part: str) -> bool:
    """Whether a capital may be typography: the part has the word without, or by its ending."""
    lower = word.text.lower()
    if lower in _DEGREES or re.search(rf"\b{re.escape(lower)}s?\b", part):
        return True
    alone = run is None or len(run.keys) == 1
    long = len(lower) >= _LEAST_ORDINARY
    return alone and long and lower.isalpha() and _ORDINARY.search(lower) is not None


def _shorter(run: Run, absent: Sequence[Word], text: NamedText) -> str | None:
    """The part of a name that the evidence has and never completes with other words."""
    missing = {word.start for word in absent}
    wanted = set(run.keys)
    present = {
        name for name, start in zip(run.keys, run.starts, strict=True) if start not in missing
    }
    present -= _TITLES
    found = None
    for other in text.runs:
        if present.isdisjoint(other.keys):
            continue
        names = other.keys[1:] if other.opening and other.keys[0] not in wanted else other.keys
        rivals = [name for name in names if name not in wanted and name not in _TITLES]
        if rivals and not any(_longer(name, run) for name in other.keys):
            return None
        found = found or " ".join(name.capitalize() for name in names)
    return found


def _longer(name: str, run: Run) -> bool:
    """Whether a word is the long form of one of a run: Christopher for Chris."""
    return any(
        len(short) >= _LEAST_PREFIX and name != short and name.startswith(short)
        for short in run.keys
    )


def _open_anaphor(word: Word, absent: Sequence[Word], part: str, evidence: Evidence) -> str | None:
    """What the evidence calls something that it does not name.

    Where a cited run of sentences begins with words that refer to what stood before it, the part
    does not use these words itself, and the name is the part's first, or its only absent one where
    the words are a pronoun. Where the document is known it must have the name.
    """
    if evidence.documents and not any(word.text in text for text in evidence.documents):
        return None
    first = word.start <= _lead_end(part)
    alone = len({run for one in absent if (run := _run_of(one, part))}) == 1
    if not (first or alone):
        return None
    for sentence in evidence.openings:
        if len(sentence) > _LONGEST_OPENING:
            continue
        for match in _ANAPHOR.finditer(sentence, 0, min(_first_name(sentence), _FAR_IN)):
            pronoun = " " not in match[0]
            repeated = re.search(rf"\b{re.escape(match[0])}\b", part, re.IGNORECASE)
            if (first or pronoun) and not repeated:
                return match[0].lower()
    return None


def _lead_end(part: str) -> int:
    """Where the first name of a part ends, with those that small words join to it."""
    end = 0
    for run in named(part).runs:
        if end and _JOINED.fullmatch(part, end, run.start) is None:
            break
        if not end and run.start > _LONGEST_LEAD:
            return -1
        end = run.end
    return end


def _first_name(sentence: str) -> int:
    """Where the first name of a sentence stands; months are none, nor is a word that opens it."""
    for run in named(sentence).runs:
        months = all(name in MONTHS for name in run.keys)
        if not months and (not run.opening or len(run.keys) > 1):
            return run.start
    return len(sentence)
