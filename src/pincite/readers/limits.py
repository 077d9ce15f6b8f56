"""Limits that refuse an input, by the name of their setting."""

from __future__ import annotations

from pincite.errors import LimitError

__all__ = ["check_bytes", "check_characters", "check_depth", "check_files", "check_ocr_pages"]


def check_bytes(count: int, maximum: int) -> None:
    """Refuse a source that is too large.

    Raises:
        LimitError: At more than `maximum`.
    """
    _check(count, maximum, "max_bytes", "the source is larger than {} bytes")


def check_characters(count: int, maximum: int) -> None:
    """Refuse a text that is too long.

    Raises:
        LimitError: At more than `maximum`.
    """
    _check(count, maximum, "max_characters", "the text is longer than {} characters")


def check_files(count: int, maximum: int) -> None:
    """Refuse folders and globs that stand for too many files.

    Raises:
        LimitError: At more than `maximum`.
    """
    _check(count, maximum, "max_files", "folders and globs stand for more than {} files")


def check_ocr_pages(count: int, maximum: int) -> None:
    """Refuse a PDF with too many pages whose text has to be recognised.

    Raises:
        LimitError: At more than `maximum`.
    """
    _check(count, maximum, "max_ocr_pages", "the text of more than {} pages has to be recognised")


def check_depth(depth: int, maximum: int) -> None:
    """Refuse a source that is nested too deep.

    Raises:
        LimitError: At more than `maximum`.
    """
    _check(depth, maximum, "max_depth", "elements are nested deeper than {} levels")


def _check(count: int, maximum: int, limit: str, message: str) -> None:
    if count > maximum:
        raise LimitError(message.format(maximum), limit=limit, value=count, maximum=maximum)
