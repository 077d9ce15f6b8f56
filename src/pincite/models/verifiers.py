"""The name of a verifier → what reads claims; adapters are loaded when they are named.

builtin       ours, of the distribution pincite-verifier
none          nothing: what a model has to read stays unchecked
FOLDER        any cross-encoder, or what `pincite train calibrate` made of one
openai:NAME@URL, gguf:PATH, …   a generator, asked for one word
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from pincite.errors import CallerError, ExtraError
from pincite.models.manifest import manifest
from pincite.ports import Entailment

__all__ = ["VERIFIERS", "is_installed", "make_reader", "make_verifier"]

VERIFIERS = ("builtin", "none", "FOLDER", "openai:NAME@URL", "gguf:PATH")
"""How verifiers are named."""

_AT_ONCE = 4


def is_installed() -> bool:
    """Whether the built-in verifier is."""
    return all(map(find_spec, ("pincite_verifier", "onnxruntime", "tokenizers")))


def make_verifier(name: str) -> Entailment | None:
    """The verifier of a name; None for `none`.

    Args:
        name: One of `VERIFIERS`, filled in.

    Raises:
        CallerError: When there is no such verifier.
        ExtraError: When what runs it is not installed.
    """
    if name == "none":
        return None
    if name == "builtin":
        return _builtin()
    if Path(name).is_dir():
        return _folder(Path(name))
    if ":" in name:
        return _prompted(name)
    raise CallerError(
        f"no verifier is named {name!r}, and there is no such folder",
        remedy=f"use {', '.join(VERIFIERS)}",
    )


def make_reader(name: str) -> Entailment:
    """The verifier of a name without the checks: what a calibration is made for.

    Raises:
        CallerError: When there is none, or the name is of a calibration of another one.
        ExtraError: When what runs it is not installed.
    """
    folder = Path(name)
    if folder.is_dir() and manifest(folder).get("reader"):
        raise CallerError(
            f"{name!r} is a calibration itself",
            remedy="name the model that it was made for",
        )
    found = make_verifier(name)
    if found is None:
        raise CallerError(f"{name!r} is no verifier that reads")
    return getattr(found, "reader", found)


def _builtin() -> Entailment:
    if not is_installed():
        raise ExtraError("the built-in verifier", extra="verifier")
    from importlib.resources import files

    from pincite.models.verifier import Verifier

    return Verifier(Path(str(files("pincite_verifier"))))


def _folder(folder: Path) -> Entailment:
    from pincite.models.crossencoder import CrossEncoder
    from pincite.models.verifier import Verifier

    values = manifest(folder)
    if not values.get("calibration"):
        return CrossEncoder(folder)
    reader = values.get("reader")
    return Verifier(folder, reader=make_reader(reader) if isinstance(reader, str) else None)


def _prompted(spec: str) -> Entailment:
    from pincite.models.prompted import PromptedVerifier
    from pincite.models.specs import make_generator

    generator = make_generator(spec)
    return PromptedVerifier(generator, at_once=_AT_ONCE if spec.startswith("openai:") else 1)
