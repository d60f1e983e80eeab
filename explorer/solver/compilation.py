"""Compilation by numba: without the lock of the interpreter, and kept on disk.  Imported on first use."""

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
_TO_WRITE, _KEEP, _DATA = 1, 3, 1  # arguments of llvm.prefetch


def compile_and_keep(function: F) -> F:
    """Return the function compiled, and keep the code on disk if there is a place for it."""
    dispatcher: Any = numba.njit(nogil=True)(function)
    with suppress(RuntimeError):  # no folder that can be written
        dispatcher._cache = _Cache(function)
    return cast("F", dispatcher)


class _CheckedCode(CompileResultCacheImpl):
    """Compiled code on disk, with a checksum: numba runs the code that it reads, and spoilt code ends the process."""

    def reduce(self, compiled: object) -> tuple[bytes, bytes]:
        packed = dumps(super().reduce(compiled))
        return sha256(packed).digest(), packed

    def rebuild(self, context: object, content: tuple[bytes, bytes]) -> object:
        checksum, packed = content
        if sha256(packed).digest() != checksum:
            raise ValueError("the compiled code was spoilt")
        return super().rebuild(context, pickle.loads(packed))  # noqa: S301  # as numba does


class _Cache(FunctionCache):
    """Cache of one function on disk: code that cannot be read is compiled, and errors of writing are ignored."""

    _impl_class = _CheckedCode

    def load_overload(self, *arguments: object) -> object:
        try:
            return super().load_overload(*arguments)
        except Exception:
            return None

    def save_overload(self, *compiled: object) -> None:
        try:
            super().save_overload(*compiled)
        except Exception:
            with suppress(Exception):  # if only what is there cannot be read, begin anew
                self.flush()
                super().save_overload(*compiled)


def compile_kernel(kernel: F, parts: Iterable[Callable[..., Any]], prefetch: Callable[..., Any]) -> F:
    """Compile a kernel; `parts` are functions that it may call, and `prefetch` is made to do its work."""
    for function in parts:
        register_jitable(function)
    _prefetch_by(prefetch)
    return compile_and_keep(kernel)


_prefetchers: set[Callable[..., Any]] = set()


def _prefetch_by(prefetch: Callable[..., Any]) -> None:
    """Let compiled code prefetch where it calls this function, which otherwise does nothing."""
    if prefetch in _prefetchers:
        return
    _prefetchers.add(prefetch)

    fetch: Any = intrinsic(_fetch)

    @overload(prefetch)
    def _implementation(row: Any, index: Any) -> Any:
        def call_fetch(row: Any, index: Any) -> Any:
            return fetch(row, index)

        return call_fetch


def _fetch(context: Any, row: Any, index: Any) -> Any:
    """Let the processor fetch `row[index]`; llvm.prefetch."""

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
