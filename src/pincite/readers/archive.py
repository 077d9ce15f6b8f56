"""Archives and the XML inside of them, from hostile hands: bounded, no entities, no recursion."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from pincite.errors import DocumentError, DocumentReason, LimitError
from pincite.readers.limits import check_depth
from pincite.readers.settings import ReadSettings

__all__ = ["Archive", "XmlHandler", "parse_xml"]

_RELATION = "relationships "


class XmlHandler(Protocol):
    """Takes the events of an XML part; names are local names.

    Attributes of the namespace for relations have the prefix `r:`.
    """

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element opens."""

    def end(self, tag: str) -> None:
        """An element closes."""

    def text(self, data: str) -> None:
        """Characters, in pieces as they come."""


class Archive:
    """The members of a zip archive, unpacked up to a limit over all of them.

    Args:
        data: The archive.
        name: For errors.
        settings: `max_archive_bytes`, `max_archive_files`, `max_depth`.

    Raises:
        DocumentError: With reason `damaged`.
        LimitError: On too many members.
    """

    def __init__(self, data: bytes, *, name: str, settings: ReadSettings) -> None:
        self._name = name
        self._settings = settings
        self._unpacked = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise self._error("is a broken archive", "damaged") from error
        self.names = self._zip.namelist()
        if len(self.names) > settings.max_archive_files:
            raise LimitError(
                f"{name!r} has more than {settings.max_archive_files} members",
                limit="max_archive_files",
                value=len(self.names),
                maximum=settings.max_archive_files,
            )

    def __contains__(self, member: str) -> bool:
        """Whether there is such a member."""
        return member in self._zip.NameToInfo

    def read(self, member: str) -> bytes:
        """A member's bytes.

        Raises:
            DocumentError: With reason `damaged` or `encrypted`.
            LimitError: When all that was read is more than `max_archive_bytes`.
        """
        left = self._settings.max_archive_bytes - self._unpacked
        try:
            info = self._zip.getinfo(member)
            if info.flag_bits & 1:
                raise self._error("is protected with a password", "encrypted")
            with self._zip.open(info) as stream:
                data = stream.read(left + 1)
        except KeyError as error:
            raise self._error(f"has no part {member!r}", "damaged") from error
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            ValueError,
            NotImplementedError,
        ) as error:
            raise self._error(f"has a broken part {member!r}", "damaged") from error
        self._unpacked += len(data)
        if self._unpacked > self._settings.max_archive_bytes:
            raise LimitError(
                f"{self._name!r} unpacks to more than {self._settings.max_archive_bytes} bytes",
                limit="max_archive_bytes",
                value=self._unpacked,
                maximum=self._settings.max_archive_bytes,
            )
        return data

    def parse(self, member: str, handler: XmlHandler) -> None:
        """Hand the events of an XML member to a handler.

        Raises:
            DocumentError: With reason `damaged`, also where it declares a document type.
            LimitError: On elements nested deeper than `max_depth`.
        """
        data = self.read(member)
        try:
            parse_xml(data, handler, max_depth=self._settings.max_depth)
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise self._error(f"has a broken part {member!r}: {error}", "damaged") from error

    def relations(self, member: str) -> dict[str, str]:
        """The members that a member names, by the id it names them with."""
        folder, file = posixpath.split(member)
        relations = f"{folder}/_rels/{file}.rels" if folder else f"_rels/{file}.rels"
        if relations not in self:
            return {}
        handler = _Relations(folder)
        self.parse(relations, handler)
        return handler.targets

    def title(self) -> str | None:
        """The title that an office document states."""
        if "docProps/core.xml" not in self:
            return None
        handler = _Title()
        self.parse("docProps/core.xml", handler)
        return " ".join("".join(handler.pieces).split()) or None

    def _error(self, what: str, reason: DocumentReason) -> DocumentError:
        return DocumentError(
            f"{self._name!r} {what}",
            name=self._name,
            reason=reason,
            remedy="open it in the program that made it and save it again",
        )


class _Relations:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.targets: dict[str, str] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "Relationship" and attributes.get("TargetMode") != "External":
            path = posixpath.join("/", self._folder, attributes.get("Target", ""))
            self.targets[attributes.get("Id", "")] = posixpath.normpath(path).lstrip("/")

    def end(self, tag: str) -> None:
        pass

    def text(self, data: str) -> None:
        pass


class _Title:
    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._open = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:  # noqa: ARG002
        self._open = tag

    def end(self, tag: str) -> None:  # noqa: ARG002
        self._open = ""

    def text(self, data: str) -> None:
        if self._open == "title":
            self.pieces.append(data)


def parse_xml(data: bytes, handler: XmlHandler, *, max_depth: int) -> None:
    """Parse XML without building a tree; a document type, and so any entity, is refused.

    Raises:
        ValueError: On a document type declaration.
        xml.parsers.expat.ExpatError: On XML that is not well formed.
        LimitError: On elements nested deeper than `max_depth`.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        check_depth(depth, max_depth)
        handler.start(_local(name), {_attribute(key): attributes[key] for key in attributes})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(_local(name))

    def refuse(*_: object) -> None:
        raise ValueError("it declares a document type")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = refuse
    parser.Parse(data, True)


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _attribute(name: str) -> str:
    local = _local(name)
    return f"r:{local}" if name.endswith(_RELATION + local) and name != local else local
