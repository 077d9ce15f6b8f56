"""Writes `answer.md` from `answer.template.md`: each placeholder becomes a sentence's marker.

A placeholder `[@words@]` stands for the first sentence of the samples that holds the words.
"""

import re
from pathlib import Path

import pincite
from pincite import samples

TEMPLATE = Path(__file__).with_name("answer.template.md")


def numbered() -> str:
    """The answer, numbered against the samples as they are read now."""
    library = pincite.read(
        samples.path("halden-report-2025.pdf"), samples.path("halden-press-release.html")
    )
    texts = {s.number: " ".join(s.text.split()) for s in library.sentences()}

    def marker(match: re.Match[str]) -> str:
        return f"[s{next(number for number, text in texts.items() if match[1] in text)}]"

    return re.sub(r"\[@(.*?)@\]", marker, TEMPLATE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    samples.path("answer.md").write_text(numbered(), encoding="utf-8")
