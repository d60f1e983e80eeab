r"""Plain text: one line a node, for reading, typing and pasting.

    @name Figure 1
    @description Kars, Example 3.2.

    > a max: b c
    b = -1
    c "Start position" min: d a
    d = 16/3

    @at a 120 40

Grammar
-------
Lines end with LF, CR LF or CR, and each stands for itself; a line of blanks says nothing.  Blanks are controls
and Unicode's spaces: U+0000 to 0020, 007F to 00A0, 1680, 2000 to 200A, 2028, 2029, 202F, 205F, 3000, FEFF.

    line      = directive | node | nothing, and then perhaps a comment
    comment   = "#" and the rest of the line
    node      = [ ">" ] id [ label ] [ kind ] [ ":" { id [ "," ] } ]
    kind      = "max" | "min" | "=" score | "?"
    id        = word | quoted
    label     = quoted
    score     = word { word }, together a number: -3, 2.5, 1e-9 or 16/3
    word      = one or more characters, none of them a blank or one of  " # : = ? > @ ,
    quoted    = a string as JSON writes it, in double quotes with escapes such as \" \\ \n \u00e9
    directive = "@name" text | "@description" text | "@convention" ("minimax" | "negamax")
              | "@at" id number number | "@no-root"
    text      = quoted, or the rest of the line as it stands, without the blanks around it

- Between tokens there may be blanks or none.  `max`, `min` and the directives may be in capitals; a node may well be
  called max.  A node must have a kind or a colon: `a: b c` is an inner node of a negamax graph, `a max:` a Max node
  without moves yet, `b = -1` a leaf, `q ?` an open node.
- After the colon stand the successors in the order of the moves.  One that has no line of its own becomes an open node.
- `>` marks the root.  Without a mark the only node without predecessors is the root, or else the first node; `@no-root`
  says that none is chosen yet.
- Without `@convention`, a graph is negamax if it has inner nodes and none of them names a player.
- Several `@description` are the lines of the description.  `@at` gives a node's position on the canvas, x and y.
- After `@name` and `@description`, "#" is part of the text.
- A line that is wrong is left out and named; the rest is kept.
- Comments belong to the node on whose line they stand, or below it, and are kept with the graph under `comments`.
"""

from __future__ import annotations

from collections.abc import Mapping

from explorer.formats.format import Format
from explorer.formats.plain_text_columns import graph_by_columns
from explorer.formats.plain_text_said import Numbered, Said, Some
from explorer.formats.plain_text_syntax import NodeLine, parse_line, split_lines
from explorer.formats.plain_text_write import write
from explorer.model.assemble import Assembled
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError, OptionError
from explorer.model.scores import parse_score

_LOOKED_AT = 50  # lines by which a pasted text is told
_CSV_HEADERS = ({"from", "to"}, {"source", "target"}, {"id"})


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a plain text, with every line that is wrong among the problems."""
    return graph_by_columns(text) or _graph_by_lines(text)


def _graph_by_lines(text: str) -> Assembled:
    said = Said()
    for number, line in split_lines(text):
        said.take(number, line)
    nodes: dict[str, tuple[int, NodeLine]] = {}
    again: list[tuple[int, NodeLine]] = []
    for number, node in said.nodes:
        if nodes.setdefault(node.id, (number, node))[0] != number:
            again.append((number, node))
    places: dict[str, tuple[int, str, str]] = {}
    twice: list[Numbered] = []
    for number, id, x, y in said.places:
        if places.setdefault(id, (number, x, y))[0] != number:
            twice.append((number, id))
    unlisted = _unlisted(nodes)
    marked = [(number, id) for id, (number, node) in nodes.items() if node.is_root]
    root = marked[0][1] if marked else None
    said.note_places(Some(twice), Some([(number, id) for id, (number, *_) in places.items() if id not in nodes]))
    said.note(root, Some(marked[1:]), Some([(number, id) for id, number in unlisted.items()]))
    builder = GraphBuilder(said.convention, said.fields)
    for number, node in (*nodes.values(), *again):
        position = dict(zip("xy", places[node.id][1:], strict=True)) if node.id in places else {}
        builder.add_node({"id": node.id, "label": node.label, **node.kind, **position}, line=number)
    for id, number in unlisted.items():
        builder.add_node({"id": id, "open": True}, line=number)
    for id, (number, node) in nodes.items():
        for successor in node.successors:
            builder.add_move(id, successor, line=number)
    return builder.finish(
        root=root,
        infer_root=said.no_root is None,
        name=said.name,
        description="\n".join(said.description),
        extra=said.kept_comments(
            [number for number, _ in nodes.values()], lambda rows: [*map([*nodes].__getitem__, rows)]
        ),
    )


def _unlisted(nodes: Mapping[str, tuple[int, NodeLine]]) -> dict[str, int]:
    """The successors that have no line, in order, with the lines that name them first."""
    found: dict[str, int] = {}
    for number, node in nodes.values():
        for successor in node.successors:
            if successor not in nodes:
                found.setdefault(successor, number)
    return found


def recognises(text: str) -> bool:
    """Whether most of the first lines of a pasted text are of this grammar, or half and the very first is.

    A header of a CSV is not.
    """
    lines = [line for _, line in split_lines(text[:20_000]) if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return False
    cells = {cell.strip().strip('"').lower() for mark in ",;\t|" for cell in lines[0].split(mark)}
    if any(header <= cells for header in _CSV_HEADERS):
        return False
    are_sound = [*map(_is_sound, lines[:_LOOKED_AT])]
    return 2 * sum(are_sound) + are_sound[0] > len(are_sound)


def _is_sound(line: str) -> bool:
    try:
        parsed = parse_line(line)
        if isinstance(parsed, NodeLine) and "score" in parsed.kind:
            parse_score(parsed.kind["score"])
    except (FormatError, OptionError):
        return False
    return parsed is not None


FORMAT = Format(
    name="text",
    title="Plain text, a line a node (.txt)",
    suffixes=(".txt",),
    read=read,
    write=write,
    cannot_carry="known answers, other keys of the graph and its nodes, and the order of moves of different nodes.",
    recognises=recognises,
    shares_suffix=True,
    may_be_empty=True,
    rank=39,
)
