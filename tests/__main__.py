"""`python -m tests`: everything that has to hold, the same for a person and for continuous integration.

Style, types, the rules of who imports whom and all tests, those in the browser included.  Arguments go to pytest.
All run at the same time, and what the others said comes after the tests; the exit code is 1 if any failed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SIDE_BY_SIDE = ("--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")
CHECKS = (
    ("ruff", "check", "explorer", "tests"),
    ("ruff", "format", "--check", "explorer", "tests"),
    ("mypy",),
    ("lint-imports",),
    ("pytest", *SIDE_BY_SIDE, *sys.argv[1:]),
)


def main() -> int:
    """Run all checks at the same time; 1 if one failed, else 0."""
    *beside, tests = CHECKS
    started = [(check, start(check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)) for check in beside]
    failed = [tests] if start(tests).wait() else []
    for check, process in started:
        said, _ = process.communicate()
        sys.stdout.buffer.write(said)
        failed += [check] if process.returncode else []
    for check in failed:
        sys.stderr.write(f"failed: {' '.join(check)}\n")
    return 1 if failed else 0


def start(check: tuple[str, ...], **streams: int) -> subprocess.Popen[bytes]:
    """Start a tool of this environment."""
    tool, *arguments = check
    return subprocess.Popen([Path(sys.executable).parent / tool, *arguments], cwd=ROOT, **streams)


sys.exit(main())
