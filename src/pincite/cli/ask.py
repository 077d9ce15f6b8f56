"""`pincite ask`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import cast

import click

from pincite import defaults
from pincite.canonical import Plain
from pincite.cli.judging import (
    Output,
    load_policy,
    output_options,
    present,
    read_text,
    verifier_option,
)
from pincite.cli.live import listener
from pincite.cli.sources import read_sources, settings_option
from pincite.errors import CallerError
from pincite.models.specs import FORMS
from pincite.refs import Style
from pincite.second_pass import SECOND_PASSES, SecondPass


@click.command(name="ask")
@click.argument("question")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...")
@settings_option
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=defaults.ASK_BUDGET_TOKENS,
    show_default=True,
    help="Most tokens that the generator gets to read.",
)
@click.option(
    "--model",
    "-m",
    default="extractive",
    envvar="PINCITE_MODEL",
    show_default=True,
    show_envvar=True,
    metavar="SPEC",
    help=f"What answers: {', '.join(FORMS)}.",
)
@click.option(
    "--style",
    type=click.Choice([style.value for style in Style if style is not Style.LONGCITE]),
    default=Style.LINE.value,
    show_default=True,
    help="How sentences are shown to the model; a LongCite model has its own way.",
)
@click.option(
    "--schema",
    "schema_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A JSON Schema: the answer is JSON that fits it, and its strings cite.",
)
@click.option(
    "--second-pass",
    type=click.Choice(SECOND_PASSES),
    help="Put other markers to claims whose own are missing or refused: those found by search, or "
    "chosen by the model in one more call a claim.",
)
@click.option(
    "--best-of",
    "samples",
    type=click.IntRange(1, 64),
    default=1,
    metavar="N",
    help="Ask N times and take the answer whose citations hold best; costs N answers.",
)
@verifier_option
@output_options
def command(
    *,
    question: str,
    sources: tuple[str, ...],
    budget: int,
    model: str,
    style: str,
    schema_file: Path | None,
    second_pass: SecondPass | None,
    samples: int,
    verifier: str | None,
    as_json: bool,
    form: str | None,
    html: Path | None,
    markdown: Path | None,
    policy: Path | None,
    fail_on: str,
) -> None:
    """Answer QUESTION from documents; every sentence of the answer is cited and checked.

    Without --model, sentences are repeated verbatim; where the documents do not answer, that is
    said.
    """
    generator, chosen = defaults.generator(model), load_policy(policy)
    library = read_sources(sources)
    report = defaults.ask(
        question,
        library,
        generator=generator,
        budget_tokens=budget,
        policy=chosen,
        style=Style(style),
        schema=None if schema_file is None else _schema(schema_file),
        second_pass=second_pass,
        samples=samples,
        entailment=verifier,
        on_event=listener(),
    )
    sys.exit(present(report, Output(as_json, html, markdown, fail_on, form)))


def _schema(path: Path) -> Plain:
    try:
        return cast(Plain, json.loads(read_text(str(path))))
    except (ValueError, RecursionError) as error:
        raise CallerError(
            f"{str(path)!r} is no JSON: {error}", remedy="give a JSON Schema"
        ) from error
