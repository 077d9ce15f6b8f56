"""What several test modules need."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

import pincite
from pincite.readers import read_document
from pincite.records import Library
from pincite.split import split

pytest_plugins = ["tests.servers"]

settings.register_profile("pincite", deadline=None)
settings.load_profile("pincite")


@pytest.fixture(scope="session", autouse=True)
def _package_on_the_path_of_processes() -> None:
    """Tests and processes that they start see this package, no kept documents, no verifier."""
    os.environ["PYTHONPATH"] = str(Path(pincite.__file__).parents[1])
    os.environ["PINCITE_CACHE"] = "off"
    os.environ["PINCITE_VERIFIER"] = "none"


@pytest.fixture(scope="session")
def make_library() -> Callable[..., Library]:
    """Builds a library of plain texts: `make_library(first="…", second="…")`."""

    def make(**texts: str) -> Library:
        return split(
            read_document(text.encode(), name=f"{name}.txt", source_id=name)
            for name, text in texts.items()
        )

    return make
