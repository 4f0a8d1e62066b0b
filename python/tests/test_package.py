"""The package as it is installed."""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest


def test_nothing_heavy_is_imported():
    code = "import sys, rowsmith; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "pandas", "polars", "pyarrow", "pyspark", "ray"} & set(modules)


def test_the_command_is_there_twice(command):
    script = Path(sys.executable).parent / "rowsmith"
    version = subprocess.run([script, "--version"], capture_output=True, check=True).stdout
    assert version == command("--version")


@pytest.mark.skipif(os.environ.get("ROWSMITH_WHEEL_PROFILE") != "dist", reason="only of the wheel that people get")
def test_the_wheel_is_small_and_its_import_quick():
    wheel, = Path(os.environ["ROWSMITH_WHEEL"]).glob("*.whl")
    assert wheel.stat().st_size <= 15_000_000

    def milliseconds(code):
        times = []
        for _ in range(9):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append((time.perf_counter() - started) * 1000)
        return statistics.median(times)

    assert milliseconds("import rowsmith") - milliseconds("pass") <= 150
