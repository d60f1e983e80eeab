"""`python -m tests.benchmarks.opening FILE …`: how soon the app shows a file, from the command to the first picture.

Prints, of each file, the seconds until the server answers and until the canvas is painted, on the clock; and the
seconds that reading the file once takes of the processor, beside those of the command and the app together.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.support.app import ROOT, StageView, free_port, launch, wait_for

SEEN = "stage.frames && stage.document.nodes.size"


def open_in_app(file: str, page: Page) -> None:
    """Print how long it takes until a page shows a file."""
    port = free_port()
    start = time.perf_counter()
    command = ["-m", "explorer", "open", file, "--no-browser", "--port", str(port)]
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        answered = time.perf_counter() - start
        page.goto(f"http://localhost:{port}")
        StageView(page).wait(SEEN)
        seen = time.perf_counter() - start
        StageView(page).ready()
        ready = time.perf_counter() - start
    finally:
        process.terminate()
        _, _, used = os.wait4(process.pid, 0)
    sys.stdout.write(
        f"{Path(file).name}: server {answered:.1f} s, first picture {seen:.1f} s, with the first steps {ready:.1f} s; "
        f"{used.ru_utime + used.ru_stime:.1f} s of the processor\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    with sync_playwright() as playwright, launch(playwright) as browser:
        for name in sys.argv[1:]:
            open_in_app(str(Path(name).resolve()), browser.new_page())
