"""What a DOT text says: nodes, edges and attributes, words as they stand there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_ESCAPED = re.compile(r"\\(\r\n|.)", re.DOTALL)


@dataclass(frozen=True)
class Text:
    """A word of DOT as it stands there: escapes in text and marks in HTML are not read yet."""

    raw: str
    is_html: bool = False

    @property
    def plain(self) -> str:
        """What the word says where it is no label: only quotes and backslashes are escaped, and line ends left out."""
        return self.raw if self.is_html or "\\" not in self.raw else _ESCAPED.sub(_unescaped, self.raw)


Attributes = Mapping[str, Text]


@dataclass
class DotNode:
    """A node with its attributes, defaults included, and the line that names it first."""

    line: int
    attributes: dict[str, Text]


@dataclass
class DotEdge:
    """An edge with its attributes, defaults included."""

    source: str
    target: str
    attributes: Attributes
    line: int


@dataclass
class DotGraph:
    """What a DOT text says of its first graph; nodes by id, in the order in which they are named first.

    Attributes
    ----------
    has_more : whether there is another graph in the text.
    undirected : whether the graph is, or has an edge that is.
    groups : names of its subgraphs.
    """

    name: str = ""
    undirected: bool = False
    has_more: bool = False
    attributes: dict[str, Text] = field(default_factory=dict)
    nodes: dict[str, DotNode] = field(default_factory=dict)
    edges: list[DotEdge] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)


def _unescaped(escape: re.Match[str]) -> str:
    if escape[1] in ("\n", "\r\n"):
        return ""
    return escape[1] if escape[1] in '\\"' else escape[0]
