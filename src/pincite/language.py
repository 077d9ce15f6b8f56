"""The language of a text, from its script and its commonest words; knows no documents.

A trained identifier (py3langid 0.4) names hundreds of languages but takes a second of processor
time to load, more than everything else does with a short document; what follows from the language
here is a choice among a dozen lists of abbreviations. So the commonest words of those languages
decide, and a text that they do not tell apart is `und`.
"""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["detect_language"]

_SAMPLE = 6000
_LEAST_WORDS = 3
_LEAST_LEAD = 1.25

_SCRIPTS = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af\u1100-\u11ff"),
    ("zh", "\u3400-\u9fff"),
    ("ru", "\u0400-\u04ff"),
    ("el", "\u0370-\u03ff\u1f00-\u1fff"),
    ("hy", "\u0530-\u058f"),
    ("he", "\u0590-\u05ff"),
    ("ar", "\u0600-\u06ff"),
    ("hi", "\u0900-\u097f"),
    ("th", "\u0e00-\u0e7f"),
    ("ka", "\u10a0-\u10ff"),
    ("am", "\u1200-\u137f"),
    ("la", "A-Za-z\u00c0-\u024f"),
)
_RUNS = [(name, re.compile(f"[{letters}]")) for name, letters in _SCRIPTS]
_KANA_SHARE = 0.1
_WORD = re.compile(r"[^\W\d_]+")

_COMMON = {
    "en": "the of and to is that for it with as was are this by be from or an have not which at",
    "de": "der die und das ist den von mit dem des nicht ein eine auf für sich im zu auch als",
    "fr": "le les et des est dans une du pour que qui sur par pas plus au avec sont ce il ne ou",
    "es": "el los las y del que una por con para su es lo más como pero fue sus al este ha",
    "it": "il di che della per un sono gli nel alla dei è con non delle si una più dal anche i",
    "pt": "o os do da em que uma não para com dos das ao por é mais foi na no pela ou às são",
    "nl": "het een van en de niet dat op te voor met zijn ook aan er bij naar uit wordt",
    "da": "og det er af på en til den der ikke med som et har fra blev var han jeg sig",
    "sv": "och att det är som på en för av inte med den till har ett från var jag om ska",
    "no": "og det er på en til som av ikke med har for den et å fra ble var jeg seg",
    "pl": "i w nie na się z do jest że to o jak po przez od za są dla który oraz",
    "cs": "a v se na je že s z do o to ve pro jako by jsou k od za který po",
    "sk": "a v sa na je že s z do o to vo pre ako by sú k od za ktorý po",
    "fi": "ja on ei se että oli hän mutta ovat kun myös tai joka sen ollut kuin",
    "hu": "a az és hogy nem is egy ez volt meg de csak mint már el ki van",
    "tr": "ve bir bu da de için ile olarak olan çok daha gibi en sonra kadar var",
    "ro": "și de la în a cu nu este pe care o un din pentru că mai se sunt",
}
_LANGUAGES: dict[str, list[str]] = {}
for _language, _words in _COMMON.items():
    for _word in _words.split():
        _LANGUAGES.setdefault(_word, []).append(_language)


def detect_language(text: str) -> str:
    """The language of a text as a BCP 47 primary tag, `und` where its start does not tell.

    Looks at the first 6,000 characters: the commonest script, then, for Latin letters, how many
    of each language's commonest words there are; a word that several languages share counts less.
    Languages of one script that are not told apart go by the commonest (`ru`, `ar`, `hi`).

    Example:
        >>> detect_language("Der Ausschuss hat den Antrag nicht angenommen, und das ist gut.")
        'de'
    """
    sample = text[:_SAMPLE]
    if sample.isascii():
        return _latin(sample)
    counts = {name: len(letters.findall(sample)) for name, letters in _RUNS}
    letters = sum(counts.values())
    if not letters:
        return "und"
    if counts["ja"] > _KANA_SHARE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts["zh"]
    script = max(counts, key=lambda name: counts[name])
    return script if script != "la" else _latin(sample)


def _latin(sample: str) -> str:
    scores: Counter[str] = Counter()
    found = 0
    for word in _WORD.findall(sample.lower()):
        languages = _LANGUAGES.get(word, ())
        found += bool(languages)
        for language in languages:
            scores[language] += 12 // len(languages)
    if found < _LEAST_WORDS:
        return "und"
    (best, most), *others = scores.most_common(2)
    return best if not others or most >= _LEAST_LEAD * others[0][1] else "und"
