"""Kernels: functions on numbers and rows of numbers, which run on lists as they stand and on arrays compiled by numba.

A kernel is written once, in plain Python.  Small graphs run it as it is, so that nothing heavy is imported for them;
large ones run it compiled, if numba is installed.  Both give the same numbers.  Compiled code is kept on disk for the
next start, if there is a place for it.  A kernel takes a named tuple of rows that it reads, one of rows that it writes,
and numbers; it may call functions of its module that are decorated with `part`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from threading import Event, Lock, local
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from explorer.trace.run import Progress

Integers = NDArray[Any]  # whole numbers, of 32 bits unless a comment names others

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")
T = TypeVar("T", bound=tuple[Any, ...])
G = TypeVar("G", bound=tuple[Any, ...])


class NumberRow(Protocol):
    """Whole numbers: a list, or an array."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...


class MutableRow(NumberRow, Protocol):
    """Whole numbers that can be written."""

    def __setitem__(self, index: int, number: int, /) -> None: ...


class Moves(NamedTuple):
    """Compressed rows of successors: those of node v are `indices[indptr[v]:indptr[v + 1]]`."""

    indptr: NumberRow
    indices: NumberRow


LARGE = 200_000
"""Moves from which on numba is imported: below, plain Python is done sooner."""

WARM = 100
"""Moves from which on kernels that are compiled already run compiled."""

_PAUSE = 0.1  # seconds between two words of progress while one half waits for the other

_lock = Lock()
_here = local()
_parts: list[Callable[..., Any]] = []
_compiled: dict[Callable[..., Any], Callable[..., Any]] = {}


def part(function: F) -> F:
    """Register a function that kernels may call, and return it; a decorator."""
    _parts.append(function)
    return function


def prefetch(row: NumberRow, index: int) -> None:
    """Do nothing; in compiled code, let the processor begin to fetch `row[index]`, which is needed soon."""


def run(kernel: Callable[..., int], inputs: T, outputs: tuple[Any, ...], *numbers: int, size: int) -> int:
    """Run a kernel and return its result; the arrays of `outputs` are brought up to date in place.

    Parameters
    ----------
    given, made : named tuples of arrays, which the kernel reads and writes.
    size : how many moves there are to look at; it decides whether compiled code runs.
    """
    if not isinstance(outputs[0], list) and is_compiled(kernel, size):
        found: int = compiled_kernel(kernel)(inputs, outputs, *numbers)
        return found
    lists = _as_lists(outputs)
    found = kernel(_as_lists(inputs), lists, *numbers)
    for row, written in zip(outputs, lists, strict=True):
        if row is not written:
            row[:] = written
    return found


def rows_for(kernel: Callable[..., int], inputs: G, outputs: T, *, size: int) -> tuple[G, T]:
    """Return the arrays for several calls of `run`, as lists unless compiled code is to run."""
    return (inputs, outputs) if is_compiled(kernel, size) else (_as_lists(inputs), _as_lists(outputs))


def halves(work: Callable[[int, Progress | None], R], *, size: int, progress: Progress | None = None) -> list[R]:
    """Return the results of two independent halves of a work, done at the same time if they are large.

    Parameters
    ----------
    work : called with 0 and with 1, and with the function that takes its progress.
    size : how many moves there are to look at in each half.
    progress : called in this thread alone, with the progress of one half; it may raise to cancel both.
    """
    if size < LARGE or not can_compile():  # a kernel in plain Python writes whole rows
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
    """Return whether `run` uses compiled code for work of this size."""
    if size >= LARGE or getattr(_here, "is_always", False):
        return can_compile()
    return size >= WARM and _is_compiled_already(kernel)


@cache
def can_compile() -> bool:
    """Import numba and return whether that is possible; without it every kernel runs as plain Python."""
    try:
        from explorer.solver import compilation  # noqa: F401
    except ImportError:
        return False
    return True


def _is_compiled_already(kernel: Callable[..., Any]) -> bool:
    """Return whether the kernel has been compiled already, so that nobody waits for it."""
    return kernel in _compiled and bool(getattr(_compiled[kernel], "overloads", True))


@contextmanager
def always_compiled() -> Iterator[None]:
    """Leave all work in this block, in this thread, to compiled code, however small it is."""
    _here.is_always = True
    try:
        yield
    finally:
        _here.is_always = False


def compiled_kernels() -> tuple[Callable[..., Any], ...]:
    """Return the kernels that have been compiled."""
    return tuple(_compiled.values())


def compiled_kernel(kernel: F) -> F:
    """Return the kernel as code that numba compiles on the first call; the kernel itself without numba."""
    if not can_compile():
        return kernel
    if kernel not in _compiled:
        with _lock:
            _compile(kernel)
    return cast("F", _compiled[kernel])


def _compile(kernel: Callable[..., Any]) -> None:
    """Add the compiled kernel to `_compiled`, unless another thread was sooner."""
    if kernel not in _compiled:
        from explorer.solver import compilation

        _compiled[kernel] = compilation.compile_kernel(kernel, _parts, prefetch)
        _parts.clear()


def _as_lists(rows: T) -> T:
    make: Callable[..., T] = type(rows)
    return make(*(row.tolist() if isinstance(row, np.ndarray) else row for row in rows))
