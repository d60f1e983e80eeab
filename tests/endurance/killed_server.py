"""The command is ended while pages are open and work goes on: no server, no port and no file of it stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tests.endurance.trial import Trial
from tests.support.app import ROOT, free_port, wait_for
from tests.support.raw_session import raw_session

SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
PATIENCE = 20.0  # seconds in which all has to be gone
QUERIES = ("sample=figure-1", "game=random%3Fnodes%3D20000&algorithm=score-iteration", "game=tic-tac-toe")


def run(trial: Trial) -> str:
    """Start the app and end it at a random moment; how often, and how long it took until all was gone."""
    ended: Counter[str] = Counter()
    longest = 0.0
    for _ in trial.rounds():
        number = trial.luck.choice(SIGNALS)
        longest = max(longest, _seconds_until_gone(trial, number))
        ended[number.name] += 1
    said = ", ".join(f"{name} {count} times" for name, count in sorted(ended.items()))
    return f"{said}; all was gone within {longest:.1f} s"


def _seconds_until_gone(trial: Trial, number: signal.Signals) -> float:
    port = free_port()
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "explorer", "open", "--no-browser", "--port", str(port)]
        environment = os.environ | {"TMPDIR": folder}
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            wait_for(port, process)
        except BaseException:
            process.kill()  # which the app hears of
            raise
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
        with raw_session(f"http://localhost:{port}") as session:
            session.ask(trial.luck.choice(QUERIES))
            time.sleep(trial.luck.uniform(0, 3))
            process.send_signal(number)
            began = time.monotonic()
            _, alive = psutil.wait_procs([psutil.Process(process.pid), *children], PATIENCE)
            took = time.monotonic() - began
        for each in alive:
            each.kill()
        said = process.communicate()[1].decode(errors="replace")
        assert not alive, f"after {number.name} there were still {alive}"
        assert "Traceback" not in said, f"after {number.name}: {said}"
        left = [path.name for path in Path(folder).iterdir()]
        assert not left, f"after {number.name} there were still {left}"
    return took
