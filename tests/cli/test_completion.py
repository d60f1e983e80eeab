"""The scripts that complete commands: bash is asked what it would offer, the others name all that there is."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from explorer import algorithms, formats, games
from explorer.cli.completion import SHELLS

PROGRAM = "game-graph-explorer"
OFFERED = """\
source {script}
COMP_WORDS=({words})
COMP_CWORD={last}
$(complete -p {program} | sed 's/.*-F \\([^ ]*\\) .*/\\1/') {program} {word} ''
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def offered(run, folder: Path, line: str) -> set[str]:
    """What bash offers at the end of a line."""
    script = folder / "script.bash"
    script.write_text(run("completion", "bash")[1], encoding="utf-8")
    words = [*shlex.split(line.rstrip()), *([""] if line.endswith(" ") else [])]
    program = OFFERED.format(
        script=shlex.quote(str(script)),
        words=shlex.join(words),
        last=len(words) - 1,
        word=shlex.quote(words[-1]),
        program=PROGRAM,
    )
    done = subprocess.run(["/bin/bash", "-c", program], capture_output=True, text=True, check=True, cwd=folder)
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("trace x.csv --algorithm ", algorithms.registered()),
        ("generate ", games.registered()),
        ("solve - --format ", formats.registered()),
    ],
)
def test_bash_completes_the_names_of_the_registries(run, tmp_path: Path, line: str, names: set[str]):
    assert set(names) <= offered(run, tmp_path, f"{PROGRAM} {line}")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_all_commands_and_the_names_of_the_registries(run, shell: str):
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    words = set(out.replace("'", " ").replace('"', " ").replace("(", " ").replace(")", " ").split())
    assert {"solve", "export", "alpha-beta", "tic-tac-toe", "pgsolver"} <= words
