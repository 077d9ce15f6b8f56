"""An answer on a terminal while it is written: each claim with a first verdict, once complete."""

from __future__ import annotations

import sys

import click

from pincite.hearing import ClaimJudged, Listener
from pincite.parse import TextEvent
from pincite.report.words import STATUS_WORDS, plain

__all__ = ["listener"]


def listener() -> Listener | None:
    """Prints claims to standard error where that is a terminal; None elsewhere."""
    return _show if sys.stderr.isatty() else None


def _show(event: TextEvent | ClaimJudged) -> None:
    if isinstance(event, TextEvent):
        return
    word = STATUS_WORDS[event.verdict.status]
    label = click.style(f"{word.sign} {word.label}", dim=True)
    click.echo(f"{label}  {plain(event.claim.text)}", err=True)
