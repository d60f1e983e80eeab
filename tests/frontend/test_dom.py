"""What stands on the page stays under the hand that presses it, as long as it looks alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

BEFORE = "[h('h4', { textContent: 'Path' }), h('button', { title: 'a', textContent: 'a: 1' }), ' → ']"


@pytest.mark.parametrize(
    ("after", "stays"),
    [
        (BEFORE, True),
        ("[h('h4', { textContent: 'Path' }), h('button', { title: 'a', textContent: 'a: 2' }), ' → ']", False),
        ("[h('h4', { textContent: 'Path' }), h('button', { title: 'b', textContent: 'a: 1' }), ' → ']", False),
        ("[h('h4', { textContent: 'Path' }), h('button', { title: 'a', textContent: 'a: 1' })]", False),
        ("[]", False),
    ],
)
def test_what_looks_alike_is_not_made_anew(run: Callable[..., Any], after: str, stays: bool):
    found = run(
        f"""() => {{
          const {{ h, renew }} = $dom, box = h('div');
          renew(box, ...{BEFORE});
          const button = box.querySelector('button'), wanted = h('div', {{}}, ...{after});
          renew(box, ...{after});
          return [button.isConnected || button.parentElement === box, box.innerHTML === wanted.innerHTML];
        }}"""
    )
    assert found == [stays, True]


def test_a_canvas_is_always_made_anew(run: Callable[..., Any]):
    assert run(
        """() => {
          const { h, renew } = $dom, box = h('div');
          const canvases = [0, 1].map(() => h('canvas', { width: 3, height: 3 }));
          for (const canvas of canvases) renew(box, canvas);
          return box.firstChild === canvases[1];
        }"""
    )
