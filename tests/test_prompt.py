"""Instructions: each style and language, their version, and earlier turns."""

from collections.abc import Callable
from hashlib import sha256

import pytest

import pincite
from pincite.errors import CallerError
from pincite.parse import parse_answer
from pincite.prompt import LANGUAGES, VERSION, instructions, make_prompt, turn
from pincite.records import NO_ANSWERS, Library
from pincite.refs import Style

MakeLibrary = Callable[..., Library]

GOLDEN_CITED = (2, "4328c22c4e46e240a0fc276bf046925750e034e5d1e029b2bd21b3822dc362d9")
MARKED = [style for style in Style if style is not Style.LONGCITE]
GOLDEN = (2, "ea2424143785ac9bae9006054df4bdffffa4c9b51fcf7599efdb6efbb106579d")
"""Version and hash of all instructions; a change to one is a new version."""


def test_a_change_to_the_instructions_is_a_new_version() -> None:
    """The instructions are those of their version, byte for byte."""
    texts = [instructions(style, language) for style in MARKED for language in LANGUAGES]
    assert (VERSION, sha256("\0".join(texts).encode()).hexdigest()) == GOLDEN


def test_instructions_without_markers_are_those_of_their_version() -> None:
    """Those for models that cite in their own way are held too; LongCite's are the models' own."""
    texts = [instructions(Style.LINE, language, "anthropic") for language in LANGUAGES]
    texts.append(instructions(Style.LONGCITE, "en"))
    assert (VERSION, sha256("\0".join(texts).encode()).hexdigest()) == GOLDEN_CITED


@pytest.mark.parametrize("style", MARKED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_style_is_explained_in_every_language(style: Style, language: str) -> None:
    """No placeholder is left, the refusal is the one that checks know, the example is read."""
    text = instructions(style, language)
    assert "{" not in text
    assert NO_ANSWERS[language] in text
    example = next(line for line in text.splitlines() if "1931" in line and line[-1:] in ".。")
    citations = parse_answer(example, style).citations
    assert citations
    assert all(citation.ranges or citation.passage_ids for citation in citations)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_cites_by_itself_is_shown_no_marker(language: str) -> None:
    """It is told to cite and to refuse, and sees no form of a marker that it could copy."""
    text = instructions(Style.LINE, language, "anthropic")
    assert NO_ANSWERS[language] in text
    assert "{" not in text
    assert "[" not in text


def test_the_language_is_that_of_the_question(make_library: MakeLibrary) -> None:
    """A German question is answered by German instructions, an unknown one by English ones."""
    pack = pincite.pack("mill", make_library(mill="The mill stands."))
    german = make_prompt("Wann wurde die Mühle an dem Fluss von der Stadt gebaut?", pack)
    assert german.name == f"line.de/{VERSION}"
    assert make_prompt("?!", pack).name == f"line.en/{VERSION}"
    assert make_prompt("a", pack).sha256 != make_prompt("b", pack).sha256
    with pytest.raises(CallerError):
        make_prompt("  ", pack)


def test_an_earlier_turn_has_no_markers() -> None:
    """Markers of an earlier answer are bound to its pack, and not shown to a later prompt."""
    earlier = turn("When?", parse_answer("It opened in 1931 [s7], and closed [s8-s9]. See [3]."))
    assert earlier.answer == "It opened in 1931, and closed. See."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_in_any_language_is_one(make_library: MakeLibrary, language: str) -> None:
    """What the instructions ask for where the documents are silent counts as no answer."""
    report = pincite.verify(NO_ANSWERS[language], make_library(mill="The mill stands."))
    assert not report.answered
