"""`pincite demo`."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from pincite import defaults, samples
from pincite.cli.judging import Output, present


@click.command(name="demo")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("pincite-demo.html"),
    show_default=True,
    help="Where the report goes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.option("--open", "open_browser", is_flag=True, help="Open the report in the browser.")
def command(html: Path, as_json: bool, open_browser: bool) -> None:
    """Check a sample answer about two sample documents, and write the report.

    The answer has right claims, a half-right one, a changed quotation, a citation of a sentence
    that does not exist, an uncited claim, and a figure on which the documents disagree; so the
    decision is `reject`, and the exit status is 0 all the same.
    """
    library = defaults.read(
        samples.path("halden-report-2025.pdf"), samples.path("halden-press-release.html")
    )
    report = defaults.verify(samples.path("answer.md"), library)
    present(report, Output(as_json=as_json, html=html))
    if open_browser:
        webbrowser.open(html.absolute().as_uri())
