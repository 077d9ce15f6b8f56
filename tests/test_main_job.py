"""The benchmark of the main job, run as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[1] / "benchmarks" / "main_job.py"


def test_it_prints_one_json_line_a_case_and_the_growth() -> None:
    """Each case has its stages, sizes and peak memory; the last line has the slopes."""
    command = [sys.executable, str(SCRIPT), "--pages", "2,8", "--runs", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    small, large, growth = map(json.loads, done.stdout.splitlines())
    assert (small["pages"], large["pages"], growth["case"]) == (2, 8, "growth")
    assert set(small["stages"]) == {"read", "split", "parse", "verify"}
    assert large["peak_mib"] >= large["base_mib"] > 0
    assert {"read", "split", "verify", "memory", "commit", "machine"} <= set(growth)
    assert str(SCRIPT.parents[1]) not in done.stdout
