"""What the checks cover in which language; where one covers nothing it says so.

English throughout; figures, dates, quotations and resolving also in German, French, Spanish,
Chinese and Japanese.
"""

from __future__ import annotations

from pincite.checks.evidence import Evidence
from pincite.checks.quotes import stands

__all__ = ["not_covered"]

_NAMES = {
    "ar": "Arabic", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "es": "Spanish",
    "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian",
    "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak",
    "sv": "Swedish", "th": "Thai", "tr": "Turkish", "zh": "Chinese",
}  # fmt: skip
_KNOWN = frozenset({"en", "und"})


def not_covered(part: str, evidence: Evidence) -> str | None:
    """The language in which a check that knows English alone cannot compare a part.

    None where the part and its evidence are English, or not told, and where the part stands in
    the evidence word for word, which holds in every language.
    """
    languages = {evidence.language_of(part), evidence.language} - _KNOWN
    if not languages or stands(part, evidence.text):
        return None
    return " and ".join(_NAMES.get(language, language) for language in sorted(languages))
