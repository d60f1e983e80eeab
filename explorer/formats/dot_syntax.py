"""DOT as nodes, edges and attributes: read word by word, with lines and scopes of defaults.

The grammar is that of Graphviz (https://graphviz.org/doc/info/lang.html); `explorer.formats.dot` knows its meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from explorer.formats.scanner import Scanner
from explorer.formats.text import require_few_copies
from explorer.intake.intake import MAX_MOVES, MAX_NODES
from explorer.model.errors import SizeError

_IN_NAME = "[A-Za-z_0-9\x80-\U0010ffff]"
_NAME = f"[A-Za-z_\x80-\U0010ffff]{_IN_NAME}*+"
_NUMBER = r"-?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)"
_TEXT = r'[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)'
_HTML = "[^<>]*+(?>(?:<[^<>]*+>[^<>]*+)*)"
_COMMENT = r"/(?:/[^\n]*+|\*[^*]*+\*++(?>(?:[^*/][^*]*+\*++)*)/)"
_GAP = rf"[ \t\r\f\v]*+(?>(?:(?:\n(?:#[^\n]*+)?|{_COMMENT})[ \t\r\f\v]*+)*)"
"""Blanks and comments, in or between lines."""

_WORDS = re.compile(
    rf"(?:\A#[^\n]*)?{_GAP}(?:(?P<name>{_NAME})|\"(?P<text>{_TEXT})\"|(?P<arrow>->|--)|(?P<number>{_NUMBER})"
    rf"|<(?P<html>{_HTML})>|(?P<mark>[{{}}\[\]=;,:+])|(?P<end>\Z)|(?P<bad>[\s\S]))"
)

_KINDS_OF_WORDS = ("name", "text", "number", "html")
KEYWORDS = ("strict", "graph", "digraph", "subgraph", "node", "edge")

_ESCAPE = re.compile(r"\\(?:\r\n|[\s\S])")
_LEFT_OUT = ("\\\n", "\\\r\n")


class Html(str):
    """A word between < and >, whose marks and entities are not read yet."""


def unescaped(text: str) -> str:
    """Return a word other than a label with quotes and backslashes unescaped and line ends left out."""
    return _ESCAPE.sub(_unescaped_match, text) if "\\" in text and not isinstance(text, Html) else text


def _unescaped_match(match: re.Match[str]) -> str:
    escape = match[0]
    return "" if escape in _LEFT_OUT else escape[1:] if escape[1] in '\\"' else escape


Attributes = dict[str, str]
"""Words as they stand there: escapes in texts are not read yet."""

Members = dict[str, None]
"""Nodes in order."""


class DotNode(NamedTuple):
    """A node with the line that names it first, and all its attributes."""

    line: int
    attributes: Attributes


class DotEdge(NamedTuple):
    """An edge with all its attributes."""

    source: str
    target: str
    attributes: Attributes
    line: int


@dataclass
class DotGraph:
    """First graph of a DOT text; its nodes by id, in the order in which they are named first.

    Attributes
    ----------
    has_more : whether there is another graph in the text.
    is_undirected : whether the graph is, or has an edge that is.
    groups : names of its subgraphs.
    """

    name: str = ""
    is_undirected: bool = False
    has_more: bool = False
    attributes: Attributes = field(default_factory=dict)
    nodes: dict[str, DotNode] = field(default_factory=dict)
    edges: list[DotEdge] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)


def parse_dot(text: str) -> DotGraph:
    """Return the first graph of a DOT text.

    Raises
    ------
    FormatError
        If it is not DOT, naming line and column, or past a limit of depth, nodes or edges.
    """
    return _Reader(Scanner("DOT", _WORDS, text)).graph()


_Defaults = dict[str, Attributes]
"""Attributes of the graph, its nodes and its edges from here on in a block; each is replaced, never changed."""


class _Reader:
    """Reader that carries out the statements of a graph one by one."""

    def __init__(self, words: Scanner) -> None:
        self._words = words
        self._graph = DotGraph()
        self._copies = 0

    def graph(self) -> DotGraph:
        """Return the first graph of the text."""
        found = self._graph
        if self._keyword() == "strict":
            self._words.advance()
        if self._keyword() not in ("graph", "digraph"):
            raise self._words.unexpected_word()
        found.is_undirected = self._keyword() == "graph"
        self._words.advance()
        if self._words.word != "{":
            found.name = unescaped(self._read_word())
        self._require_mark("{")
        defaults: _Defaults = {"graph": {}, "node": {}, "edge": {}}
        self._statements(defaults, 1)
        found.attributes = defaults["graph"]
        self._skip_mark(";")
        found.has_more = self._keyword() in ("strict", "graph", "digraph")
        if not found.has_more and self._words.kind != "end":
            raise self._words.unexpected_word()
        return found

    def _statements(self, defaults: _Defaults, depth: int) -> Members:
        """Carry out the statements of a block and return its nodes."""
        self._words.require_depth(depth)
        members: Members = {}
        while not self._skip_mark("}"):
            keyword = self._keyword()
            if keyword in defaults:
                self._words.advance()
                if self._words.word != "[":
                    raise self._words.unexpected_word()
                defaults[keyword] = self._merge(defaults[keyword], self._read_attributes())
            elif not self._skip_mark(";"):
                self._statement(defaults, depth, members)
        return members

    def _statement(self, defaults: _Defaults, depth: int, members: Members) -> None:
        """Carry out one statement: nodes or blocks, edges between them, or an attribute of the graph."""
        line, id, ends = self._words.line, "", list[Members]()
        while True:
            if self._is_block():
                ends.append(self._read_block(defaults, depth))
            else:
                id = self._read_id()
                if not ends and self._skip_mark("="):
                    defaults["graph"] = {**defaults["graph"], id: self._read_word()}
                    return
                ends.append(self._add_node(id, line, defaults["node"]))
            if self._words.kind != "arrow":
                break
            self._graph.is_undirected |= self._words.word == "--"
            self._words.advance()
        attributes = self._read_attributes()
        for end in ends:
            self._count_copies(len(end))
            members |= end
        if len(ends) > 1:
            self._add_edges(ends, self._merge(defaults["edge"], attributes), line)
        elif id:
            self._graph.nodes[id].attributes.update(attributes)

    def _add_edges(self, ends: list[Members], attributes: Attributes, line: int) -> None:
        """Add an edge from each node of a group to each node of the next one."""
        for sources, targets in pairwise(ends):
            if len(self._graph.edges) + len(sources) * len(targets) > MAX_MOVES:
                raise SizeError(f"the graph has more than {MAX_MOVES:,} moves, the most that are read")
            self._graph.edges += [DotEdge(s, t, attributes, line) for s in sources for t in targets]

    def _is_block(self) -> bool:
        return (self._words.kind == "mark" and self._words.word == "{") or self._keyword() == "subgraph"

    def _read_block(self, defaults: _Defaults, depth: int) -> Members:
        """Return the nodes of a block, in which other defaults may hold."""
        if self._words.kind == "name":
            self._words.advance()
            if self._words.word != "{":
                self._graph.groups.append(unescaped(self._read_word()))
        self._require_mark("{")
        return self._statements({**defaults, "graph": {}}, depth + 1)

    def _read_id(self) -> str:
        """Return the id of a node, or a key, after which a port may stand."""
        if self._keyword():
            raise self._words.unexpected_word()
        id = unescaped(self._read_word())
        while self._skip_mark(":"):
            self._read_word()
        return id

    def _add_node(self, id: str, line: int, defaults: Attributes) -> Members:
        """Add a node, with the defaults that hold where it is named first."""
        if id not in self._graph.nodes:
            if len(self._graph.nodes) >= MAX_NODES:
                raise SizeError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
            self._count_copies(len(defaults))
            self._graph.nodes[id] = DotNode(line, dict(defaults))
        return {id: None}

    def _count_copies(self, entries: int) -> None:
        """Count copies of default attributes, and refuse a text that asks for too many."""
        self._copies += entries
        require_few_copies(self._copies)

    def _merge(self, defaults: Attributes, more: Attributes) -> Attributes:
        if not more:
            return defaults
        self._count_copies(len(defaults) + len(more))
        return {**defaults, **more}

    # ---- words

    def _read_attributes(self) -> Attributes:
        """Return the attributes in the brackets that follow, if there are any."""
        result: Attributes = {}
        while self._skip_mark("["):
            while not self._skip_mark("]"):
                key = unescaped(self._read_word())
                result[key] = self._read_word() if self._skip_mark("=") else "true"
                if not self._skip_mark(","):
                    self._skip_mark(";")
        return result

    def _read_word(self) -> str:
        """Return the present word, which must be a name; texts with + between them are one."""
        kind, raw = self._words.kind, self._words.word
        if kind not in _KINDS_OF_WORDS:
            raise self._words.unexpected_word()
        self._words.advance()
        while kind == "text" and self._skip_mark("+"):
            if self._words.kind != "text":
                raise self._words.unexpected_word()
            raw += self._words.word
            self._words.advance()
        return Html(raw) if kind == "html" else raw

    def _keyword(self) -> str:
        """Return the present word in small letters, if it is a keyword."""
        lowered = self._words.word.lower() if self._words.kind == "name" else ""
        return lowered if lowered in KEYWORDS else ""

    def _skip_mark(self, mark: str) -> bool:
        """Go past this mark if it is the present word, and return whether it was."""
        if self._words.word != mark or self._words.kind != "mark":
            return False
        self._words.advance()
        return True

    def _require_mark(self, mark: str) -> None:
        if not self._skip_mark(mark):
            raise self._words.unexpected_word()
