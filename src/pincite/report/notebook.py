"""Notebooks: a report that is the value of a cell shows itself, in a frame of its own."""

from __future__ import annotations

import sys
from html import escape
from typing import Protocol

from pincite.records import Report

__all__ = ["frame", "show_reports"]

_HEIGHT_PX = 640


class _Formatter(Protocol):
    def for_type(self, typ: type, func: object) -> object: ...


def frame(report: Report) -> str:
    """The report's page as an inline frame: its style and script touch nothing around it."""
    from pincite.report.html import html

    page = escape(html(report), quote=True)
    return (
        f'<iframe srcdoc="{page}" sandbox="allow-scripts" title="Citation report" '
        f'style="width:100%;height:{_HEIGHT_PX}px;border:0"></iframe>'
    )


def show_reports() -> bool:
    """Tell the notebook that runs this process how to show reports.

    Returns:
        Whether there is one. Nothing is imported for it that is not there already.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        return False
    formatter: _Formatter = shell.display_formatter.formatters["text/html"]
    formatter.for_type(Report, frame)
    return True
