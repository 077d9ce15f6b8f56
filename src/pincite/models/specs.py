"""The name of a generator → the generator; adapters are loaded when they are named.

extractive               sentences verbatim, without a model
anthropic:NAME[@URL]     Anthropic's API, with its own citations
openai:NAME[@URL]        an OpenAI-compatible endpoint; OpenAI itself without @URL
longcite:NAME@URL        a LongCite model behind such an endpoint, in its own format
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import CallerError
from pincite.ports import Generator

if TYPE_CHECKING:
    from pincite.models.openai import OpenAICompatible

__all__ = ["FORMS", "make_generator"]

FORMS = (
    *("extractive", "openai:NAME@URL", "anthropic:NAME", "longcite:NAME@URL", "gguf:PATH"),
    "hf:PATH",
)
"""How generators are named."""

_ENDPOINT = re.compile(r"(?P<name>.*?)(?:@(?P<url>https?://\S++))?+")


def make_generator(spec: str) -> Generator:
    """The generator of a name; nothing is connected or loaded yet.

    Args:
        spec: One of `FORMS`, filled in.

    Raises:
        CallerError: When there is no such generator.

    Example:
        >>> make_generator("openai:qwen3@http://localhost:8000/v1").name
        'openai:qwen3@localhost:8000'
    """
    kind, _, rest = spec.partition(":")
    match kind:
        case "extractive" if not rest:
            from pincite.models.extractive import Extractive

            return Extractive()
        case "openai":
            return _endpoint(rest, spec)
        case "longcite" if "@" in rest:
            from pincite.models.longcite import LongCite

            return LongCite(_endpoint(rest, spec))
        case "anthropic" if rest:
            return _anthropic(rest, spec)
        case "gguf" if rest:
            from pincite.models.gguf import Gguf

            return Gguf(Path(rest))
        case "hf" if rest:
            from pincite.models.hf import Transformers

            return Transformers(rest)
        case _:
            raise _unknown(spec)


def _endpoint(rest: str, spec: str) -> OpenAICompatible:
    from pincite.models.openai import OPENAI_ADDRESS, OpenAICompatible

    match = _ENDPOINT.fullmatch(rest)
    if match is None or not (match["name"] or match["url"]):
        raise _unknown(spec)
    return OpenAICompatible(match["name"], match["url"] or OPENAI_ADDRESS)


def _anthropic(rest: str, spec: str) -> Generator:
    from pincite.models.anthropic import Anthropic, anthropic_address

    match = _ENDPOINT.fullmatch(rest)
    if match is None or not match["name"]:
        raise _unknown(spec)
    return Anthropic(match["name"], match["url"] or anthropic_address())


def _unknown(spec: str) -> CallerError:
    return CallerError(f"no generator is named {spec!r}", remedy=f"use {', '.join(FORMS)}")
