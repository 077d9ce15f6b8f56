"""The examples in docstrings are true, and importing is cheap."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import pincite

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(pincite.__path__, "pincite.")
    if not module.name.startswith(("pincite.cli", "pincite.__main__", "pincite.integrations."))
)
HEAVY = {
    "torch", "ray", "fastapi", "onnxruntime", "transformers", "tokenizers", "pydantic",
    "numpy", "bm25s", "pypdfium2", "selectolax", "rich", "jinja2", "quicktok",
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    """Every example prints what it says it prints."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["ask", "pack", "read", "verify"])
def test_each_verb_has_an_example(name: str) -> None:
    """The public verbs show how they are called."""
    examples = doctest.DocTestFinder().find(getattr(pincite, name), name)
    assert any(test.examples for test in examples)


@pytest.mark.parametrize("statement", ["import pincite", "import pincite.defaults; pincite.ask"])
def test_importing_loads_nothing_heavy(statement: str) -> None:
    """Heavy libraries are loaded by the work that needs them."""
    code = f"{statement}\nimport sys\nprint(' '.join(sys.modules))"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not HEAVY.intersection(found)
