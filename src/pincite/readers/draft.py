"""Blocks as a reader meets them → canonical text, furniture last; knows no format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.canonical import sha256_bytes, sha256_text
from pincite.errors import DocumentError
from pincite.readers.decoding import SourceText, clean
from pincite.readers.limits import check_characters
from pincite.readers.runs import Piece, Places, RunMap, Runs
from pincite.readers.settings import ReadSettings
from pincite.records import Block, BlockKind, Document

__all__ = ["About", "Draft", "make_document"]


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a source beside its bytes.

    Attributes:
        source_id: Of the document.
        title: As the source states it, else the file name.
        uri: Where it came from.
        media_type: What it was recognised as.
        language: As the source declares it, a BCP 47 primary tag.
        charset: The encoding that a server or the caller declared.
    """

    source_id: str
    title: str
    uri: str
    media_type: str
    language: str = "und"
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class _Entry:
    kind: BlockKind
    pieces: Sequence[Piece]
    level: int
    context: tuple[str, ...]
    head: bool
    tight: bool


@dataclass(slots=True)
class Draft:
    """Blocks in reading order, before they are one text.

    Attributes:
        max_characters: More than this is a `LimitError`.
        warnings: What the reader could not read, or only in part.
    """

    max_characters: int
    warnings: list[str] = field(default_factory=list)
    _runs: Runs = field(default_factory=Runs)
    _texts: list[str] = field(default_factory=list)
    _blocks: list[Block] = field(default_factory=list)
    _furniture: list[_Entry] = field(default_factory=list)
    _last: Piece = field(default_factory=lambda: Piece(""))
    _characters: int = 0

    def add(
        self,
        kind: BlockKind,
        pieces: Sequence[Piece],
        *,
        level: int = 0,
        context: tuple[str, ...] = (),
        head: bool = False,
        tight: bool = False,
    ) -> bool:
        """Add a block; white space at its ends is left out, and so is a block of nothing else.

        Args:
            kind: What it is; furniture moves to the end of the text.
            pieces: Its text.
            level: Of a heading or list item.
            context: Column heads of a table row.
            head: Whether a table row is the table's head.
            tight: Whether a single line end parts it from the block before it.

        Returns:
            Whether there was anything to add.

        Raises:
            LimitError: At more than `max_characters`.
        """
        trimmed = _trim(pieces)
        if not trimmed:
            return False
        self._characters += sum(len(piece.text) for piece in trimmed)
        check_characters(self._characters, self.max_characters)
        entry = _Entry(kind, trimmed, level, context, head, tight)
        if kind is BlockKind.FURNITURE:
            self._furniture.append(entry)
        else:
            self._append(entry)
        return True

    def _append(self, entry: _Entry) -> None:
        if self._blocks:
            tight = entry.tight and self._blocks[-1].kind is entry.kind
            last = self._last
            self._piece(Piece("\n" if tight else "\n\n", last.end, last.end, last.place))
        start = len(self._runs)
        for piece in entry.pieces:
            self._piece(piece)
        self._blocks.append(
            Block(entry.kind, start, len(self._runs), entry.level, entry.context, entry.head)
        )

    def _piece(self, piece: Piece) -> None:
        self._texts.append(piece.text)
        self._runs.append(piece)
        self._last = piece

    def document(
        self,
        data: bytes,
        *,
        about: About,
        reader: str,
        settings: ReadSettings,
        source: SourceText | None = None,
        places: Places | None = None,
    ) -> Document:
        """Put the blocks together, furniture last; a draft is used once.

        Args:
            data: The source's bytes, for their hash.
            about: What is known of the source.
            reader: Name and version.
            settings: What it was read with.
            source: Where the pieces' positions are positions in decoded text.
            places: Names the pieces' places.

        Raises:
            DocumentError: With reason `empty` when there is no block.
        """
        for entry in self._furniture:
            self._append(entry)
        return make_document(
            data,
            about=about,
            reader=reader,
            settings=settings,
            text=clean("".join(self._texts), self.warnings),
            blocks=self._blocks,
            runs=RunMap(self._runs, source=source, places=places),
            warnings=self.warnings,
        )


def make_document(
    data: bytes,
    *,
    about: About,
    reader: str,
    settings: ReadSettings,
    text: str,
    blocks: Sequence[Block],
    runs: RunMap,
    warnings: Sequence[str],
) -> Document:
    """A document with its hashes.

    Raises:
        DocumentError: With reason `empty` when there is no block.
    """
    if not blocks:
        raise DocumentError(
            f"{about.title!r} has no text",
            name=about.title,
            reason="empty",
            remedy="check that it is the right file and that its text is not an image",
        )
    return Document(
        source_id=about.source_id,
        title=clean(about.title, []),
        uri=about.uri,
        media_type=about.media_type,
        source_sha256=sha256_bytes(data),
        text=text,
        text_sha256=sha256_text(text),
        language=about.language,
        reader=reader,
        settings_sha256=settings.sha256,
        blocks=tuple(blocks),
        map=runs,
        warnings=tuple(warnings),
    )


def _trim(pieces: Sequence[Piece]) -> Sequence[Piece]:
    first, last = 0, len(pieces)
    while last > first and not pieces[last - 1].text.strip():
        last -= 1
    while first < last and not pieces[first].text.strip():
        first += 1
    kept = list(pieces[first:last])
    if kept and kept[0].text[0].isspace():
        kept[0] = _cut(kept[0], len(kept[0].text) - len(kept[0].text.lstrip()), None)
    if kept and kept[-1].text[-1].isspace():
        kept[-1] = _cut(kept[-1], 0, len(kept[-1].text.rstrip()))
    return kept


def _cut(piece: Piece, start: int, end: int | None) -> Piece:
    text = piece.text[start:end]
    if piece.start < 0 or piece.end - piece.start != len(piece.text):
        return piece._replace(text=text)
    return piece._replace(text=text, start=piece.start + start, end=piece.start + start + len(text))
