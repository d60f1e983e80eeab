"""The captions of a long run: a few shapes of sentences, and for each step the nodes and numbers in the gaps.

Nodes are known by number in all columns of a run; the captions name also others than those of the graph.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.model.columns import NodeColumns
from explorer.model.node import Node
from explorer.model.scores import Score
from explorer.trace.caption import Caption, CaptionPart, Named, Quantity, Value, When

NOBODY = -1
_SMALL = 1 << 29  # whole numbers below it stand for themselves
_MOST_UNMADE = 100_000  # captions that are held as functions, each of which takes up to 1 kB


@dataclass(frozen=True, slots=True, eq=False)
class _NameGap:
    """A gap for the name of a node; there is one instance of each of the two."""

    is_bare: bool


@dataclass(frozen=True, slots=True, eq=False)
class _NumberGap:
    """A gap for a number: all its properties but the number and its node; one instance of each."""

    quantity: Quantity
    key: str
    when: When
    sign: int


_NAMES = (_NameGap(is_bare=False), _NameGap(is_bare=True))


SentenceShape = str | tuple[str | _NameGap | _NumberGap, ...]  # a plain text is its own shape


class Nodes:
    """Numbers of nodes: from 0 up for those of the graph, which may grow, from −2 down for other names.

    Attributes
    ----------
    ids, names : of the nodes of the graph, by number; a name is the first that the node had.
    index : the number of each of them by id.
    columns : those of the graph before it grew.
    """

    def __init__(self, columns: NodeColumns) -> None:
        self.columns = columns
        self.ids = [*columns.ids]
        self.names = [*columns.names]
        self.index = dict(columns.index)
        self._others: dict[tuple[str, str], int] = {}
        self._listed: list[tuple[str, str]] = []

    def add(self, node: Node) -> None:
        """Add one more node of the graph."""
        self.index[node.id] = len(self.ids)
        self.ids.append(node.id)
        self.names.append(node.name)

    def number(self, id: str | None, name: str | None = None) -> int:
        """Return the number of a node, perhaps under another name than its own; `NOBODY` for None."""
        if id is None:
            return NOBODY
        index = self.index.get(id, NOBODY)
        if index >= 0 and (name is None or name == self.names[index]):
            return index
        other = id, id if name is None else name
        if other not in self._others:
            self._others[other] = -2 - len(self._listed)
            self._listed.append(other)
        return self._others[other]

    def id_and_name(self, number: int) -> tuple[str, str]:
        """Return the id and name of the node with this number, which is not `NOBODY`."""
        return (self.ids[number], self.names[number]) if number >= 0 else self._listed[-2 - number]

    def id(self, number: int) -> str | None:
        """Return the id of the node with this number, None for `NOBODY`."""
        return None if number == NOBODY else self.id_and_name(number)[0]


class Sentences:
    """The captions of a run in the order of its steps, stored as shapes of sentences and their fillings.

    Few captions of a long run are read, so those that are functions are made when they are read.  Only the first ones
    are held in that way: shapes and fillings take less memory.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._gaps: dict[tuple[Quantity, str, When, int], _NumberGap] = {}
        self._codes: dict[SentenceShape, int] = {}
        self._shapes: list[SentenceShape] = []
        self._exact: dict[tuple[type, Score], int] = {}  # 1 and 1.0 are equal, and are written differently
        self._numbers: list[Score] = []
        self._shape_of = array("i")
        self._filling = array("i")  # of all gaps, one sentence after the other
        self._starts = array("q")
        self._unmade: dict[int, Caption] = {}

    def __len__(self) -> int:
        return len(self._shape_of)

    def add(self, words: Caption | str) -> None:
        """Add the caption of the next step."""
        self._starts.append(len(self._filling))
        if isinstance(words, Caption) and not words.is_made and len(self._unmade) < _MOST_UNMADE:
            self._unmade[len(self)] = words
            words = ""
        shape = words if isinstance(words, str) else tuple(map(self._take_out_gap, words.parts))
        code = self._codes.setdefault(shape, len(self._shapes))
        if code == len(self._shapes):
            self._shapes.append(shape)
        self._shape_of.append(code)

    def __getitem__(self, number: int) -> Caption | str:
        if number in self._unmade:
            return self._unmade[number]
        shape = self._shapes[self._shape_of[number]]
        if isinstance(shape, str):
            return shape
        end = self._starts[number + 1] if number + 1 < len(self) else len(self._filling)
        filling = iter(self._filling[self._starts[number] : end])
        return Caption(tuple(self._filled_part(gap, filling) for gap in shape))

    def _take_out_gap(self, part: CaptionPart) -> str | _NameGap | _NumberGap:
        """Add a caption part's node and number to the filling, and return its gap in the shape; a text is its own."""
        if isinstance(part, str):
            return part
        if isinstance(part, Named):
            self._filling.append(self._nodes.number(part.node, part.name))
            return _NAMES[part.is_bare]
        self._filling.append(self._number_code(part.number))
        self._filling.append(self._nodes.number(part.node or None))
        about = part.quantity, part.key, part.when, part.sign
        gap = self._gaps.get(about)
        if gap is None:
            gap = self._gaps[about] = _NumberGap(*about)
        return gap

    def _filled_part(self, gap: str | _NameGap | _NumberGap, filling: Iterator[int]) -> CaptionPart:
        """Return the part of a caption for a gap, with the next numbers of a filling."""
        if isinstance(gap, str):
            return gap
        if isinstance(gap, _NameGap):
            return Named(*self._nodes.id_and_name(next(filling)), gap.is_bare)
        number = self._number_of_code(next(filling))
        return Value(number, gap.quantity, self._nodes.id(next(filling)) or "", gap.key, gap.when, gap.sign)

    def _number_code(self, number: Score) -> int:
        """Return an even code for a small whole number, an odd one for any other."""
        if type(number) is int and -_SMALL < number < _SMALL:
            return 2 * number
        code = self._exact.setdefault((type(number), number), len(self._numbers))
        if code == len(self._numbers):
            self._numbers.append(number)
        return 2 * code + 1

    def _number_of_code(self, code: int) -> Score:
        return self._numbers[code >> 1] if code & 1 else code >> 1
