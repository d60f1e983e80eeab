"""Kernels: functions on numbers and rows of numbers, which run on lists as they stand and on arrays compiled by numba.

A kernel is written once, in plain Python.  Small graphs run it as it is, so that nothing heavy is imported for them;
large ones run it compiled, if numba is installed.  Both give the same numbers.  Compiled code is kept on disk for the
next start, if there is a place for it.  A kernel takes a named tuple of rows that it reads, one of rows that it writes,
and numbers; it may call functions of its module that are marked as `part`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from threading import Event, Lock, local
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import numpy as np

Progress = Callable[[int], None]
F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")
T = TypeVar("T", bound=tuple[Any, ...])
G = TypeVar("G", bound=tuple[Any, ...])


class Row(Protocol):
    """Whole numbers: a list, or an array."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...


class MutableRow(Row, Protocol):
    """The same, to be written."""

    def __setitem__(self, index: int, number: int, /) -> None: ...


class Moves(NamedTuple):
    """Compressed rows of successors: those of node v are `indices[indptr[v]:indptr[v + 1]]`."""

    indptr: Row
    indices: Row


LARGE = 200_000
"""Moves from which on numba is imported: below, the code as it stands is done sooner."""

WARM = 100
"""Moves from which on compiled code is used that is there already."""

_PAUSE = 0.1  # seconds between two words of progress while one half waits for the other

_lock = Lock()
_here = local()
_parts: list[Callable[..., Any]] = []
_compiled: dict[Callable[..., Any], Callable[..., Any]] = {}


def part(function: F) -> F:
    """Return the same function, which kernels may call."""
    _parts.append(function)
    return function


def prefetch(row: Row, index: int) -> None:
    """Nothing; in compiled code the processor begins to fetch `row[index]`, which is wanted soon."""


def run(kernel: Callable[..., int], given: T, made: tuple[Any, ...], *numbers: int, size: int) -> int:
    """What a kernel returns; the arrays of `made` are brought up to date in place.

    Parameters
    ----------
    given, made : named tuples of arrays, which the kernel reads and writes.
    size : how many moves there are to look at; it decides whether compiled code is used.
    """
    if not isinstance(made[0], list) and is_compiled(kernel, size):
        found: int = compiled(kernel)(given, made, *numbers)
        return found
    lists = _listed(made)
    found = kernel(_listed(given), lists, *numbers)
    for row, written in zip(made, lists, strict=True):
        if row is not written:
            row[:] = written
    return found


def rows_for(kernel: Callable[..., int], given: G, made: T, *, size: int) -> tuple[G, T]:
    """What to give `run` that is to be called several times: lists, unless it leaves the work to compiled code."""
    return (given, made) if is_compiled(kernel, size) else (_listed(given), _listed(made))


def halves(work: Callable[[int, Progress | None], R], *, size: int, progress: Progress | None = None) -> list[R]:
    """What the two halves of a work make that do not touch each other, done at the same time if they are large.

    Parameters
    ----------
    work : called with 0 and with 1, and with what to call with its progress.
    size : how many moves there are to look at in each half.
    progress : called in this thread alone, with the progress of one half; it may raise to cancel both.
    """
    if size < LARGE or not can_compile():  # a kernel that runs as it stands writes whole rows
        return [work(half, progress) for half in range(2)]
    stop, latest = Event(), 0

    def go_on(number: int) -> None:
        nonlocal latest
        latest = number
        if stop.is_set():
            raise CancelledError

    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(work, 1, go_on)
        try:
            first = work(0, progress)
            while wait([other], _PAUSE).not_done:
                if progress is not None:
                    progress(latest)
        except BaseException:
            stop.set()
            raise
        return [first, other.result()]


def is_compiled(kernel: Callable[..., Any], size: int) -> bool:
    """Return whether `run` leaves so much work to compiled code."""
    if size >= LARGE or getattr(_here, "is_always", False):
        return can_compile()
    return size >= WARM and _is_there(kernel)


@cache
def can_compile() -> bool:
    """Return whether numba can be imported, which it then is; without it every kernel runs as it stands."""
    try:
        from explorer.solver import compilation  # noqa: F401
    except ImportError:
        return False
    return True


def _is_there(kernel: Callable[..., Any]) -> bool:
    """Return whether the kernel has been compiled, so that nobody waits for it."""
    return kernel in _compiled and bool(getattr(_compiled[kernel], "overloads", True))


@contextmanager
def always_compiled() -> Iterator[None]:
    """In this thread, leave all work to compiled code, however small it is."""
    _here.is_always = True
    try:
        yield
    finally:
        _here.is_always = False


def in_use() -> tuple[Callable[..., Any], ...]:
    """Return the compiled kernels that there are."""
    return tuple(_compiled.values())


def compiled(kernel: F) -> F:
    """The kernel as compiled code, which numba makes of it when it is first called; without numba as it stands."""
    if not can_compile():
        return kernel
    if kernel not in _compiled:
        with _lock:
            _compile(kernel)
    return cast("F", _compiled[kernel])


def _compile(kernel: Callable[..., Any]) -> None:
    """Have the kernel among those that are compiled, unless another thread was sooner."""
    if kernel not in _compiled:
        from explorer.solver import compilation

        _compiled[kernel] = compilation.compiled(kernel, _parts, prefetch)
        _parts.clear()


def _listed(rows: T) -> T:
    make: Callable[..., T] = type(rows)
    return make(*(row.tolist() if isinstance(row, np.ndarray) else row for row in rows))
