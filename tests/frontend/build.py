"""`python -m tests.frontend.build`: builds the scripts of all pages from their TypeScript, and writes its messages.ts.

What is built stands in explorer/stage/built, so that only who changes a script needs more than Python: the first build
fetches esbuild from npm.  The first line of a built script holds a hash of what it was built from, with which
`python -m tests.frontend.build check` compares.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

from explorer.drawing.bundle import BUILT, FRONTEND

from . import declarations

COMMAND = "python -m tests.frontend.build"
EXPLORER = FRONTEND.parents[1]
EXPORTS = EXPLORER / "drawing" / "exports"
PAGES = (*EXPORTS.glob("*/*.ts"), *(EXPLORER / "app").rglob("*.ts"), EXPLORER / "room" / "room.ts")
ENTRIES = {"stage": FRONTEND / "main.ts", "sheets": FRONTEND / "sheets.ts", **{path.stem: path for path in PAGES}}
ESBUILD = "npm:esbuild@0.25.12"
JSX = ("--jsx-factory=h", "--jsx-fragment=Fragment")
OPTIONS = (*JSX, "--bundle", "--minify", "--target=es2022", "--charset=utf8", "--log-level=warning")
NAMED = {"stage": "gameGraphStage", "sheets": "gameGraphSheets"}  # scripts whose exports are in a constant
PAGE = ("--format=esm",)
IMPORTED = re.compile(r"^(?:import|export)\b(?! type\b)[^;]*?'(\.[^']+)';", re.MULTILINE)


def build(name: str) -> str:
    """A script as it is built now."""
    deno = (Path(sys.executable).parent / "deno", "run", "--allow-all", "--no-config", ESBUILD)
    command = (*deno, ENTRIES[name], *OPTIONS, *_format(name))
    done = subprocess.run(command, cwd=EXPLORER, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return f"{head(name)}\n{done.stdout}"


def _format(name: str) -> tuple[str, ...]:
    return ("--format=iife", f"--global-name={NAMED[name]}") if name in NAMED else PAGE


def head(name: str) -> str:
    """The first line of a script as long as it is up to date."""
    told = hashlib.sha256(f"{ESBUILD} {OPTIONS} {_format(name)}".encode())
    for path in sorted(sources(ENTRIES[name])):
        told.update(path.relative_to(EXPLORER).as_posix().encode())
        told.update(path.read_bytes())
    return f"// Built by `{COMMAND}`: {told.hexdigest()[:32]}"


def sources(entry: Path) -> set[Path]:
    """A module and all those whose code it has."""
    found: set[Path] = set()
    waiting = [entry]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            imported = IMPORTED.findall(path.read_text(encoding="utf-8"))
            waiting += [(path.parent / other).resolve() for other in imported]
    return found


def outdated() -> list[str]:
    """The scripts of which the sources have changed since they were built."""
    return [name for name in ENTRIES if not script(name).startswith(f"{head(name)}\n")]


def script(name: str) -> str:
    """A script as it was built; nothing if it never was."""
    path = BUILT / f"{name}.js"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: list[str]) -> str | None:
    """Build what is outdated; with `check` only say what is."""
    if arguments == ["check"]:
        return f"{', '.join(old)}: not built from the present sources; run `{COMMAND}`" if (old := outdated()) else None
    declarations.FILE.write_text(declarations.declarations(), encoding="utf-8")
    for name in outdated():
        (BUILT / f"{name}.js").write_text(build(name), encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
