"""`python -m tests.benchmarks.starting [STARTS]`: how soon the package is imported, and how soon its server answers.

Imports numpy and the package, or a graph alone, in turn, and prints the median of the milliseconds.  Then starts an
empty Streamlit app and ours in turn, five times, and prints the median of the seconds from the command to the first
page of the server, side by side; the app is started as a user does, with the command `open`.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path

from tests.support.app import ROOT, free_port

EMPTY = "import streamlit as st\n"
MODULES = ("numpy", "explorer", "explorer.model.graph")
IMPORT = "import time; start = time.process_time(); import {}; print(time.process_time() - start)"
PATIENCE, PAUSE = 120.0, 0.02  # seconds


def answers_after(module: Sequence[str], port: int) -> float:
    """Return the seconds from the start of a Python module to the page that its server gives."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", *module], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        while not _is_there(port):
            if process.poll() is not None or time.perf_counter() - start > PATIENCE:
                raise SystemExit(f"{' '.join(module)} does not answer")
            time.sleep(PAUSE)
        return time.perf_counter() - start
    finally:
        process.terminate()
        process.wait()


def seconds_to_import(module: str) -> float:
    """Return the seconds that a fresh Python takes of the processor to import a module."""
    program = [sys.executable, "-c", IMPORT.format(module)]
    return float(subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def _compare_imports(starts: int) -> None:
    """Print how long the package and a graph alone take to import, beside numpy."""
    rounds = [[*map(seconds_to_import, MODULES)] for _ in range(starts)]
    numpy, *others = (statistics.median(column) for column in zip(*rounds, strict=True))
    sys.stdout.write(f"numpy is imported in {1000 * numpy:.0f} ms")
    for module, seconds in zip(MODULES[1:], others, strict=True):
        sys.stdout.write(f", {module} in {1000 * seconds:.0f} ms, {seconds / numpy:.2f} times")
    sys.stdout.write("\n")


def _is_there(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/", headers={"Accept": "text/html"})
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def main() -> None:
    """Print all figures."""
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    _compare_imports(starts)
    ours: list[float] = []
    empty: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "empty.py"
        script.write_text(EMPTY, encoding="utf-8")
        for _ in range(starts):
            port = free_port()
            flags = ["--server.headless", "true", "--server.port", str(port), "--server.address", "127.0.0.1"]
            empty.append(answers_after(["streamlit", "run", str(script), *flags], port))
            port = free_port()
            ours.append(answers_after(["explorer", "open", "--no-browser", "--port", str(port)], port))
    first, other = statistics.median(ours), statistics.median(empty)
    sys.stdout.write(f"our server answers after {first:.2f} s, that of an empty app after {other:.2f} s; ")
    sys.stdout.write(f"{first - other:.2f} s or {first / other:.2f} times: the median of {starts} starts each\n")


if __name__ == "__main__":
    main()
