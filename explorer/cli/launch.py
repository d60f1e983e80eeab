"""The app as a child process: Streamlit on `explorer/app/served.py`."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import NotRequired, TypedDict, Unpack

from explorer.app.process import PATIENCE, app_process, send_command
from explorer.formats.text import MAX_MEGABYTES
from explorer.model.errors import ExplorerError
from explorer.model.libraries import require

PACKAGE = Path(__file__).parents[1]
MAIN = PACKAGE / "app" / "main.py"
SERVED = PACKAGE / "app" / "served.py"

HOST = "127.0.0.1"
BASE = "http://localhost:8501/"  # address of the app at the default port

_ENDING = (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))  # of which nohup ignores the last
_BY_SIGNAL = 128  # exit codes of what was ended by a signal


class AppSettings(TypedDict):
    """Settings of the app: scene, base of its links, the user's own algorithms, and pages of other origins.

    Files of algorithms are relative to the current folder.  `settings` are more settings of Streamlit by name.
    """

    port: int | None
    browser: bool
    scene: NotRequired[str]
    base: NotRequired[str]
    algorithms: NotRequired[Sequence[str]]
    origins: NotRequired[Sequence[str]]
    settings: NotRequired[Mapping[str, str]]


def command_for(reference: str | None, **settings: Unpack[AppSettings]) -> list[str]:
    """Return the command line with which Streamlit runs the app, on a graph if a reference is given."""
    algorithms = settings.get("algorithms", ())
    flags_by_name = {
        "server.address": HOST,  # nobody else on the network, and no look-up of an outside address
        "browser.serverAddress": "localhost",
        "browser.gatherUsageStats": "false",
        "server.showEmailPrompt": "false",
        "server.maxUploadSize": str(MAX_MEGABYTES),
        "server.fileWatcherType": "none",
        "runner.fastReruns": "false",  # a run that has not begun when the next message comes would forget its own
        "runner.postScriptGC": "false",  # a full collection after every run costs more than the run
        "global.disableWidgetStateDuplicationWarning": "true",  # choices on closed tabs are put back on purpose
        "server.headless": "false" if settings["browser"] else "true",
    }
    if settings["port"] is not None:
        flags_by_name["server.port"] = str(settings["port"])
    flags_by_name |= settings.get("settings", {})
    flags = [f"--{name}={value}" for name, value in flags_by_name.items()]
    flags += [f"--server.corsAllowedOrigins={origin}" for origin in settings.get("origins", ())]
    own = [str(Path.cwd()), *algorithms] if algorithms else []
    program_arguments = [reference or "", settings.get("scene", ""), settings.get("base", ""), *own]
    while program_arguments and not program_arguments[-1]:
        program_arguments.pop()
    return ["streamlit", "run", str(SERVED), *flags, *(["--", *program_arguments] if program_arguments else [])]


def run_app(reference: str | None, reading: bytes = b"", **settings: Unpack[AppSettings]) -> None:
    """Run the app until it ends or Ctrl-C, which is passed on; the app ends with this process in any case.

    Raises
    ------
    ExplorerError
        If the app ends with an error, or Streamlit is not installed.
    """
    require("streamlit", "pages in the browser")
    before = {
        number: signal.signal(number, _exit_by_signal)
        for number in _ENDING
        if signal.getsignal(number) != signal.SIG_IGN
    }
    process = app_process()
    app_process.cache_clear()  # another call begins another one
    try:
        send_command(process, command_for(reference, **settings), reading)
        code = process.wait()
    finally:
        _end_app(process)
        for number, handler in before.items():
            signal.signal(number, handler)
    if code not in (0, -signal.SIGINT, -signal.SIGTERM):
        raise ExplorerError(f"the app ended with code {code}; what it wrote above says why")


def _exit_by_signal(number: int, frame: FrameType | None) -> None:
    """End this process with the exit code of a signal."""
    raise SystemExit(_BY_SIGNAL + number)


def _end_app(process: subprocess.Popen[bytes]) -> None:
    """End the app if it still runs; a second Ctrl-C does not wait."""
    try:
        process.terminate()
        process.wait(PATIENCE)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        process.kill()
        process.wait()
    finally:
        process.communicate()  # which closes the pipe
