"""Files without a game graph, or of formats that are not read, known by name and beginning; each with advice."""

from __future__ import annotations

import re
from typing import NamedTuple

from explorer.model.errors import FormatError

_LOOKED_AT = 20_000  # characters


class _FileKind(NamedTuple):
    """Kind of files: the ends of their names, the look of their texts, and why they are not read."""

    suffixes: tuple[str, ...]
    looks: re.Pattern[str]
    why: str


def _file_kind(suffixes: str, looks: str, why: str) -> _FileKind:
    return _FileKind(tuple(suffixes.split()), re.compile(looks, re.MULTILINE), why)


_MERMAID_HEAD = r"(?:---\n(?s:.){0,2000}?\n---\s+)?(?:%%.*\n\s*)*"  # lines before the kind of diagram
_GRAPH = "write it as GraphML, GML or an edge list"
_KINDS = (
    _file_kind(".zst .zip", "(?!)", "the file is compressed; decompress it first and open what is in it"),
    _file_kind(
        ".xls .ods",
        "(?!)",
        "only .xlsx is read of workbooks; save it as one, or the sheet with the moves as CSV",
    ),
    _file_kind(
        ".pgn",
        r'\A\s*(?:\[[A-Z]\w* "[^"\n]*"\]\s*)+$',
        "PGN holds games of chess that were played, not the moves that could be; write the positions and moves as "
        "a table with the columns from and to",
    ),
    _file_kind(
        ".sgf",
        r"\A\s*\(\s*;\s*[A-Za-z]{1,20}\s*\[",
        "SGF holds records of games such as Go, without scores of positions; write the positions and moves as a table "
        "with the columns from and to",
    ),
    _file_kind(
        ".mmd .mermaid",
        rf"\A\s*(?:```\s*mermaid\s)?{_MERMAID_HEAD}(?:(?:graph|flowchart)\s+(?:TD|TB|BT|LR|RL)\b|stateDiagram(?:-v2)?\s)",
        "Mermaid says how a graph is drawn, not who moves and what a leaf is worth; write a line for each node, as in "
        "“a max: b c” and “b = 3”, or DOT with the same shapes and labels",
    ),
    _file_kind(
        ".jsonl .ndjson .jsonlines",
        r"\A\s*(?:\{.*\}|\[.*\])[ \t]*\r?\n\s*[{\[]",
        "JSON lines hold a value a line; put a comma after each line but the last, [ before the first and ] after the "
        "last, and call the file .json",
    ),
    _file_kind(
        ".hoa .ehoa",
        r"\A\s*HOA:\s*v1",
        "HOA holds an automaton, which is no game before its letters have players; make a parity game of it (.pg), for "
        "example with ltlsynt",
    ),
    _file_kind(
        ".cyjs .cx .cx2",
        r'\A\s*\{(?s:.){0,2000}?"elements"\s*:\s*\{\s*"(?:nodes|edges)"',
        "Cytoscape's JSON (nodes and edges inside elements) is not read; export the network as GraphML, or as a table "
        "with the columns source and target",
    ),
    _file_kind(
        ".net .paj",
        r"\A\s*(?:%.*\n\s*)*\*(?:Vertices|Network)\b",
        f"Pajek networks are not read; {_GRAPH}, for example with networkx.read_pajek",
    ),
    _file_kind(
        ".jani",
        r'\A\s*\{[^\[\]]*"jani-version"\s*:',
        "JANI describes a model by its variables, not by its states; explore it with a model checker and export the "
        "states as DOT or as a table with the columns from and to",
    ),
    _file_kind(
        ".g6 .s6 .d6",
        r"\A\s*>>(?:graph6|sparse6|digraph6)<<",
        f"graph6, sparse6 and digraph6 hold graphs without scores, packed; {_GRAPH}, for example with "
        "networkx.read_graph6",
    ),
    _file_kind(
        ".dimacs .col .gr .cnf",
        r"\A\s*(?:c(?:[ \t].*)?\n\s*)*p[ \t]+(?:sp|edge|col|max|min|cnf|tw)[ \t]+\d",
        "DIMACS files (lines that begin with p, a or e) are not read; write the two ends of each arc alone, a line an "
        "arc, as in: 1 2",
    ),
)


def require_readable(*, name: str = "", text: str = "") -> None:
    """Raise FormatError if a file's name or the look of a text is of a kind that is not read.

    Raises
    ------
    FormatError
        Naming the content of such a file, with advice.
    """
    begin = text[:_LOOKED_AT]
    for kind in _KINDS:
        if name.lower().endswith(kind.suffixes) or kind.looks.match(begin):
            raise FormatError(kind.why)
