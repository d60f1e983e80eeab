"""What igraph writes where a node has nothing: the word None, also for its label, and NaN for numbers."""

from __future__ import annotations

import re
from collections.abc import Collection

from explorer.model.fields import FACTS

_SIGNED = re.compile(r"Created by igraph|Creator \"igraph version")
_LOOKED_AT = 1_000  # characters, within which igraph signs its files of GraphML, GML and DOT


def keys_of_facts(text: str) -> Collection[str]:
    """Under which keys of a node the words for nothing stand for it: in a file of igraph, under the label too."""
    return (*FACTS, "label") if _SIGNED.search(text, 0, _LOOKED_AT) else FACTS
