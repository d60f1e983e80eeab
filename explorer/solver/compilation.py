"""How numba compiles: kept on disk, without the lock of the interpreter.  Imported when it is first needed."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.serialize import dumps
from numba.extending import intrinsic, overload, register_jitable

F = TypeVar("F", bound=Callable[..., Any])

_BYTE, _WORD, _LONG = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
_TO_WRITE, _KEEP, _DATA = 1, 3, 1  # what llvm.prefetch is told


def kept(function: F) -> F:
    """Return the function compiled, and kept on disk for the next start if there is a place for it."""
    made: Any = numba.njit(nogil=True)(function)
    with suppress(RuntimeError):  # no folder that can be written
        made._cache = _Cache(function)
    return cast("F", made)


class _Sealed(CompileResultCacheImpl):
    """Compiled code as it is kept, with a checksum: numba runs what it reads, and spoilt code ends the process."""

    def reduce(self, compiled: object) -> tuple[bytes, bytes]:
        packed = dumps(super().reduce(compiled))
        return sha256(packed).digest(), packed

    def rebuild(self, context: object, kept: tuple[bytes, bytes]) -> object:
        checksum, packed = kept
        if sha256(packed).digest() != checksum:
            raise ValueError("the compiled code was spoilt")
        return super().rebuild(context, pickle.loads(packed))  # noqa: S301  # as numba does


class _Cache(FunctionCache):
    """What numba keeps of a function.  Whatever cannot be read is compiled, and what cannot be written is not kept."""

    _impl_class = _Sealed

    def load_overload(self, *asked: object) -> object:
        try:
            return super().load_overload(*asked)
        except Exception:
            return None

    def save_overload(self, *compiled: object) -> None:
        try:
            super().save_overload(*compiled)
        except Exception:
            with suppress(Exception):  # if only what is there cannot be read, begin anew
                self.flush()
                super().save_overload(*compiled)


def compiled(kernel: F, parts: Iterable[Callable[..., Any]], prefetch: Callable[..., Any]) -> F:
    """Return a kernel compiled; `parts` are functions that it may call, and `prefetch` is made to do something."""
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
