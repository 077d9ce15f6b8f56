"""`pincite read`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pincite import defaults
from pincite.cli.sources import read_sources, settings_option
from pincite.context import render
from pincite.records import Document, Library, Sentence
from pincite.refs import Style
from pincite.report.words import place_label, shorten


@click.command(name="read")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...")
@settings_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value, with positions.")
@click.option("--tagged", is_flag=True, help="Print the <s12> … </s12> text that a model reads.")
def command(sources: tuple[str, ...], as_json: bool, tagged: bool) -> None:
    """Show documents as numbered sentences with positions.

    FILE is a document, a folder, a glob, an http(s) address, or - for standard input.
    """
    library = read_sources(sources)
    if as_json:
        from pincite.codec import dumps, library_to_json

        click.echo(dumps(library_to_json(library, defaults.count_tokens(library))))
    elif tagged:
        click.echo(render(library, style=Style.TAGGED))
    else:
        for line in _lines(library):
            click.echo(line)
    for document in library.documents:
        for warning in document.warnings:
            click.echo(f"warning: {document.source_id}: {warning}", err=True)


def _lines(library: Library) -> Iterator[str]:
    width = len(f"s{len(library)}")
    for row, document in enumerate(library.documents):
        first, stop = library.first_numbers[row : row + 2]
        pages = f", {document.pages} pages" if document.pages else ""
        yield f"{document.source_id}: {_inert(document.title)} ({stop - first} sentences{pages})"
        places = [_place(document, sentence) for sentence in library.sentences(first, stop - 1)]
        column = max(map(len, places), default=0)
        for sentence, place in zip(library.sentences(first, stop - 1), places, strict=True):
            text = _inert(" ".join(sentence.text.split()))
            yield f"{f's{sentence.number}':>{width}}  {place:<{column}} {text}"


def _place(document: Document, sentence: Sentence) -> str:
    page = document.map.page(sentence.start)
    if page is not None:
        return f"p{page}"
    return shorten(_inert(place_label(document.map.locate(sentence.start, sentence.end))), 30)


def _inert(text: str) -> str:
    """Text of a document without what a terminal would obey."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)
