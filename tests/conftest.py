"""What several test modules need."""

from collections.abc import Callable

import pytest

from pincite.readers import read_document
from pincite.records import Library
from pincite.split import split


@pytest.fixture(scope="session")
def make_library() -> Callable[..., Library]:
    """Builds a library of plain texts: `make_library(first="…", second="…")`."""

    def make(**texts: str) -> Library:
        return split(
            read_document(text.encode(), name=f"{name}.txt", source_id=name)
            for name, text in texts.items()
        )

    return make
