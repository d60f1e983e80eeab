"""Commands write where there is too little room: the file that was there stays whole, and one sentence names it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.endurance.trial import Trial
from tests.support.app import ROOT

BEFORE = b"what was there before\n"
COMMANDS = (
    ("convert", "sample:figure-1", "x.game.json"),
    ("convert", "sample:figure-1", "x.parquet"),
    ("generate", "ladder", "layers=5", "-o", "x.csv"),
    ("generate", "tic-tac-toe", "-o", "x.gexf"),
    ("export", "sample:figure-1", "-o", "x.svg"),
    ("export", "sample:figure-1", "-o", "x.pdf"),
    ("lesson", "export", "back-up", "-o", "x.html"),
)
DISK, PAGE = 2**20, 4_096  # bytes of the small disk, and of the pieces in which its room is given


def run(trial: Trial) -> str:
    """Run commands with too little room, on a disk of their own where one may be mounted; how many left all whole."""
    refused = written = 0
    with _small_disk() as (folder, is_disk):
        for number in trial.rounds():
            argv = COMMANDS[number % len(COMMANDS)]
            path = folder / argv[-1]
            path.write_bytes(BEFORE)
            with _little_room(folder, trial.luck.randrange(3)) if is_disk else nullcontext():
                done = _carried_out(argv, folder, None if is_disk else trial.luck.randrange(4_000))
            if done.returncode == 0:
                written += 1
                assert path.read_bytes() != BEFORE
            else:
                refused += 1
                names = [each.name for each in folder.iterdir()]
                assert (done.returncode, path.read_bytes(), names) == (2, BEFORE, [path.name]), f"{argv}: {done}"
                assert f" {path.stem}." in done.stderr, f"{argv}: {done}"
                assert done.stderr.count("\n") == 1, f"{argv}: {done}"
            for each in folder.iterdir():
                each.unlink()
    where = f"on a full disk of {DISK:,} bytes" if is_disk else "under a limit of the size of files"
    return f"{where}, {refused} commands found no room and left the file that was there, {written} had room"


@contextmanager
def _small_disk() -> Iterator[tuple[Path, bool]]:
    """A folder, and whether it is a disk of its own, which only root can have mounted."""
    with TemporaryDirectory() as folder:
        mount, unmount = shutil.which("mount"), shutil.which("umount")
        command = [mount or "", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder]
        is_disk = bool(mount and unmount) and not subprocess.run(command, check=False, capture_output=True).returncode
        try:
            yield Path(folder), is_disk
        finally:
            if is_disk:
                subprocess.run([unmount or "", folder], check=True)


@contextmanager
def _little_room(folder: Path, pages: int) -> Iterator[None]:
    """Have a disk full but for some pages."""
    filling = folder / "filling"
    with suppress(OSError), filling.open("wb", buffering=0) as file:
        while file.write(bytes(PAGE)):
            pass
    os.truncate(filling, filling.stat().st_size - pages * PAGE)
    try:
        yield
    finally:
        filling.unlink()


def _carried_out(argv: tuple[str, ...], folder: Path, most: int | None) -> subprocess.CompletedProcess[str]:
    """A command that has ended, for which no file could be larger than that."""

    def limit() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    command = [sys.executable, "-m", "explorer", "-q", *argv]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, preexec_fn=limit
    )
