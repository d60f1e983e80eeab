"""DOT as nodes, edges and attributes: read word by word, with the line of each, and with the scopes of defaults.

The grammar is that of Graphviz (https://graphviz.org/doc/info/lang.html); `explorer.formats.dot` knows what it means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from explorer.formats.scanner import Scanner
from explorer.formats.text import require_few_copies
from explorer.model.errors import FormatError
from explorer.model.intake import MAX_MOVES, MAX_NODES

_IN_NAME = "[A-Za-z_0-9\x80-\U0010ffff]"
_NAME = f"[A-Za-z_\x80-\U0010ffff]{_IN_NAME}*+"
_NUMBER = r"-?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)"
_TEXT = r'[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)'
_HTML = "[^<>]*+(?>(?:<[^<>]*+>[^<>]*+)*)"
_COMMENT = r"/(?:/[^\n]*+|\*[^*]*+\*++(?>(?:[^*/][^*]*+\*++)*)/)"
_GAP = rf"[ \t\r\f\v]*+(?>(?:(?:\n(?:#[^\n]*+)?|{_COMMENT})[ \t\r\f\v]*+)*)"
"""Blanks and comments, some of which are lines."""

_WORDS = re.compile(
    rf"(?:\A#[^\n]*)?{_GAP}(?:(?P<name>{_NAME})|\"(?P<text>{_TEXT})\"|(?P<arrow>->|--)|(?P<number>{_NUMBER})"
    rf"|<(?P<html>{_HTML})>|(?P<mark>[{{}}\[\]=;,:+])|(?P<end>\Z)|(?P<bad>[\s\S]))"
)

_KINDS_OF_WORDS = ("name", "text", "number", "html")
KEYWORDS = ("strict", "graph", "digraph", "subgraph", "node", "edge")

_ESCAPE = re.compile(r"\\(?:\r\n|[\s\S])")
_LEFT_OUT = ("\\\n", "\\\r\n")


def unescaped(text: str) -> str:
    """What a word says where it is no label: only quotes and backslashes are escaped, and line ends left out."""
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(match: re.Match[str]) -> str:
    escape = match[0]
    return "" if escape in _LEFT_OUT else escape[1:] if escape[1] in '\\"' else escape


Members = dict[str, None]  # nodes in order


@dataclass(frozen=True)
class Text:
    """A word of DOT as it stands there: escapes in text and marks in HTML are not read yet."""

    raw: str
    is_html: bool = False

    @property
    def plain(self) -> str:
        """What the word says where it is no label: only quotes and backslashes are escaped, and line ends left out."""
        return self.raw if self.is_html else unescaped(self.raw)


Attributes = Mapping[str, Text]


@dataclass
class DotNode:
    """A node with the line that names it first, the defaults that hold there, and attributes of its own."""

    line: int
    defaults: Attributes
    own: dict[str, Text] = field(default_factory=dict)

    @property
    def attributes(self) -> dict[str, Text]:
        """All that is said of it."""
        return {**self.defaults, **self.own}


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


def parse_dot(text: str) -> DotGraph:
    """The first graph of a DOT text.

    Raises
    ------
    FormatError
        If it is not DOT, naming line and column, or past a limit of depth, nodes or edges.
    """
    return _Reader(Scanner("DOT", _WORDS, text)).graph()


@dataclass
class _Scope:
    """A block while it is read.

    Attributes
    ----------
    defaults : what holds for the nodes and edges that are named from here on; each is replaced, never changed.
    own : those of the defaults that the block itself gives.
    members : the nodes in it.
    blocks : its named blocks, which may be opened again.
    ends, line : of the statement that is being read, the nodes at each end, and where it begins.
    """

    is_top: bool = False
    defaults: dict[str, Attributes] = field(default_factory=lambda: {"node": {}, "edge": {}})
    own: dict[str, dict[str, Text]] = field(default_factory=lambda: {"node": {}, "edge": {}})
    members: Members = field(default_factory=dict)
    blocks: dict[str, _Scope] = field(default_factory=dict)
    ends: list[Members] = field(default_factory=list)
    line: int = 0

    def block(self, name: str) -> _Scope:
        """The block of this name within this one, or a new one."""
        return self.blocks.setdefault(name, _Scope()) if name else _Scope()


class _Reader:
    """Carries out the statements of a graph as they are read; `_scopes` are the blocks that are open, inmost last."""

    def __init__(self, words: Scanner) -> None:
        self._words = words
        self._found = DotGraph()
        self._scopes: list[_Scope] = []
        self._copies = 0

    def graph(self) -> DotGraph:
        """The first graph of the text."""
        self._head()
        self._scopes.append(_Scope(is_top=True))
        while self._scopes:
            scope, keyword = self._scopes[-1], self._keyword()
            if self._words.kind != "mark" and not keyword:
                self._node_in(scope)
            elif self._is("}"):
                self._close()
            elif self._is("{") or keyword == "subgraph":
                self._open(scope)
            elif not scope.ends and keyword in ("graph", "node", "edge"):
                self._defaults(scope)
            elif not self._take(";"):
                raise self._words.unexpected()
        self._found.has_more = self._keyword() in ("strict", "graph", "digraph")
        if not self._found.has_more and self._words.kind != "end":
            raise self._words.unexpected()
        return self._found

    def _head(self) -> None:
        if self._keyword() == "strict":
            self._words.advance()
        if self._keyword() not in ("graph", "digraph"):
            raise self._words.unexpected()
        self._found.undirected = self._keyword() == "graph"
        self._words.advance()
        if not self._is("{"):
            self._found.name = self._word().plain
        self._require("{")

    # ---- statements

    def _open(self, scope: _Scope) -> None:
        """Open a block, which is an end of an edge, or stands alone."""
        scope.line = scope.line if scope.ends else self._words.line
        name = ""
        if self._keyword() == "subgraph":
            self._words.advance()
            name = "" if self._is("{") else self._word().plain
        self._require("{")
        if name:
            self._found.groups.append(name)
        inner = scope.block(name)
        inner.defaults = {of: self._joined(defaults, inner.own[of]) for of, defaults in scope.defaults.items()}
        self._scopes.append(inner)
        self._words.require_depth(len(self._scopes))

    def _close(self) -> None:
        inner = self._scopes.pop()
        self._words.advance()
        if self._scopes:
            self._take_end(self._scopes[-1], inner.members)
        else:
            self._take(";")

    def _defaults(self, scope: _Scope) -> None:
        of = self._keyword()
        self._words.advance()
        if not self._is("["):
            raise self._words.unexpected()
        attributes = self._attributes()
        if of != "graph":
            scope.defaults[of] = self._joined(scope.defaults[of], attributes)
            scope.own[of] |= attributes
        elif scope.is_top:
            self._found.attributes |= attributes

    def _node_in(self, scope: _Scope) -> None:
        """Read a node, alone or as an end of an edge, or an attribute of the graph."""
        line = self._words.line
        id = self._word().plain
        if not scope.ends and self._take("="):
            value = self._word()
            if scope.is_top:
                self._found.attributes[id] = value
            return
        while self._take(":"):  # a port
            self._word()
        scope.line = scope.line if scope.ends else line
        self._name(id, line, scope)
        self._take_end(scope, {id: None}, node=id)

    def _name(self, id: str, line: int, scope: _Scope) -> None:
        """Note a node where it is named first."""
        if id in self._found.nodes:
            return
        if len(self._found.nodes) >= MAX_NODES:
            raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
        self._copy(len(scope.defaults["node"]))
        self._found.nodes[id] = DotNode(line, scope.defaults["node"])

    def _take_end(self, scope: _Scope, end: Members, *, node: str = "") -> None:
        """Take an end into the statement of a scope, and finish that unless an arrow and another end follow."""
        scope.ends.append(end)
        if self._words.kind == "arrow":
            self._found.undirected |= self._words.word == "--"
            self._words.advance()
            if self._words.kind not in _KINDS_OF_WORDS and not self._is("{"):
                raise self._words.unexpected()
            return
        attributes = self._attributes()
        if node and len(scope.ends) == 1:
            self._found.nodes[node].own |= attributes
        self._finish(scope, attributes)

    def _finish(self, scope: _Scope, attributes: dict[str, Text]) -> None:
        ends, scope.ends = scope.ends, []
        for end in ends:
            self._copy(len(end))
            scope.members |= end
        of_edges = self._joined(scope.defaults["edge"], attributes) if len(ends) > 1 else {}
        for sources, targets in pairwise(ends):
            if len(self._found.edges) + len(sources) * len(targets) > MAX_MOVES:
                raise FormatError(f"the graph has more than {MAX_MOVES:,} moves, the most that are read")
            self._found.edges += [DotEdge(s, t, of_edges, scope.line) for s in sources for t in targets]

    def _copy(self, entries: int) -> None:
        self._copies += entries
        require_few_copies(self._copies)

    def _joined(self, defaults: Attributes, more: Attributes) -> Attributes:
        """Defaults with more attributes; a short text can ask for very many."""
        self._copy(len(defaults) + len(more))
        return {**defaults, **more} if more else defaults

    # ---- words

    def _attributes(self) -> dict[str, Text]:
        """What stands in the brackets that follow, if any do."""
        result: dict[str, Text] = {}
        while self._take("["):
            while not self._take("]"):
                key = self._word().plain
                result[key] = self._word() if self._take("=") else Text("true")
                if not self._take(","):
                    self._take(";")
        return result

    def _word(self) -> Text:
        """The present word, which must be one that names something; texts with + between are one."""
        kind, raw = self._words.kind, self._words.word
        if kind not in _KINDS_OF_WORDS:
            raise self._words.unexpected()
        self._words.advance()
        if kind != "text" or not self._is("+"):
            return Text(raw, kind == "html")
        parts = [raw]
        while self._take("+"):
            if self._words.kind != "text":
                raise self._words.unexpected()
            parts.append(self._words.word)
            self._words.advance()
        return Text("".join(parts))

    def _keyword(self) -> str:
        """The present word in small letters, if it is a keyword."""
        lowered = self._words.word.lower() if self._words.kind == "name" else ""
        return lowered if lowered in KEYWORDS else ""

    def _is(self, mark: str) -> bool:
        return self._words.word == mark and self._words.kind == "mark"

    def _take(self, mark: str) -> bool:
        """Whether the present word is a mark; if it is, go past it."""
        if self._words.word != mark or self._words.kind != "mark":
            return False
        self._words.advance()
        return True

    def _require(self, mark: str) -> None:
        if not self._take(mark):
            raise self._words.unexpected()
