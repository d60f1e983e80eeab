"""Compiled code that is kept on disk."""

from __future__ import annotations

import pickle
from importlib import import_module

import numba

from explorer.solver.compilation import kept


def test_what_another_version_has_kept_under_names_that_are_gone_is_dropped(tmp_path, monkeypatch):
    source = tmp_path / "kernel_of_a_test.py"
    source.write_text("def double(number):\n    return 2 * number\n")
    monkeypatch.syspath_prepend(tmp_path)
    double = import_module("kernel_of_a_test").double

    compiled = kept(double)
    assert compiled(4) == 8
    (index,) = tmp_path.rglob("*.nbi")
    index.write_bytes(pickle.dumps(numba.__version__) + b"cgone_module\nGone\n.")
    assert kept(double)(5) == 10
