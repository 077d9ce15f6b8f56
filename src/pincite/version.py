"""The version of this distribution; part of packs and reports."""

__all__ = ["__version__"]

__version__ = "0.1.0"
