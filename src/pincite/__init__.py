"""Checkable answers about long documents."""

__version__ = "0.1.0"
