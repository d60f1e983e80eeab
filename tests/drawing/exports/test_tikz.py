"""TikZ: a whole document with named colours, balanced braces, and every node and move."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import thorough
from support.rich_graphs import rich_graphs, texts
from support.shown import shown

from explorer.drawing.exports import GraphView, Style, export
from explorer.drawing.exports.tex import escaped
from explorer.drawing.picture.lettering import printable
from explorer.drawing.theme import FINALITY
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.trace import Finality

SHOWN_AS_THEY_ARE = re.compile(r"[A-Za-z0-9 .,:;!?()\[\]/*+=@À-ſ¡¿«»£-]*")


def written(what: GraphView, style: Style | None = None) -> str:
    return export(what, "tikz", style).decode()


def is_balanced(text: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", re.sub(r"(?m)^%.*$", "", text)):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.large
@thorough
@given(rich_graphs())
def test_every_graph_gives_a_document_with_each_node_and_move(graph: GameGraph):
    text = written(GraphView(graph))
    assert text.count("\n% node: ") == text.count("\\begin{scope}") == text.count("\\end{scope}") == len(graph.nodes)
    assert text.count("\n% move: ") == len(graph.moves)
    assert text.rstrip().endswith("\\end{document}")
    assert is_balanced(text)
    assert not re.search(r"\d[eE][+-]?\d\d|\bnan\b|\binf\b", "".join(re.findall(r"\\path.*", text)))


def test_every_colour_that_is_used_has_a_name_at_the_top():
    text = written(shown(load_sample("figure-1"), step=2))
    head, body = text.split("\\fill[paper]")
    names = re.findall(r"\\definecolor\{(\w+)\}\{HTML\}\{[0-9A-F]{6}\}", head)
    used = set(re.findall(r"(?:fill|draw|text)=(\w+)", body))
    assert len(names) == len(set(names))
    assert used <= set(names)
    assert f"{{final}}{{HTML}}{{{FINALITY[Finality.FINAL].left.light[1:].upper()}}}" in head


def test_a_copy_of_the_picture_needs_nothing_of_the_document_that_it_came_from():
    r"""An `article` that uses tikz has no other commands; nor has what \input of standalone leaves of the file."""
    text = written(shown(load_sample("example-7-1"), step=5))
    head, picture = text.split("\\begin{document}")
    assert not re.findall(r"\\(?:newcommand|def|definecolor)\b", head)
    assert picture.index("\\begin{tikzpicture}") < picture.index("\\definecolor")
    assert "#" not in picture  # which a frame of beamer does not take
    assert r"\def\other" in written(
        GraphView(GameGraph.from_json({"root": "王", "nodes": [{"id": "王", "score": 1}], "moves": []}))
    )
    assert picture.strip().endswith("\\end{tikzpicture}\n\\end{document}")


@thorough
@given((texts | st.text()).map(printable))
def test_what_latex_gives_a_meaning_is_escaped(text: str):
    plain = re.sub(r"\\(?:[a-zA-Z]+|[{}$&#%_])(?:\{\})?|[{}^`']|--+", "", escaped(text))
    assert SHOWN_AS_THEY_ARE.fullmatch(plain), plain
    assert is_balanced(escaped(text))
