"""`python -m tests`: everything that has to hold, the same for a person and for continuous integration.

Style of Python and TypeScript, types, the rules of who imports whom and all tests, those in the browser included.
Properties are given the same examples every time.  `python -m tests quick` leaves out the browser and what is large,
and gives a tenth of the examples, and of the cases of a parametrised test a tenth or one, for the minute between two
edits.  `python -m tests deep` gives ten times as many examples, other ones every time, and says the seed with which
they come again: `python -m tests deep --hypothesis-seed=SEED`.  Further arguments go to pytest.

All run at the same time; what failed besides the tests comes after them, and the exit code is 1 if anything did.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

from tests.support.examples import DEPTH_KEY

ROOT = Path(__file__).parent.parent
CORES = os.cpu_count() or 1
PROCESSES = min(4, CORES + 1)  # one more than there are cores: what is tested in a browser waits a lot
SIDE_BY_SIDE = (f"--numprocesses={PROCESSES}", "--dist=worksteal")
RULES = "--config=explorer/stage/frontend/deno.json"
BESIDE = (
    ("ruff", "check", "explorer", "tests"),
    ("ruff", "format", "--check", "explorer", "tests"),
    ("mypy",),
    ("lint-imports",),
    ("deno", "fmt", "--check", RULES, "explorer/**/*.ts", "explorer/**/*.tsx", "tests/**/*.js"),
    ("deno", "lint", RULES, "explorer/**/*.ts", "explorer/**/*.tsx", "tests/**/*.js"),
    ("deno", "check", RULES, "explorer/**/*.ts", "explorer/**/*.tsx"),
    ("python", "-m", "tests.frontend.build", "check"),
    ("python", "-m", "tests.frontend.circles"),
)
QUICK, DEEP = "quick", "deep"
DEPTHS = {QUICK: "0.1", DEEP: "10"}  # times as many examples
SMALL = ("-m", "not browser and not large", f"--numprocesses={min(4, CORES)}")
SEED = "--hypothesis-seed"


def main(arguments: list[str]) -> int:
    """Run all checks at the same time; 1 if one failed, else 0."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else every app and command that a test starts is compiled anew
    tests = ("pytest", *SIDE_BY_SIDE, *_in_mode(arguments))
    started = [(check, start(check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)) for check in BESIDE]
    failed = [tests] if start(tests).wait() else []
    for check, process in started:
        said, _ = process.communicate()
        if process.returncode:
            sys.stdout.buffer.write(said)
            failed.append(check)
        else:
            sys.stdout.write(f"passed: {' '.join(check[:2])}\n")
    for check in failed:
        sys.stderr.write(f"failed: {' '.join(check)}\n")
    return 1 if failed else 0


def _in_mode(arguments: list[str]) -> list[str]:
    """The arguments for pytest of the mode that the first may name; `deep` has a seed, which is said."""
    mode, rest = arguments[:1], arguments[1:]
    if mode not in ([QUICK], [DEEP]):
        return arguments
    os.environ[DEPTH_KEY] = DEPTHS[mode[0]]
    if mode == [QUICK]:
        return [*SMALL, *rest]
    if not any(argument.startswith(SEED) for argument in rest):
        rest.append(f"{SEED}={secrets.randbelow(2**32)}")
    sys.stdout.write(f"{DEPTHS[DEEP]} times the examples; the same again: python -m tests {DEEP} {' '.join(rest)}\n")
    sys.stdout.flush()
    return rest


def start(check: tuple[str, ...], **streams: int) -> subprocess.Popen[bytes]:
    """Start a tool of this environment."""
    tool, *arguments = check
    return subprocess.Popen([Path(sys.executable).parent / tool, *arguments], cwd=ROOT, **streams)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
