"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from os import PathLike
from pathlib import Path

FilePath = str | PathLike[str]


def write_files(contents: Mapping[FilePath, bytes]) -> None:
    """Write files that belong together; old ones stay as they are until all of them are written.

    Each is written beside its place and then takes it, with the permissions of the old file; a link stays and leads to
    the new content.  A pipe or a device is written to directly, and so is a file in a folder in which no other can be
    written.

    Raises
    ------
    OSError
        If one cannot be written; it names that file.
    """
    with ExitStack() as stack:
        for finish in [stack.enter_context(_write_beside(path, content)) for path, content in contents.items()]:
            finish()


@contextmanager
def _write_beside(path: FilePath, content: bytes) -> Iterator[Callable[[], None]]:
    """Write a file beside its place and yield the function that moves it there; remove leftovers in the end."""
    place = Path(os.path.realpath(path))
    beside = place.parent / f".game-graph-explorer-{secrets.token_hex(8)}"

    def finish() -> None:
        with _name_errors(path):
            try:
                beside.replace(place)
            except OSError:  # nothing could be written beside it, or a file system is mounted at the very file
                Path(path).write_bytes(content)

    try:
        with _name_errors(path):
            if place.is_file() or not (Path(path).exists() or place.is_symlink()):
                _write_if_permitted(beside, content, like=place)
        yield finish
    finally:
        with suppress(OSError):
            beside.unlink()


def _write_if_permitted(path: Path, content: bytes, *, like: Path) -> None:
    """Write a new file with owner and permissions of another, if that exists and may be written."""
    try:
        if like.exists():
            like.open("r+b").close()
        _write_like(path, content, like=like)
    except PermissionError:
        path.unlink(missing_ok=True)


def _write_like(path: Path, content: bytes, *, like: Path) -> None:
    with path.open("xb") as file:
        if like.exists():
            _copy_owner(path, like.stat())
            shutil.copystat(like, path)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _copy_owner(path: Path, like: os.stat_result) -> None:
    """Give a file the owner and the group of another, as far as the user may; some systems have no owners."""
    if hasattr(os, "chown"):
        for owner, group in ((-1, like.st_gid), (like.st_uid, -1)):
            with suppress(OSError):
                os.chown(path, owner, group)


@contextmanager
def _name_errors(path: FilePath) -> Iterator[None]:
    """Make errors of the block name this file, not the temporary one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
