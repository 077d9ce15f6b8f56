"""`pincite models`."""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from pincite import defaults
from pincite.errors import PinciteError
from pincite.models.anthropic import Anthropic
from pincite.models.gguf import Gguf
from pincite.models.hf import Transformers
from pincite.models.longcite import LongCite
from pincite.models.openai import Described, OpenAICompatible, ServerKind

_PARTS = (("gguf:PATH", ("xllamacpp",)), ("hf:PATH", ("torch", "transformers", "llguidance")))


@click.command(name="models")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def command(*, specs: tuple[str, ...], as_json: bool) -> None:
    """Check the models of SPEC, or list what can answer here.

    Without SPEC, the model of PINCITE_MODEL is checked where it is set. Exits with status 1 where
    one cannot be reached.
    """
    configured = os.environ.get("PINCITE_MODEL", "")
    asked = specs or ((configured,) if configured else ())
    rows = [_checked(spec) for spec in asked] or [_state(*part) for part in _builtin()]
    if as_json:
        click.echo(json.dumps({"models": rows}, ensure_ascii=False, indent=1))
    else:
        for row in rows:
            click.echo(f"{'ok' if row['ok'] else 'no':3} {row['model']}  {row['detail']}")
    sys.exit(int(any(not row["ok"] for row in rows)) if asked else 0)


def _builtin() -> list[tuple[str, tuple[str, ...], str]]:
    rows: list[tuple[str, tuple[str, ...], str]] = [
        ("extractive", (), "built in, no model"),
        ("openai:NAME", (), _key("OPENAI_API_KEY")),
        ("longcite:NAME@URL", (), "a LongCite model behind such a server"),
        ("anthropic:NAME", (), _key("ANTHROPIC_API_KEY")),
        ("openai:NAME@URL", (), "any compatible server; PINCITE_API_KEY where it wants a key"),
    ]
    return rows + [(spec, parts, "") for spec, parts in _PARTS]


def _key(variable: str) -> str:
    return f"{variable} is set" if os.environ.get(variable) else f"no {variable}"


def _state(spec: str, parts: tuple[str, ...], detail: str) -> dict[str, object]:
    missing = [part for part in parts if find_spec(part) is None]
    extra = spec.partition(":")[0]
    said = f"pip install 'pincite[{extra}]'" if missing else detail or "installed"
    return {"model": spec, "ok": not missing and not said.startswith("no "), "detail": said}


def _local(spec: str, generator: Gguf | Transformers) -> dict[str, object]:
    """Whether a model's file or folder, and what runs it, are there; it is not loaded."""
    form, parts = next(part for part in _PARTS if part[0].startswith(spec.partition(":")[0]))
    installed = _state(form, parts, "")
    if not installed["ok"]:
        return {**installed, "model": spec}
    if isinstance(generator, Gguf) and not generator.path.is_file():
        return {"model": spec, "ok": False, "detail": f"there is no file {str(generator.path)!r}"}
    there = isinstance(generator, Gguf) or Path(generator.path).is_dir()
    detail = "there" if there else "no such folder here; a name that transformers may know"
    return {"model": spec, "ok": True, "detail": f"{detail}; loaded when it is asked"}


def _asked(spec: str, generator: Anthropic) -> dict[str, object]:
    known = generator.describe()
    window = generator.window_tokens()
    said = f"window {window} tokens" if window else "window not said"
    detail = f"the API's own citations; {said}" if known else "the server does not know this model"
    return {"model": spec, "ok": known, "detail": detail}


def _held(found: Described) -> str:
    held = found.kind is not ServerKind.OTHER
    return "markers held to the pack" if held else "takes no grammar as we know it"


def _checked(spec: str) -> dict[str, object]:
    try:
        generator = defaults.generator(spec)
        if isinstance(generator, Gguf | Transformers):
            return _local(spec, generator)
        if isinstance(generator, Anthropic):
            return _asked(spec, generator)
        own = isinstance(generator, LongCite)
        generator = generator.endpoint if isinstance(generator, LongCite) else generator
        if not isinstance(generator, OpenAICompatible):
            return {"model": spec, "ok": True, "detail": "built in, no model"}
        found = generator.describe()
    except PinciteError as error:
        return {"model": spec, "ok": False, "detail": error.message}
    window = f"window {found.window_tokens} tokens" if found.window_tokens else "window not said"
    held = "its own citations" if own else _held(found)
    known = not generator.model or not found.models or generator.model in found.models
    served = f"serves {', '.join(found.models[:5]) or 'what it does not list'}"
    return {"model": spec, "ok": known, "detail": f"{found.kind}; {window}; {held}; {served}"}
