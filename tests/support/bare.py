"""An environment in which nothing is installed but what the core needs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest

CORE = ("numpy", "networkx", "pandas")
PROJECT = Path(__file__).parents[2]


def make_bare(folder: Path) -> Path:
    """The folder, with links to the three libraries and what they require, and to the package."""
    waiting, known = [*CORE], set()
    while waiting:
        name = waiting.pop()
        if name not in known:
            known.add(name)
            waiting += _link(name, folder)
    (folder / "explorer").symlink_to(PROJECT / "explorer")
    return folder


def _link(name: str, folder: Path) -> list[str]:
    """Link to all files of a distribution; what it requires."""
    try:
        found = distribution(name)
    except PackageNotFoundError:  # of another system
        return []
    for top in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
        (folder / top).symlink_to(Path(str(found.locate_file(top))))
    return [re.split(r"[\s<>=!~;\[]", line)[0] for line in found.requires or () if "extra ==" not in line]


def answer(code: str, bare: Path | None, **variables: str) -> Any:
    """What code that prints JSON prints in a process of its own, in a bare folder or with all that is installed."""
    paths = {"PYTHONPATH": str(bare or PROJECT)}
    flags = ["-S"] if bare else []  # without the folder of what is installed
    command = [sys.executable, *flags, "-W", "error", "-c", code]
    done = subprocess.run(
        command, env={**os.environ, **paths, **variables}, cwd=PROJECT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.fail(done.stderr)
    return json.loads(done.stdout)
