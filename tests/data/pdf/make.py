"""Makes the PDFs of this folder from their texts: run once, where LibreOffice and Chromium are.

    python tests/data/pdf/make.py

`paper.txt` becomes `paper-writer.pdf` (LibreOffice: two columns, justified, words broken by
hyphens, running head and page number) and `paper-browser.pdf` (Chromium: the same in another
layout, broken at soft hyphens). `table.html` becomes `table.pdf`.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
BREAKS = re.compile(r"(?<=[bcdfglmnprst])(?=[bcdfgklmnpst][aeiou][a-z]{2})")
"""Places where a word may be broken in the browser's version, as a hyphenation would."""


def main() -> None:
    """Write the three files."""
    blocks = (HERE / "paper.txt").read_text(encoding="utf-8").strip().split("\n\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "paper-writer.fodt").write_text(writer(blocks), encoding="utf-8")
        (folder / "paper-browser.html").write_text(browser(blocks), encoding="utf-8")
        (folder / "table.html").write_bytes((HERE / "table.html").read_bytes())
        command = ["soffice", "--headless", "--convert-to", "pdf", "--outdir", name]
        subprocess.run([*command, str(folder / "paper-writer.fodt")], check=True)
        for page in ("paper-browser", "table"):
            printed(folder / f"{page}.html", folder / f"{page}.pdf")
        for made in folder.glob("*.pdf"):
            (HERE / made.name).write_bytes(made.read_bytes())


def printed(source: Path, target: Path) -> None:
    """Print a page of HTML with Chromium."""
    flags = "--headless --no-sandbox --disable-gpu --no-first-run --no-pdf-header-footer"
    where = [f"--user-data-dir={source.parent / 'profile'}", f"--print-to-pdf={target}"]
    subprocess.run(["chromium", *flags.split(), *where, source.as_uri()], check=True)


def browser(blocks: list[str]) -> str:
    """The paper as HTML in two columns."""
    body = "".join(
        f"<{tag}>{text}</{tag}>"
        for block in blocks
        for tag, text in [tagged(block, {"# ": "h1", "## ": "h2", "": "p"})]
    )
    text = re.sub(r"\b[a-z]{7,}\b", lambda word: BREAKS.sub("&shy;", word[0]), body)
    return f"""<!doctype html><meta charset="utf-8"><title>The ferry that learned to wait</title>
<style>@page {{ size: A5; margin: 18mm 14mm; @top-center {{ content: "Harbour Studies 12" }}
@bottom-center {{ content: counter(page) }} }}
body {{ font: 10pt/1.3 "Liberation Serif", serif; columns: 2; column-gap: 6mm; margin: 0 }}
h1 {{ column-span: all; font-size: 17pt }} h2 {{ font-size: 12pt; break-after: avoid }}
p {{ text-align: justify; margin: 0; text-indent: 1.2em }} h2 + p {{ text-indent: 0 }}</style>
{text}"""


def writer(blocks: list[str]) -> str:
    """The paper as flat OpenDocument text in two columns."""
    styles = {"# ": "Title", "## ": "Head", "": "Body"}
    named = [tagged(block, styles) for block in blocks]
    paragraphs = [f'<text:p text:style-name="{name}">{text}</text:p>' for name, text in named]
    return (
        (HERE / "paper.fodt.in")
        .read_text(encoding="utf-8")
        .format(title=paragraphs[0], body="".join(paragraphs[1:]))
    )


def tagged(block: str, names: dict[str, str]) -> tuple[str, str]:
    """What a block is called, and its text."""
    mark = next(mark for mark in sorted(names, reverse=True) if block.startswith(mark))
    return names[mark], escape(block.removeprefix(mark))


if __name__ == "__main__":
    main()
