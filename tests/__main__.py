"""`python -m tests`: everything that has to hold, the same for a person and for continuous integration.

Style, types, the rules of who imports whom, then all tests, those in the browser included.  Arguments go to pytest.
Every check runs even if one before it fails; the exit code is 1 if any failed.
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
    """Run all checks; 1 if one failed, else 0."""
    failed = [" ".join(check) for check in CHECKS if not passes(check)]
    for check in failed:
        sys.stderr.write(f"failed: {check}\n")
    return 1 if failed else 0


def passes(check: tuple[str, ...]) -> bool:
    """Whether a tool of this environment ends with success."""
    tool, *arguments = check
    return subprocess.run([Path(sys.executable).parent / tool, *arguments], cwd=ROOT, check=False).returncode == 0


sys.exit(main())
