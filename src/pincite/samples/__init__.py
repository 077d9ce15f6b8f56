"""Sample documents of our own: a report and a press release of an invented company, an answer.

The press release (`halden-press-release.html`) and the report (`halden-report-2025.pdf`) disagree
in one figure. `answer.md` answers `question.txt` and has one fault of each kind. This module knows
where the files lie, not what is in them. How they were made stands in `docs/samples/`.
"""

from importlib.resources import files
from pathlib import Path

__all__ = ["path"]


def path(name: str) -> Path:
    """Where the sample file of this name lies; the file need not exist.

    Example:
        >>> path("question.txt").is_file()
        True
    """
    return Path(str(files(__name__).joinpath(name)))
