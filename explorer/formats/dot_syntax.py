"""DOT as nodes, edges and attributes: read word by word, with the line of each, and with the scopes of defaults.

Of very many statements words and marks are told apart in arrays, where a table says which may stand behind which.  The
grammar is that of Graphviz (https://graphviz.org/doc/info/lang.html); `explorer.formats.dot` knows what it means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.copies import Copies
from explorer.formats.runs import cells_at_start, in_re2, met
from explorer.formats.scanner import Scanner
from explorer.formats.substitution import Substitution
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, in_one_piece, texts_in_arrow
from explorer.model.builder import MAX_MOVES, MAX_NODES
from explorer.model.errors import FormatError
from explorer.model.numbering import require

Mask = NDArray[np.bool_]
Numbers = NDArray[np.integer[Any]]

_IN_NAME = "[A-Za-z_0-9\x80-\U0010ffff]"
_NAME = f"[A-Za-z_\x80-\U0010ffff]{_IN_NAME}*+"
_NUMBER = r"-?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)"
_TEXT = r'[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)'
_HTML = "[^<>]*+(?>(?:<[^<>]*+>[^<>]*+)*)"
_COMMENT = r"/(?:/[^\n]*+|\*[^*]*+\*++(?>(?:[^*/][^*]*+\*++)*)/)"
_GAP = rf"[ \t\r\f\v]*+(?>(?:(?:\n(?:#[^\n]*+)?|{_COMMENT})[ \t\r\f\v]*+)*)"
"""Blanks and comments, some of which are lines."""

_WORD = f'{_NAME}|"{_TEXT}"|{_NUMBER}|<{_HTML}>'
"""What names something or says it, as it stands there."""

_WORDS = re.compile(
    rf"(?:\A#[^\n]*)?{_GAP}(?:(?P<name>{_NAME})|\"(?P<text>{_TEXT})\"|(?P<arrow>->|--)|(?P<number>{_NUMBER})"
    rf"|<(?P<html>{_HTML})>|(?P<mark>[{{}}\[\]=;,:+])|(?P<end>\Z)|(?P<bad>[\s\S]))"
)

_KINDS_OF_WORDS = ("name", "text", "number", "html")
KEYWORDS = ("strict", "graph", "digraph", "subgraph", "node", "edge")

_LEFT_OUT = ("\\\n", "\\\r\n")
UNESCAPED = Substitution(
    (r"\\(?:\r\n|[\s\S])", lambda escape: "" if escape in _LEFT_OUT else escape[1:] if escape[1] in '\\"' else escape)
)
"""What a word says where it is no label: only quotes and backslashes are escaped, and line ends left out."""

Members = dict[str, None]  # nodes in order


@dataclass(frozen=True)
class Text:
    """A word of DOT as it stands there: escapes in text and marks in HTML are not read yet."""

    raw: str
    is_html: bool = False

    @property
    def plain(self) -> str:
        """What the word says where it is no label: only quotes and backslashes are escaped, and line ends left out."""
        return self.raw if self.is_html else UNESCAPED(self.raw)


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
        self._copies = Copies()

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
        self._copies.count(len(scope.defaults["node"]))
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
            self._copies.count(len(end))
            scope.members |= end
        of_edges = self._joined(scope.defaults["edge"], attributes) if len(ends) > 1 else {}
        for sources, targets in pairwise(ends):
            if len(self._found.edges) + len(sources) * len(targets) > MAX_MOVES:
                raise FormatError(f"the graph has more than {MAX_MOVES:,} moves, the most that are read")
            self._found.edges += [DotEdge(s, t, of_edges, scope.line) for s in sources for t in targets]

    def _joined(self, defaults: Attributes, more: Attributes) -> Attributes:
        """Defaults with more attributes; a short text can ask for very many."""
        self._copies.count(len(defaults) + len(more))
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


# ---- words and marks of very many statements, in arrays


Sign = IntEnum(
    "Sign",
    "NOTHING ID GRAPH NODE EDGE SUBGRAPH OTHER_KEYWORD OPEN CLOSE BEGIN END EQUALS SEMICOLON COLON PLUS ARROW COMMA "
    "NAME PORT SETTING VALUE KEY GIVEN SEPARATOR",
)
"""What words and marks are: first as they look, and those of the second line by what is around them."""

_LONGEST_HEAD = 3  # words
_KEYWORD = f"(?i)^(?:{'|'.join(KEYWORDS)})$"
_KEYWORDS = {
    **dict.fromkeys(KEYWORDS, Sign.OTHER_KEYWORD),
    "graph": Sign.GRAPH,
    "node": Sign.NODE,
    "edge": Sign.EDGE,
    "subgraph": Sign.SUBGRAPH,
}
_MARKS = {
    "{": Sign.OPEN, "}": Sign.CLOSE, "[": Sign.BEGIN, "]": Sign.END, "=": Sign.EQUALS, ";": Sign.SEMICOLON,
    ",": Sign.COMMA, ":": Sign.COLON, "+": Sign.PLUS, "->": Sign.ARROW,
}  # fmt: skip
_NAMING = (Sign.ID, Sign.GRAPH, Sign.NODE, Sign.EDGE, Sign.SUBGRAPH, Sign.OTHER_KEYWORD)
ITEMS = (Sign.ID, Sign.OPEN, Sign.CLOSE, Sign.SETTING, Sign.GRAPH, Sign.NODE, Sign.EDGE)
_STATEMENT = (*ITEMS, Sign.SUBGRAPH, Sign.SEMICOLON)  # with what one begins, or a block ends
_AFTER_END = (*_STATEMENT, Sign.ARROW, Sign.BEGIN)  # of an edge
_FOLLOWING = {
    **dict.fromkeys((Sign.ID, Sign.PORT), (*_AFTER_END, Sign.COLON)),
    **dict.fromkeys((Sign.OPEN, Sign.SEMICOLON, Sign.VALUE), _STATEMENT),
    **dict.fromkeys((Sign.GRAPH, Sign.NODE, Sign.EDGE), (Sign.BEGIN,)),
    **dict.fromkeys((Sign.BEGIN, Sign.SEPARATOR), (Sign.KEY, Sign.END)),
    Sign.CLOSE: _AFTER_END,
    Sign.COLON: (Sign.PORT,),
    Sign.ARROW: (Sign.ID, Sign.OPEN, Sign.SUBGRAPH),
    Sign.SUBGRAPH: (Sign.NAME, Sign.OPEN),
    Sign.NAME: (Sign.OPEN,),
    Sign.SETTING: (Sign.EQUALS,),
    Sign.EQUALS: (Sign.VALUE, Sign.GIVEN),
    Sign.KEY: (Sign.KEY, Sign.EQUALS, Sign.SEPARATOR, Sign.END),
    Sign.GIVEN: (Sign.KEY, Sign.SEPARATOR, Sign.END),
    Sign.END: (*_STATEMENT, Sign.BEGIN),
}
"""The grammar of statements: what may stand behind each."""

_MAY_FOLLOW = np.zeros((len(Sign) + 1, len(Sign) + 1), np.bool_)
for _kind, _others in _FOLLOWING.items():
    _MAY_FOLLOW[_kind, _others] = True

_MARK = r"->|[{}\[\]=;:,+]"
_SIGNS = f"({_WORD})?({_GAP}(?:(?:{_MARK}){_GAP})?)"
"""A word, or none, and a mark behind it, or none."""


class Signs(NamedTuple):
    """Words and marks in order.

    Attributes
    ----------
    kinds : of each.
    words : of each word its number, -1 of a mark.
    lines : where each begins.
    """

    kinds: Numbers
    words: Numbers
    lines: Numbers

    def some(self, which: Any) -> Signs:
        """Some of them."""
        return Signs(*(each[which] for each in self))


def signs_of(text: str) -> tuple[DotGraph, Signs, Column]:
    """The head of the first graph of a text; the words and marks in its brackets; and what these words are.

    Raises
    ------
    OddError, FormatError
        If that is to be refused.
    """
    signs, words, is_all = _all_signs(text)
    signs, has_more = _of_first_graph(signs)
    require(is_all or has_more)
    signs, words = _with_joined(signs, words)
    head, signs = _head_and_body(signs, words)
    head.has_more = has_more
    return head, signs, words


def _all_signs(text: str) -> tuple[Signs, Column, bool]:
    """The words and marks of a text, what the words are as they stand there, and whether that is all."""
    import pyarrow.compute as pc

    text = "\n" + text  # for behind a line feed # begins a comment
    (firsts, tails), end = cells_at_start(text, _SIGNS)
    (words, numbers, _), (tails, codes, _) = met(firsts), met(tails)
    parts = pc.extract_regex(tails, in_re2(f"^(?P<gap>{_GAP})(?P<mark>{_MARK})?"))
    gaps, marks = (pc.struct_field(parts, index) for index in range(2))
    of_marks = np.array([*_MARKS.values(), Sign.NOTHING], np.int8)
    which = in_numpy(in_one_piece(pc.index_in(marks, value_set=texts_in_arrow([*_MARKS]))), -1)
    of_words, of_tails = (np.append(some, np.int8(Sign.NOTHING)) for some in (_kinds(words), of_marks[which]))
    in_words, in_gaps, in_tails = map(_feeds, (words, gaps, tails))
    ends = np.cumsum(in_words[numbers] + in_tails[codes], dtype=np.int32)
    signs = Signs(
        _by_turns(of_words[numbers], of_tails[codes]),
        _by_turns(numbers, np.full_like(numbers, -1)),
        _by_turns(ends - in_words[numbers] - in_tails[codes], ends - in_tails[codes] + in_gaps[codes]),
    )
    return signs.some(signs.kinds != Sign.NOTHING), in_one_piece(words), end == len(text)


def _by_turns(firsts: Numbers, seconds: Numbers) -> Numbers:
    """Of two arrays by turns an entry of each."""
    return np.stack((firsts, seconds), axis=1).ravel()


def _feeds(texts: Column) -> Numbers:
    """How many line feeds are in each of some texts, and in none."""
    import pyarrow.compute as pc

    return np.append(in_numpy(in_one_piece(pc.count_substring(texts, "\n")), 0), np.int32(0))


def _kinds(words: Column) -> Numbers:
    """The kinds of words by themselves."""
    import pyarrow.compute as pc

    kinds = np.full(len(words), Sign.ID, np.int8)
    for number in np.flatnonzero(are_true(pc.match_substring_regex(words, _KEYWORD))).tolist():
        kinds[number] = _KEYWORDS.get(words[number].as_py().lower(), Sign.ID)
    return kinds


def _of_first_graph(signs: Signs) -> tuple[Signs, bool]:
    """What belongs to the first graph, and whether there is another one behind."""
    depths = np.cumsum((signs.kinds == Sign.OPEN).astype(np.int64) - (signs.kinds == Sign.CLOSE))
    begin = int((depths > 0).argmax())
    end = begin + int((depths[begin:] == 0).argmax()) + 1
    rest = signs.kinds[end:]
    rest = rest[int(len(rest) > 0 and rest[0] == Sign.SEMICOLON) :]
    require(depths[end - 1] == 0 and (not len(rest) or rest[0] in (Sign.GRAPH, Sign.OTHER_KEYWORD)))
    return signs.some(slice(end)), len(rest) > 0


def _with_joined(signs: Signs, words: Column) -> tuple[Signs, Column]:
    """The same with one word for texts with + between."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_plus = signs.kinds == Sign.PLUS
    if not is_plus.any():
        return signs, words
    is_text = np.append(are_true(pc.starts_with(words, '"')), False)[signs.words]
    is_before, is_behind = np.append(is_plus[1:], False), behind(is_plus)
    require(behind(is_text)[is_plus].all() and np.append(is_text[1:], False)[is_plus].all())
    is_first, is_part = is_before & ~is_behind & is_text, (is_before | is_behind) & is_text
    parts = pc.utf8_slice_codeunits(words.take(in_arrow(signs.words[is_part]).chunk(0)), 1, -1)
    bounds = in_arrow(np.append(np.flatnonzero(is_first[is_part]), len(parts))).chunk(0).cast(pa.int32())
    quote, nothing = texts_in_arrow(['"', ""])
    joined = pc.binary_join(pa.ListArray.from_arrays(bounds, parts), nothing)
    numbers = signs.words.copy()
    numbers[is_first] = len(words) + np.arange(len(joined))
    words = pa.concat_arrays([words, pc.binary_join_element_wise(quote, joined, quote, nothing)])
    return signs._replace(words=numbers).some(~is_plus & ~(is_behind & is_text)), words


def _head_and_body(signs: Signs, words: Column) -> tuple[DotGraph, Signs]:
    """The head of a graph, and what stands in its brackets, of which all is in its place."""
    begin = int((signs.kinds == Sign.OPEN).argmax())
    head = [words[number].as_py() for number in signs.words[:begin].tolist() if number >= 0]
    require(len(head) == begin <= _LONGEST_HEAD)
    found = parse_dot(" ".join((*head, "{}")))
    kinds = _in_place(signs.kinds[begin:])
    require(not found.undirected and _MAY_FOLLOW[kinds[:-1], kinds[1:]].all())
    return found, signs.some(slice(begin, None))._replace(kinds=kinds).some(slice(1, -1))


def _in_place(kinds: Numbers) -> Numbers:
    """The kinds of words and marks by what is around them."""
    kinds, is_word = kinds.copy(), which_are(kinds, *_NAMING)
    is_begin = kinds == Sign.BEGIN
    is_inside = np.cumsum(is_begin.astype(np.int8) - (kinds == Sign.END), dtype=np.int64) - is_begin > 0
    is_value, is_port = (behind(kinds == kind) & is_word for kind in (Sign.EQUALS, Sign.COLON))
    is_setting = np.append(kinds[1:] == Sign.EQUALS, False) & (kinds == Sign.ID)
    kinds[is_word & is_inside], kinds[is_value & is_inside] = Sign.KEY, Sign.GIVEN
    kinds[is_inside & which_are(kinds, Sign.COMMA, Sign.SEMICOLON)] = Sign.SEPARATOR
    is_outside = ~is_inside
    kinds[is_setting & is_outside], kinds[is_value & is_outside] = Sign.SETTING, Sign.VALUE
    kinds[is_port & is_outside] = Sign.PORT
    kinds[behind(kinds == Sign.SUBGRAPH) & is_word & ~which_are(kinds, Sign.VALUE, Sign.PORT)] = Sign.NAME
    return kinds


def which_are(kinds: Numbers, *some: Sign) -> Mask:
    """Which kinds are some of these."""
    found = np.zeros(len(_MAY_FOLLOW), np.bool_)
    found[list(some)] = True
    return found[kinds]


def behind(some: Mask) -> Mask:
    """Where the one before is so."""
    return np.concatenate(([False], some))[:-1]
