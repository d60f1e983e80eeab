r"""Plain text: one line a node, for reading, typing and pasting.

    @name Figure 1
    @description Kars, Example 3.2.

    > a max: b c "take 2"
    b = -1
    c "Start position" min: d a
    d = 16/3

    @at a 120 40

Grammar
-------
Lines end with LF, CR LF or CR, and each stands for itself; a line of blanks has no meaning.  Blanks are controls
and Unicode's spaces: U+0000 to 0020, 007F to 00A0, 1680, 2000 to 200A, 2028, 2029, 202F, 205F, 3000, FEFF.

    line      = directive | node | nothing, and then perhaps a comment
    comment   = "#" and the rest of the line
    node      = [ ">" ] id [ label ] [ kind ] [ ( ":" | arrow ) { id [ name ] [ "," ] } ]
    arrow     = "->", also with a longer shaft, or "→" between blanks
    kind      = "max" | "min" | "=" score | "?"
    id        = word | quoted
    label     = quoted
    name      = quoted
    score     = word { word }, together a number: -3, 2.5, 1e-9 or 16/3
    word      = one or more characters, none of them a blank or one of  " # : = ? > @ ,  and no arrow as "->"
    quoted    = a string as JSON writes it, in double quotes with escapes such as \" \\ \n \u00e9
    directive = "@name" text | "@description" text | "@convention" ("minimax" | "negamax")
              | "@at" id number number | "@no-root"
    text      = quoted, or the rest of the line as it stands, without the blanks around it

- Between tokens there may be blanks or none.  `max`, `min` and the directives may be in capitals; a node may well be
  called max.  A node must have a kind or a colon: `a: b c` is an inner node of a negamax graph, `a max:` a Max node
  without moves yet, `b = -1` a leaf, `q ?` an open node.
- After the colon stand the successors in the order of the moves, each perhaps with the name of the move to it.  One
  that has no line of its own becomes an open node.  In a line without commas, a text in quotes behind a successor
  is another successor if that has a line, so that `a: "x y" "y z"` names two; `a: "x y" "y z",` names a move.  After an
  arrow they may go on in another line: `a -> b` and then `a -> c`.
- A first line `root: a` names the root, with a warning, if a has a line, no move leads to a node called root, and there
  is neither a mark nor a convention.
- `>` marks the root.  Without a mark the only node without predecessors is the root, or else the first node; `@no-root`
  means that none is chosen yet.
- Without `@convention`, a graph is negamax if it has inner nodes and none of them names a player.
- Several `@description` are the lines of the description.  `@at` gives a node's position on the canvas, x and y.
- After `@name` and `@description`, "#" is part of the text.
- A line that is wrong is left out and named; the rest is kept.
- Comments belong to the node on whose line they stand, or below it, and are kept with the graph under `comments`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from explorer.formats.adjacency import has_lists
from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import (
    Directive,
    NodeLine,
    comment_in,
    id_text,
    json_string,
    parse_line,
    raw_or_quoted,
    split_lines,
)
from explorer.intake import Assembled, Intake
from explorer.intake.cells import FieldReader
from explorer.model.convert import node_record
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import parse_score, shortest

_LOOKED_AT = 50  # lines of a pasted text that are examined
_CSV_HEADERS = ({"from", "to"}, {"source", "target"}, {"id"})
_END = ""  # of comments: stands for a node after the last line
_COMMENT = re.compile(r"#[^\r\n]*")


@dataclass
class _Statements:
    """Statements of the lines of a text; the first about a node, a place or the whole counts.

    Attributes
    ----------
    fields : where problems are noted.
    nodes : by id, with their lines.
    places : the line of each position, x and y, by the id of its node.
    comments : with their lines.
    no_root : the line `@no-root`, if there is one.
    """

    fields: FieldReader
    nodes: dict[str, tuple[int, NodeLine]] = field(default_factory=dict)
    places: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    comments: list[tuple[int, str]] = field(default_factory=list)
    no_root: int | None = None
    convention: str | None = None
    name: str | None = None
    description: list[str] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        """Take one more line of the text: a node, a directive or a comment."""
        try:
            parsed = parse_line(line)
        except FormatError as error:
            self.fields.error(f"{error}; the line was left out", line=number)
            parsed = None
        if isinstance(parsed, Directive):
            self._take_directive(number, parsed)
        elif parsed is not None and not self._take_node(number, parsed):
            message = f"two nodes have the id {quoted(parsed.id)}; the second was left out, rename it"
            self.fields.error(message, node=parsed.id, line=number)
        if "#" in line and (comment := comment_in(line)):
            self.comments.append((number, comment))

    def _take_node(self, number: int, node: NodeLine) -> bool:
        """Take a line that describes a node, unless another one does; return whether it was taken."""
        first, known = self.nodes.get(node.id, (number, None))
        whole = node if known is None else known.with_more(node)
        if whole is not None:
            self.nodes[node.id] = (first, whole)
        return whole is not None

    def _take_directive(self, number: int, directive: Directive) -> None:
        id = directive.text
        if directive.name == "description":
            self.description.append(directive.text)
        elif directive.name == "no-root":
            self.no_root = number
        elif directive.name == "at":
            if self.places.setdefault(id, (number, *directive.position))[0] != number:
                self.fields.error(f"node {quoted(id)} has two positions; kept the first", node=id, line=number)
        elif getattr(self, directive.name) is not None:
            self.fields.error(f"@{directive.name} is given twice; kept the first", line=number)
        else:
            setattr(self, directive.name, directive.text)

    def named_root(self) -> str | None:
        """Return the node that a first line such as root: a names, with a warning; that line then describes no node."""
        number, first = next(iter(self.nodes.values()), (0, None))
        if first is None or first.id.lower() != "root" or first.kind or first.label or len(self.after(first)) != 1:
            return None
        (root,) = self.after(first)
        others = [node for _, node in self.nodes.values()]
        is_node = any(first.id in self.after(node) for node in others) or self.convention or self.no_root is not None
        if is_node or first.has_arrow or root not in self.nodes or any(node.is_root for node in others):
            return None
        del self.nodes[first.id]
        message = f"{first.id}: {root} was read as naming the root"
        self.fields.warn(f"{message}; if {first.id} is a node, write > {first.id}: {root}", line=number)
        return root

    def after(self, node: NodeLine) -> list[str]:
        """Return the successors of a node."""
        return [successor for successor, _ in node.moves(self.nodes)]

    def root(self) -> str | None:
        """Return the first node that is marked as root, and note problems with marks."""
        marked = [id for id, (_, node) in self.nodes.items() if node.is_root]
        for id in marked[1:]:
            message = f"node {quoted(id)} is marked as root, but so is {quoted(marked[0])}; kept the first"
            self.fields.error(f"{message}, delete one >", node=id, line=self.nodes[id][0])
        if self.no_root is not None and marked:
            self.fields.error(f"@no-root was left out, since {quoted(marked[0])} is the root", line=self.no_root)
        return marked[0] if marked else None

    def nodes_without_line(self) -> dict[str, int]:
        """Return the successors without a line, in order, with the lines that name them first."""
        found: dict[str, int] = {}
        for number, node in self.nodes.values():
            for successor in self.after(node):
                if successor not in self.nodes:
                    found.setdefault(successor, number)
        return found

    def comment_record(self) -> dict[str, object]:
        """Return the comments as a graph keeps them, beside its nodes and above; {} if there are none."""
        lines, ids = [number for number, _ in self.nodes.values()], [*self.nodes, _END]
        above: dict[str, list[str]] = {}
        beside: dict[str, str] = {}
        for number, comment in self.comments:
            at = bisect_left(lines, number)
            own = above.setdefault(ids[at], [])
            if lines[at : at + 1] == [number]:
                beside[ids[at]] = comment
            else:
                own.append(comment)
        kept = {id: {"above": own, "beside": beside.get(id, "")} for id, own in above.items()}
        return {"comments": kept} if kept else {}


def read(text: str, companion: str | None = None) -> Assembled:
    """Read a plain text; every line that is wrong is among the problems."""
    intake = Intake(is_own=True, levels=False)
    statements = _Statements(intake.fields)
    for number, line in split_lines(text):
        statements.take(number, line)
    root = statements.named_root() or statements.root()
    intake.take_convention(statements.convention)
    for id, (number, node) in statements.nodes.items():
        position = dict(zip("xy", statements.places[id][1:], strict=True)) if id in statements.places else {}
        intake.node({"id": id, "label": node.label, **node.kind, **position}, number)
        for successor, name in node.moves(statements.nodes):
            intake.move(id, successor, {"move": name} if name else None, number)
    for id, (number, *_) in statements.places.items():
        if id not in statements.nodes:
            intake.fields.error(f"@at needs a node {quoted(id)}, which has no line; it was left out", line=number)
    for id, number in statements.nodes_without_line().items():
        message = f"node {quoted(id)} has no line of its own; kept as an open node, say what it is"
        intake.fields.warn(message, node=id, line=number)
        intake.node({"id": id, "open": True}, number)
    top = {
        "root": root,
        "name": statements.name,
        "description": "\n".join(statements.description),
        **statements.comment_record(),
    }
    return intake.finish(top, infers_root=statements.no_root is None)


def recognises(text: str) -> bool:
    """Return whether most of a pasted text's first lines are of this grammar, or half and the very first is.

    A header of a CSV is not, nor are lists in brackets.
    """
    lines = [line for _, line in split_lines(text[:20_000]) if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return False
    cells = {cell.strip().strip('"').lower() for mark in ",;\t|" for cell in lines[0].split(mark)}
    if any(header <= cells for header in _CSV_HEADERS) or has_lists(text):
        return False
    are_sound = [*map(_is_valid_line, lines[:_LOOKED_AT])]
    return 2 * sum(are_sound) + are_sound[0] > len(are_sound)


def _is_valid_line(line: str) -> bool:
    try:
        parsed = parse_line(line)
        if isinstance(parsed, NodeLine) and "score" in parsed.kind:
            parse_score(parsed.kind["score"])
    except (FormatError, OptionError):
        return False
    return parsed is not None


# ---- writing


def write(graph: GameGraph) -> str:
    """Return the graph as text: its attributes, its nodes, and their positions.

    Comments from beside the canvas (`explorer/stage/frontend/model/comments.ts`) keep their places.
    """
    parts = (_head_lines(graph), _node_lines(graph), _position_lines(graph))
    return "\n".join(text for part in parts if (text := "".join(f"{line}\n" for line in part)))


def _head_lines(graph: GameGraph) -> Iterator[str]:
    """Yield the first lines of the text: name, description and convention of the graph."""
    if graph.name:
        yield f"@name {raw_or_quoted(graph.name)}"
    if graph.description:
        for line in graph.description.split("\n"):
            yield f"@description {raw_or_quoted(line)}".rstrip(" ")
    if graph.convention is Convention.NEGAMAX or graph.count(Kind.MOVER):
        yield f"@convention {graph.convention}"
    if graph.nodes and graph.root is None:
        yield "@no-root"


def _node_lines(graph: GameGraph) -> Iterator[str]:
    """Yield the lines of nodes, with the comments above and beside each."""
    comments = graph.extra.get("comments")
    known = comments if isinstance(comments, dict) else {}
    words = [*map(id_text, graph.ids)]
    for node, word, below in zip(graph.nodes, words, graph.successors, strict=True):
        above, beside = _node_comments(known.get(node.id))
        yield from above
        mark = "> " if node.id == graph.root else ""
        label = [] if node.label is None else [json_string(node.label)]
        node_words = " ".join([word, *label, *_kind_words(node)]) + (":" if node.kind.is_inner or below else "")
        yield " ".join(
            [
                mark + node_words,
                *_successor_words(graph, node.id, [(graph.ids[index], words[index]) for index in below]),
                *beside,
            ]
        )
    yield from _node_comments(known.get(_END))[0]


def _successor_words(graph: GameGraph, id: str, successors: list[tuple[str, str]]) -> list[str]:
    """Return the words that list a node's successors, with the names of moves where there are any."""
    names = [graph.move_names.get((id, successor)) for successor, _ in successors] if graph.move_names else []
    if not any(names):
        return [word for _, word in successors]
    ends = [
        word if name is None else f"{word} {json_string(name)}"
        for (_, word), name in zip(successors, names, strict=True)
    ]
    return [*(f"{end}," for end in ends[:-1]), ends[-1] + ("," if len(ends) == 1 and names[0] in graph else "")]


def _node_comments(record: object) -> tuple[list[str], list[str]]:
    """Return the comments above a node and beside it; a file may hold anything under this key."""
    above, beside = (record.get("above"), record.get("beside")) if isinstance(record, Mapping) else (None, None)
    return _valid_comments(above if isinstance(above, list) else []), _valid_comments([beside])


def _valid_comments(comments: list[object]) -> list[str]:
    return [text for text in comments if isinstance(text, str) and _COMMENT.fullmatch(text)]


def _kind_words(node: Node) -> list[str]:
    """Return the words that state the kind of a node, such as max or = 3."""
    if node.kind is Kind.LEAF:
        score = node_record(node).get("score")
        return ["="] if score is None else ["=", str(score)]
    return {Kind.MAX: ["max"], Kind.MIN: ["min"], Kind.OPEN: ["?"]}.get(node.kind, [])


def _position_lines(graph: GameGraph) -> Iterator[str]:
    """Yield a line @at for each node with a position."""
    for node in graph.nodes:
        if node.x is not None and node.y is not None:
            yield f"@at {id_text(node.id)} {shortest(node.x)} {shortest(node.y)}"


FORMAT = Format(
    name="text",
    title="Plain text, a line a node (.txt)",
    suffixes=(".txt",),
    read=read,
    write=write,
    cannot_carry=(
        "known answers, other keys of the graph and its nodes, marks of progress on moves, and the order of moves of "
        "different nodes."
    ),
    recognises=recognises,
    shares_suffix=True,
    may_be_empty=True,
    rank=39,
)
