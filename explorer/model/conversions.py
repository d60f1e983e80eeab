"""Methods of graphs, traces and explanations that packages above provide, each imported when it is called.

`GameGraph`, `Trace` and `Explanation` bind these functions as their methods, so that a program calls
`GameGraph.from_networkx(…)` and yet no module imports one above it when it is loaded.  The import contracts list the
imports of this module one by one, and allow them here alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from explorer.explanation.explanation import Explanation
    from explorer.model.columns import Arrays
    from explorer.model.graph import Convention, GameGraph
    from explorer.model.scores import Score
    from explorer.trace.trace import Trace

# ---- graphs


def from_arrays(
    players: ArrayLike,
    scores: Sequence[Score | None] | NDArray[Any],
    sources: ArrayLike,
    targets: ArrayLike,
    *,
    ids: Sequence[object] | NDArray[Any] | None = None,
    labels: Sequence[object] | None = None,
    **about: Any,
) -> GameGraph:
    """Return the game graph of arrays, without a loop over its nodes.

    Parameters
    ----------
    players : for each node +1 if it takes the largest, -1 if it takes the smallest, 0 for a leaf and an open node;
        in a negamax graph +1 for every node that moves.  So 1 is Max here, but Min for `from_networkx` and
        `from_frames`, which take 0 and 1 as parity games do.
    scores : for each node the score of a leaf, a number or text as in files; None or NaN for all others.  Where
        players is 0 as well, the node is open.
    sources, targets : the indices of the ends of each move, in order.  Of compressed rows (CSR) the targets are
        `indices` and the sources `np.repeat(np.arange(nodes), np.diff(indptr))`.
    ids : the ids, texts or numbers; without them "0", "1", "2" …
    about : `root`, `convention`, `name` and the other attributes of a graph; the root is an id, or a number as one.

    Raises
    ------
    GraphError
        If lengths do not fit, a score or an id is none, a score is not finite or not of a leaf, a move has an end
        that is no index of a node, an id or a move is there twice, the root is no node, or the convention is
        unknown.

    Examples
    --------
    >>> from explorer import GameGraph
    >>> graph = GameGraph.from_arrays([1, 0, 0], [None, 2, 5], [0, 0], [1, 2], root="0")
    >>> graph.moves, [node.score for node in graph.nodes]
    ((('0', '1'), ('0', '2')), [None, 2, 5])
    """
    from explorer.intake import arrays

    return arrays.graph_from_arrays(players, scores, sources, targets, ids=ids, labels=labels, **about)


def to_arrays(graph: GameGraph) -> Arrays:
    """Return the graph as arrays, as `from_arrays` takes them, and the rows of moves both ways."""
    from explorer.model import convert

    return convert.arrays_from_graph(graph)


def from_json(data: Mapping[str, Any]) -> GameGraph:
    """Return the graph that a `.game.json` document describes.

    Raises
    ------
    FormatError
        If the document is not a game graph, naming the key or the node.
    GraphError
        If the graph has errors that `explorer.model.check` finds.
    """
    from explorer.intake import assemble, readings

    return readings.good_with_warning(assemble.assemble_document(data))


def to_json(graph: GameGraph) -> dict[str, Any]:
    """Return the `.game.json` document of the graph, unknown keys included."""
    from explorer.model import convert

    return convert.document_from_graph(graph)


def from_networkx(graph: nx.DiGraph[Any], *, root: object = None) -> GameGraph:
    """Return the game graph of a networkx `DiGraph`, as `to_networkx` makes it.

    Node attributes: `player` ("max" or "min"; as a number 0 for Max and 1 for Min, as in parity games and unlike in
    `from_arrays`), `score` for a leaf, `open` (true), and optionally `label`, `x`, `y`.  Graph attributes: `root`,
    `convention`, `name`, `description`.  Where no node names a player, the graph is negamax; where none has a score
    either, nodes without successors are open.  Ids become text.

    Parameters
    ----------
    root : the node where play starts; without it the graph's attribute, or the only node without predecessors.

    Raises
    ------
    FormatError, GraphError
        As `from_json`.
    """
    from explorer.intake import assemble, readings

    return readings.good_with_warning(assemble.assemble_networkx(graph, root))


def to_networkx(graph: GameGraph) -> nx.DiGraph[str]:
    """Return a networkx `DiGraph` with the attributes that `from_networkx` reads; node and move order are kept."""
    from explorer.model import convert

    return convert.networkx_from_graph(graph)


def from_frames(
    moves: pd.DataFrame,
    nodes: pd.DataFrame | None = None,
    *,
    root: str | int | None = None,
    convention: str | Convention | None = None,
) -> GameGraph:
    """Return the game graph of two pandas frames.

    Parameters
    ----------
    moves : columns `from` and `to`, and perhaps `move`, the names of moves; a row a move, in order.
    nodes : column `id` and any of `player`, `score`, `open`, `label`, `x`, `y`, `root`; empty cells mean absent.
        Players are named as for `from_networkx`, so 1 is Min, and not Max as for `from_arrays`.  Ends of moves that
        are missing here are nodes without attributes, as `from_networkx` takes them.
    root : id of the root; without it the row marked in `root`, or the only node that no move leads to.

    Raises
    ------
    FormatError, GraphError
        As `from_json`, naming the row.
    """
    from explorer.intake import readings, tables

    found = tables.assemble_frames(moves, nodes, root=root, convention=convention)
    return readings.good_with_warning(found)


def to_frames(graph: GameGraph) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return two pandas frames, moves (`from`, `to`, perhaps `move`) and nodes, as `from_frames` reads them.

    The rest of the graph, such as its name, convention and range of scores, is in `attrs` of the nodes.
    """
    from explorer.model import convert

    return convert.frames_from_graph(graph)


def graph_svg(graph: GameGraph) -> str:
    """Return the picture of a graph for Jupyter."""
    from explorer.drawing import notebook

    return notebook.graph_svg(graph)


# ---- traces and explanations


def trace_html(run: Trace) -> str:
    """Return a trace as Jupyter shows it: a frame with a step slider in it."""
    from explorer.drawing import notebook

    return notebook.trace_html(run)


def explanation_text(explanation: Explanation) -> str:
    """Return an explanation as lines of text, which follow from the claim to the single positions."""
    from explorer.explanation import words

    return words.text(words.sentences(explanation, lights=False))


def explanation_html(explanation: Explanation) -> str:
    """Return the lines of text of an explanation as Jupyter shows them."""
    from explorer.explanation import words

    return words.html(words.sentences(explanation, lights=False))
