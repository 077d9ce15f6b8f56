"""The sample report, shared by the tests of the three renderers."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pincite.records import Report


def _samples() -> ModuleType:
    name = "report_samples"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("samples.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def samples() -> ModuleType:
    """The module that builds sample libraries, answers and reports."""
    return _samples()


@pytest.fixture(scope="session")
def report(samples: ModuleType) -> Report:
    """An answer with every verdict, on two documents."""
    made: Report = samples.sample_report()
    return made
