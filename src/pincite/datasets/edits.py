"""Edits of real sentences: changes that a check has to catch, and rewrites that it has to let pass.

Each edit takes a sentence and a source of chance and gives the edited sentence, or None where the
sentence has nothing of its kind. The sentence is then the evidence of what was made of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

__all__ = ["CHANGES", "REWRITES", "Edit"]

Edit = Callable[[str, Random], str | None]

_NUMBER = re.compile(
    r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])|(?<![\w.,-])\d+(?:\.\d+)?(?![\w,])"
)
_YEAR = re.compile(r"(?<![\w.,])(?:19|20)\d\d(?![\w,])")
_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}(?: [A-Z][a-z]{3,})?(?![\w'’-])")
_STRANGERS = ("Velmora", "Quintara", "Osprenfeld", "Tarvik", "Belhaven Corvo", "Drusk")
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|will|can|could|should|must|may|has|have|had)\b(?! not\b)"
)
_NEGATED = re.compile(
    r"\b(is|are|was|were|will|could|should|must|may|has|have|had|did|does|do) not\b"
)
_UNITS = (
    ("million", "billion"), ("billion", "million"), ("percent", "percentage points"),
    ("%", " percentage points"), ("kg", "g"), ("km", "miles"), ("days", "weeks"),
    ("weeks", "months"), ("months", "years"), ("years", "months"), ("hours", "minutes"),
    ("minutes", "hours"), ("metres", "feet"), ("feet", "metres"), ("tons", "kg"), ("mg", "g"),
)  # fmt: skip
_CURRENCIES = (("$", "€"), ("€", "$"), ("£", "$"), ("US$", "€"))
_QUANTIFIERS = (
    ("all", "some"), ("most", "few"), ("some", "all"), ("many", "few"), ("every", "some"),
    ("several", "all"), ("few", "most"), ("always", "sometimes"), ("often", "never"),
)  # fmt: skip
_MODALS = (("may", "must"), ("must", "may"), ("can", "must"), ("should", "may"), ("will", "may"),
           ("might", "will"), ("could", "will"), ("shall", "may"))  # fmt: skip
_DIRECTIONS = (
    ("increased", "decreased"), ("decreased", "increased"), ("increase", "decrease"),
    ("decrease", "increase"), ("rose", "fell"), ("fell", "rose"), ("higher", "lower"),
    ("lower", "higher"), ("more", "less"), ("less", "more"), ("above", "below"),
    ("before", "after"), ("after", "before"), ("first", "last"), ("won", "lost"),
    ("largest", "smallest"),
    ("improved", "worsened"), ("growth", "decline"), ("up", "down"), ("gained", "lost"),
)  # fmt: skip
_NO_SUBJECT = (
    r"(?!(?:It|He|She|They|This|That|These|There|After|Before|When|While|In|On|At|As|Since|Then)\b)"
)
_ROLES = re.compile(
    rf"^(?:The )?{_NO_SUBJECT}([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*) "
    r"(defeated|acquired|sued|married|succeeded|killed"
    r"|beat|bought|founded|replaced|appointed|criticized|praised|joined|led|hired|met|taught"
    r"|supported|attacked|followed|preceded|influenced|directed|wrote|played|owns|owned|manages"
    r"|managed|controls|acquires|supplies|employs) ([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)(?=[ .,])"
)

_PARTICIPLES = {
    "wrote": "written", "led": "led", "met": "met", "taught": "taught", "beat": "beaten",
    "bought": "bought", "built": "built", "won": "won", "held": "held", "sold": "sold",
    "made": "made", "gave": "given", "drew": "drawn", "sang": "sung", "shot": "shot",
}  # fmt: skip
"""Of verbs that do not end in `-ed`."""
_PASTS = {participle: past for past, participle in _PARTICIPLES.items()}
_PASSIVE = re.compile(
    rf"^((?:The |An? )?{_NO_SUBJECT}[\w'’-]+(?: (?!and|then)[\w'’-]+){{0,3}})"
    rf" (was|were) ([a-z]+ed|{'|'.join(_PASTS)}) by "
    r"((?:the )?[A-Z][\w'’-]*(?: (?:of |the |de |von )?[A-Z][\w'’-]*)*)"
    r"(?=[.,](?!\w)| in | on | at | for | from | during )"
)


_SMALLER = {
    "weeks": (7, "days"), "hours": (60, "minutes"), "minutes": (60, "seconds"),
    "years": (12, "months"), "km": (1000, "m"), "kg": (1000, "g"),
}  # fmt: skip
_CONVERTED = re.compile(rf"(?<![\w.,-])(\d{{1,3}}) ({'|'.join(_SMALLER)})\b")
_LONG_NAME = re.compile(r"(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+){2,4}(?![\w'’/-]| [A-Z(])")


def _swap(text: str, chance: Random, pairs: tuple[tuple[str, str], ...]) -> str | None:
    """One word of a pair for the other, in a place taken by chance."""
    found = [
        (match, new)
        for old, new in pairs
        for match in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", text)
    ]
    if not found:
        return None
    match, new = chance.choice(found)
    return text[: match.start()] + new + text[match.end() :]


def _at(text: str, chance: Random, pattern: re.Pattern[str]) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def number(text: str, chance: Random) -> str | None:
    """Another leading digit, so that no rounding excuses it."""
    found = [m for m in _NUMBER.finditer(text) if not _YEAR.fullmatch(m[0])]
    if not found:
        return None
    match = chance.choice(found)
    digit = next(i for i, c in enumerate(match[0]) if c.isdigit())
    other = chance.choice([d for d in "123456789" if d != match[0][digit]])
    return _put(text, match, match[0][:digit] + other + match[0][digit + 1 :])


def date(text: str, chance: Random) -> str | None:
    """Another year, or another month beside a day or year."""
    match = _at(text, chance, _YEAR)
    if match:
        return _put(text, match, str(int(match[0]) + chance.choice([-3, -2, -1, 1, 2, 3])))
    months = "|".join(_MONTHS)
    match = _at(text, chance, re.compile(rf"\b(?:{months})\b(?= \d)|(?<=\d )\b(?:{months})\b"))
    return (
        _put(text, match, chance.choice([m for m in _MONTHS if m != match[0]])) if match else None
    )


def unit(text: str, chance: Random) -> str | None:
    """Another unit or magnitude after a number."""
    found = [
        (match, new)
        for old, new in _UNITS
        for match in re.finditer(
            rf"(?<=\d){re.escape(old)}(?!\w)|(?<=\d )(?:{re.escape(old)})(?!\w)", text
        )
    ]
    if not found:
        return None
    match, new = chance.choice(found)
    return _put(text, match, new)


def currency(text: str, chance: Random) -> str | None:
    """Another currency before a number."""
    found = [
        (match, new)
        for old, new in _CURRENCIES
        for match in re.finditer(rf"(?<![A-Z]){re.escape(old)}(?=\s?\d)", text)
    ]
    if not found:
        return None
    match, new = chance.choice(found)
    return _put(text, match, new)


def name(text: str, chance: Random) -> str | None:
    """A name that nobody bears, for one inside the sentence."""
    match = _at(text, chance, _NAME)
    if match is None or match[0] in _MONTHS:
        return None
    return _put(text, match, chance.choice(_STRANGERS))


def negation(text: str, chance: Random) -> str | None:
    """A “not” lost where there is one, else one put after an auxiliary verb."""
    match = _at(text, chance, _NEGATED)
    if match:
        return _put(text, match, match[1])
    match = _AUXILIARY.search(text)
    return _put(text, match, f"{match[1]} not") if match else None


def quantifier(text: str, chance: Random) -> str | None:
    """Another quantifier."""
    return _swap(text, chance, _QUANTIFIERS)


def modality(text: str, chance: Random) -> str | None:
    """Another modal verb."""
    return _swap(text, chance, _MODALS)


def direction(text: str, chance: Random) -> str | None:
    """Up for down, more for less."""
    return _swap(text, chance, _DIRECTIONS)


def roles(text: str, chance: Random) -> str | None:  # noqa: ARG001
    """Who did it to whom, turned round."""
    match = _ROLES.search(text)
    if match is not None and match[1] != match[3]:
        return f"{match[3]} {match[2]} {match[1]}{text[match.end() :]}"
    match = _PASSIVE.search(text)
    if match is None or match[1] == match[4]:
        return None
    turned = f"{_capital(match[4])} {match[2]} {match[3]} by {_inside(match[1])}"
    return turned + text[match.end() :]


def _voice(text: str, chance: Random) -> str | None:  # noqa: ARG001
    match = _ROLES.search(text)
    if match is not None and match[2].endswith(("ed", *_PARTICIPLES)):
        participle = _PARTICIPLES.get(match[2], match[2])
        subject = text[: match.end(1)]
        return f"{match[3]} was {participle} by {_inside(subject)}{text[match.end() :]}"
    match = _PASSIVE.search(text)
    if match is None:
        return None
    past = _PASTS.get(match[3], match[3])
    return f"{_capital(match[4])} {past} {_inside(match[1])}{text[match.end() :]}"


def _other_unit(text: str, chance: Random) -> str | None:
    match = _at(text, chance, _CONVERTED)
    if match is None:
        return None
    factor, unit = _SMALLER[match[2]]
    return _put(text, match, f"{int(match[1]) * factor:,} {unit}")


def _abbreviated(text: str, chance: Random) -> str | None:
    match = _at(text, chance, _LONG_NAME)
    if match is None or any(mark in text for mark in '“”"'):
        return None
    return _put(text, match, "".join(word[0] for word in match[0].split()))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _inside(text: str) -> str:
    """A beginning as it stands inside of a sentence."""
    return text[0].lower() + text[1:] if text.startswith(("The ", "A ", "An ")) else text


def quotation(text: str, chance: Random) -> str | None:
    """The sentence as a quotation with one word changed."""
    words = text.split()
    if len(words) < 8:
        return None
    places = [i for i, w in enumerate(words[1:-1], 1) if w.isalpha() and len(w) > 3]
    if not places:
        return None
    words[chance.choice(places)] = chance.choice(["never", "formal", "blue", "weekly", "alleged"])
    return f"“{' '.join(words).rstrip('.').replace('“', '').replace('”', '')}”."


def _marks(text: str, chance: Random) -> str | None:  # noqa: ARG001
    changed = text.replace("'", "’").replace('"', "”").replace(" - ", " – ").replace("  ", " ")
    return changed if changed != text else None


def _quoted(text: str, chance: Random) -> str | None:  # noqa: ARG001
    if len(text.split()) < 6 or any(mark in text for mark in '“”"'):
        return None
    return f"“{text.rstrip('.')}”."


def _same(text: str, chance: Random) -> str | None:  # noqa: ARG001
    return text


def _rounded(text: str, chance: Random) -> str | None:
    match = _at(text, chance, re.compile(r"(?<![\w.,])\d+\.\d{2,}(?![\w,])"))
    if match is None:
        return None
    return _put(text, match, f"{float(match[0]):.1f}")


def _in_words(text: str, chance: Random) -> str | None:
    words = dict(zip("2 3 4 5 6 7 8 9".split(), "two three four five six seven eight nine".split(),
                     strict=True))  # fmt: skip
    match = _at(text, chance, re.compile(r"(?<=[a-z] )[2-9](?= [a-z])"))
    return _put(text, match, words[match[0]]) if match else None


def _percent(text: str, chance: Random) -> str | None:
    match = _at(text, chance, re.compile(r"(?<=\d)%|(?<=\d) (?:percent|per cent)\b"))
    if match is None:
        return None
    return _put(text, match, " percent" if match[0] == "%" else "%")


def _magnitude(text: str, chance: Random) -> str | None:
    match = _at(text, chance, re.compile(r"(?<![\w.,])(\d{1,3}),(\d)00,000(?![\w,.])"))
    return _put(text, match, f"{match[1]}.{match[2]} million") if match else None


def _front(text: str, chance: Random) -> str | None:  # noqa: ARG001
    match = re.fullmatch(
        r"([A-Z][^,.]{12,}) ((?:in|on|during|since) (?:\w+ )?(?:19|20)\d\d)\.", text
    )
    if match is None:
        return None
    head = (
        match[1][0].lower() + match[1][1:]
        if match[1].startswith(("The ", "A ", "It "))
        else match[1]
    )
    return f"{match[2][0].upper()}{match[2][1:]}, {head}."


CHANGES: dict[str, Edit] = {
    "number": number, "date": date, "unit": unit, "currency": currency, "name": name,
    "negation": negation, "quantifier": quantifier, "modality": modality, "direction": direction,
    "roles": roles, "quotation": quotation,
}  # fmt: skip
"""Changes of what a sentence says, by kind."""

REWRITES: dict[str, Edit] = {
    "verbatim": _same, "typography": _marks, "quoted": _quoted, "rounded": _rounded,
    "in words": _in_words, "percent sign": _percent, "magnitude": _magnitude, "reordered": _front,
    "voice": _voice, "other unit": _other_unit, "abbreviation": _abbreviated,
}  # fmt: skip
"""Rewrites that change nothing of what a sentence says, by kind."""
