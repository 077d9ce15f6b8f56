"""Checkable answers about long documents: read, pack, ask, verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.version import __version__

if TYPE_CHECKING:
    from pincite.defaults import ask, cite, pack, read, verify

__all__ = ["__version__", "ask", "cite", "pack", "read", "verify"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from pincite import defaults

        return getattr(defaults, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
