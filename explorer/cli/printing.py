"""A page printed as a PDF file by a browser of this computer: Chromium, Chrome or Edge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from explorer.model.errors import ExplorerError

_COMMANDS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge", "chromium-headless-shell"),
)
_PROGRAMS = {  # where they are that are not on the search path
    "darwin": [
        f"{folder}/{name}.app/Contents/MacOS/{name}"
        for name in ("Google Chrome", "Chromium", "Microsoft Edge")
        for folder in ("/Applications", "~/Applications")
    ],
    "win32": [
        f"${{{folder}}}/{name}"
        for name in ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
        for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
    ],
}

_PATIENCE = 120.0  # seconds
_FLAGS = ("--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--no-pdf-header-footer")
_PAPER = "<style>@page { size: A4; }</style></head>"
_INSTEAD = "write the page (.html), open it in any browser and print it there, on paper or as PDF"


def page_as_pdf(page: str, folder: Path) -> bytes:
    """Return the page as a PDF file on A4.

    Parameters
    ----------
    page : HTML that needs no other file.
    folder : for temporary files of the browser, which may not write everywhere, but most likely beside the PDF file.

    Raises
    ------
    ExplorerError
        If there is no browser that prints, or it fails; the message says what to do instead.
    """
    browser = _find_browser()
    if browser is None:
        raise ExplorerError(f"no Chromium, Chrome or Edge was found to make a PDF; {_INSTEAD}")
    with TemporaryDirectory(prefix="print-", dir=folder, ignore_cleanup_errors=True) as name:
        source, target = Path(name, "page.html").resolve(), Path(name, "page.pdf").resolve()
        source.write_bytes(page.replace("</head>", _PAPER, 1).encode(errors="replace"))
        _run_browser(
            [browser, *_FLAGS, *_sandbox_flag(), f"--user-data-dir={name}", f"--print-to-pdf={target}", source.as_uri()]
        )
        if not target.exists():
            raise ExplorerError(f"{browser} did not print the page; {_INSTEAD}")
        return target.read_bytes()


def _run_browser(command: list[str]) -> None:
    """Run a browser until it has printed."""
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=_PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise ExplorerError(f"{command[0]} did not print the page in {_PATIENCE:.0f} seconds; {_INSTEAD}") from None
    except OSError as error:
        raise ExplorerError(f"{command[0]} cannot be run: {error.strerror}; {_INSTEAD}") from None


def _find_browser() -> str | None:
    """Return the first browser that can print."""
    places = (os.path.expandvars(Path(name).expanduser()) for name in _PROGRAMS.get(sys.platform, []))
    return next(filter(None, map(shutil.which, [*_COMMANDS, *places])), None)


def _sandbox_flag() -> list[str]:
    """Return the flag for root, as in most containers: no sandbox; the page needs no network."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
