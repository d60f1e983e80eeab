"""Compiled code that is kept on disk: whatever happens to it there, it is compiled anew and nothing is said."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numba
import pytest

from explorer.solver.compilation import compile_and_keep


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Callable[[int], int]]:
    """A function that has the same function compiled each time, as a program does that is started anew."""
    (tmp_path / "kernel_of_a_test.py").write_text("def double(number):\n    return 2 * number\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "kernel_of_a_test", raising=False)
    double = import_module("kernel_of_a_test").double
    return lambda: compile_and_keep(double)


def hits(function: Callable[..., object]) -> int:
    """How many pieces of code were read from the disk."""
    return sum(function.stats.cache_hits.values())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("suffix", "spoil"),
    [
        ("nbi", lambda _: pickle.dumps(numba.__version__) + b"cgone_module\nGone\n."),  # kept by another version
        *[(suffix, lambda data: data[: len(data) // 2]) for suffix in ("nbi", "nbc")],
        ("nbc", lambda data: data[:200] + bytes(len(data) - 400) + data[-200:]),  # of which a block was never written
        ("nbc", lambda data: data[:3_099] + bytes([data[3_099] ^ 1]) + data[3_100:]),
    ],
)
def test_what_was_spoilt_on_disk_is_compiled_anew_and_kept_again(compiled, tmp_path: Path, suffix: str, spoil):
    assert compiled()(4) == 8
    (path,) = tmp_path.rglob(f"*.{suffix}")
    path.write_bytes(spoil(path.read_bytes()))
    anew = compiled()
    assert (anew(5), hits(anew)) == (10, 0)
    again = compiled()
    assert (again(6), hits(again)) == (12, 1)
