"""A report for people: one HTML file, a terminal, Markdown; knows no servers.

The three renderers share `pincite.report.view`, which decides what is shown and in which order.
"""

from __future__ import annotations
