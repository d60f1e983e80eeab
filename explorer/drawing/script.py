"""The script that draws the stage, in an engine without a browser: JSON goes in and comes out.

The engine is QuickJS, of the package `quickjs-ng`.
"""

from __future__ import annotations

import json
from functools import cache
from threading import Lock
from typing import Any

from explorer.drawing import bundle
from explorer.model.errors import FormatError

NO_ENGINE = (
    "pictures are drawn by the package quickjs-ng, which is not there: install it, or export a web page (HTML), which "
    "needs no engine"
)


class Script:
    """The script in an engine of its own.

    Raises
    ------
    FormatError
        If there is no engine.
    """

    def __init__(self) -> None:
        try:
            import quickjs
        except ImportError:
            raise FormatError(NO_ENGINE) from None
        self._one_at_a_time = Lock()
        self._context: Any = quickjs.Context()
        self._context.eval(bundle.built("sheets"))

    def call(self, name: str, argument: Any) -> Any:
        """Return the result of one of its functions."""
        with self._one_at_a_time:
            self._context.set("argument", json.dumps(argument, allow_nan=False))
            text = self._context.eval(f"gameGraphSheets.{name}(argument)")
        return json.loads(text)


@cache
def _shared_script() -> Script:
    return Script()


def call_script(name: str, argument: Any, otherwise: Any) -> Any:
    """Return the result of a function of the script that needs nothing open, or `otherwise` where nothing can draw."""
    try:
        return _shared_script().call(name, argument)
    except FormatError:
        return otherwise


def note(ink: str) -> dict[str, Any]:
    """Return the text in a small picture where nothing can draw, in the form of the script."""
    return {"is": "text", "x": 0, "y": 12, "text": "Pictures need quickjs-ng.", "size": 12, "colour": ink}
