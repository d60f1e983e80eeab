"""The mouse is on the page before there is a drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_a_press_elsewhere_before_anything_is_drawn_does_nothing(run: Callable[..., Any]):
    faults = run(
        """() => {
          const view = document.createElement('div'), faults = [];
          document.createElement('div').append(view);
          const canvas = { element: view, network: undefined, toCanvas: () => faults.push('asked') };
          new $gestures.Gestures({ canvas });
          for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) {
            window.dispatchEvent(new PointerEvent(type, { button: 0 }));
          }
          return faults;
        }"""
    )
    assert faults == []
