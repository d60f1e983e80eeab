"""The scripts that complete commands: bash is asked what it would offer, the others name all that there is."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from support.command import is_one_sentence

from explorer import algorithms, formats, games, tasks
from explorer.cli.completion import SHELLS
from explorer.drawing import exports

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


def test_bash_completes_commands(run, tmp_path: Path):
    assert {"solve", "trace", "check", "completion"} <= offered(run, tmp_path, f"{PROGRAM} ")
    assert offered(run, tmp_path, f"{PROGRAM} co") == {"compare", "convert", "completion"}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("trace x.csv --algorithm ", algorithms.registered()),
        ("generate ", games.registered()),
        ("task check ", tasks.registered()),
        ("solve - --format ", formats.registered()),
        ("convert - - --to ", {name for name, entry in formats.registered().items() if entry.write is not None}),
        ("export - -o - --to ", exports.registered()),
        ("completion ", SHELLS),
    ],
)
def test_bash_completes_the_names_of_the_registries(run, tmp_path: Path, line: str, names: set[str]):
    assert set(names) <= offered(run, tmp_path, f"{PROGRAM} {line}")


def test_bash_offers_no_games_where_a_task_is_to_be_named(run, tmp_path: Path):
    assert offered(run, tmp_path, f"{PROGRAM} task check ").isdisjoint(games.registered())


def test_bash_completes_options_and_files(run, tmp_path: Path):
    (tmp_path / "mine.csv").touch()
    assert offered(run, tmp_path, f"{PROGRAM} solve --en") == {"--endless"}
    assert offered(run, tmp_path, f"{PROGRAM} solve mi") == {"mine.csv"}


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_all_commands_and_the_names_of_the_registries(run, shell: str):
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    words = set(out.replace("'", " ").replace('"', " ").replace("(", " ").replace(")", " ").split())
    assert {"solve", "export", "alpha-beta", "tic-tac-toe", "pgsolver"} <= words


def test_an_unknown_shell_is_named(run):
    code, out, err = run("completion", "sh")
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
    assert "bash" in err
