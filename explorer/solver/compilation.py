"""How numba compiles: kept on disk, without the lock of the interpreter.  Imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

F = TypeVar("F", bound=Callable[..., Any])

_BYTE, _WORD, _LONG = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
_TO_WRITE, _KEEP, _DATA = 1, 3, 1  # what llvm.prefetch is told


def kept(function: F) -> F:
    """The function compiled, and kept on disk for the next start if there is a place for it."""
    try:
        made: Any = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder that can be written
        return cast("F", numba.njit(nogil=True)(function))
    _forget_unreadable(made)
    return cast("F", made)


def _forget_unreadable(made: Any) -> None:
    """Drop what another version of the program has kept, if it names what this one does not have."""
    try:
        made._cache._cache_file._load_index()
    except Exception:
        with suppress(OSError):
            made._cache.flush()


def compiled(kernel: F, parts: Iterable[Callable[..., Any]], prefetch: Callable[..., Any]) -> F:
    """A kernel compiled; `parts` are functions that it may call, and `prefetch` is made to do something."""
    for function in parts:
        register_jitable(function)
    _prefetch_by(prefetch)
    return kept(kernel)


_known: set[Callable[..., Any]] = set()


def _prefetch_by(prefetch: Callable[..., Any]) -> None:
    """Let compiled code that calls this function, which does nothing, prefetch."""
    if prefetch in _known:
        return
    _known.add(prefetch)

    fetch: Any = intrinsic(_fetch)

    @overload(prefetch)
    def _overloaded(row: Any, index: Any) -> Any:
        def fetched(row: Any, index: Any) -> Any:
            return fetch(row, index)

        return fetched


def _fetch(context: Any, row: Any, index: Any) -> Any:
    """Have the processor fetch `row[index]`; llvm.prefetch."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        at = arguments[1] if arguments[1].type.width == _LONG.width else builder.sext(arguments[1], _LONG)
        place = builder.bitcast(builder.gep(array.data, [at]), _BYTE)
        shape = ir.FunctionType(ir.VoidType(), [_BYTE, _WORD, _WORD, _WORD])
        insert: Any = cgutils.get_or_insert_function
        function = insert(builder.module, shape, "llvm.prefetch.p0")
        builder.call(function, [place, *(ir.Constant(_WORD, number) for number in (_TO_WRITE, _KEEP, _DATA))])
        return context.get_dummy_value()

    return types.void(row, index), generate
