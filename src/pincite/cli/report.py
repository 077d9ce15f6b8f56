"""`pincite report`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pincite import defaults
from pincite.cli.judging import (
    Output,
    load_policy,
    output_options,
    present,
    read_text,
)
from pincite.cli.sources import read_again, read_sources, source_option
from pincite.codec import pack_from_json, report_from_json
from pincite.errors import CallerError, MismatchError
from pincite.records import Report


@click.command(name="report")
@click.argument("report_file", metavar="REPORT")
@source_option
@click.option(
    "--annotate",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a copy of the cited PDF with the cited sentences highlighted; of several, the "
    "others go beside it, as FILE-ID.pdf.",
)
@click.option(
    "--pack",
    "pack_file",
    type=click.Path(exists=True, dir_okay=False),
    help="The pack that the report was judged against, if it was.",
)
@output_options
def command(
    *,
    report_file: str,
    sources: tuple[str, ...],
    pack_file: str | None,
    annotate: Path | None,
    as_json: bool,
    form: str | None,
    html: Path | None,
    markdown: Path | None,
    policy: Path | None,
    fail_on: str,
) -> None:
    """Show a report that `pincite verify --json` wrote again, in another form.

    The answer is judged again, so sources that changed since are noticed.
    """
    stored = report_from_json(read_text(report_file))
    library = read_sources(sources)
    if library.library_id != stored.library_id:
        raise MismatchError(
            "the sources are not those of the report",
            remedy="give the same files in the same order, or see `pincite reanchor`",
        )
    pack = pack_from_json(read_text(pack_file)) if pack_file else None
    if (pack.pack_id if pack else None) != stored.pack_id:
        raise MismatchError(
            f"the report was judged against pack {stored.pack_id}",
            remedy="give it with --pack" if stored.pack_id else "leave out --pack",
        )
    report = defaults.verify(stored.answer, library, pack=pack, policy=load_policy(policy))
    if annotate is not None:
        _annotate(report, annotate)
    sys.exit(present(report, Output(as_json, html, markdown, fail_on, form)))


def _annotate(report: Report, out: Path) -> None:
    """Write a copy of each cited PDF: the first as named, others beside it with their ids."""
    from pincite.report.annotate import annotate

    cited = {
        document.source_id: document
        for citation in report.answer.citations
        for first, _ in citation.evidence
        if (document := report.library.document(first)).media_type == "application/pdf"
    }
    if not cited:
        raise CallerError("the answer cites no PDF", remedy="leave out --annotate")
    targets = [out, *(out.with_stem(f"{out.stem}-{name}") for name in list(cited)[1:])]
    read = {Path(document.uri).resolve() for document in report.library.documents}
    for target in targets:
        if target.resolve() in read:
            raise CallerError(
                f"{str(target)!r} is one of the sources", remedy="name another file to write"
            )
    for target, document in zip(targets, cited.values(), strict=True):
        data = read_again(document)
        target.write_bytes(annotate(report, data, document.source_id))
        click.echo(f"{document.source_id} annotated in {target}", err=True)
