"""Check of an attempt at a task: first for changes that the task forbids, then of the property."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from explorer.algorithms import AlgorithmChoice
from explorer.model.check import playable
from explorer.model.errors import ExplorerError, GraphError, LimitError, OptionError, sentence
from explorer.model.graph import GameGraph, Kind, Move
from explorer.model.scores import Score, format_score, parse_endless
from explorer.scenes.link import MOST_STEP
from explorer.scenes.scene import Scene, with_graph
from explorer.tasks.registry import task_of
from explorer.tasks.task import AllowedChange, Attempt, Refusal, TaskVerdict


def check(reference: str, graph: GameGraph, *, before: GameGraph, endless: Score = 0) -> TaskVerdict:
    """Return the verdict on a graph that was changed to do a task.

    Parameters
    ----------
    reference : the task, such as "makes-final?node=a".
    graph, before : the graph after and before the changes.
    endless : the value of endless play that was chosen.

    Raises
    ------
    UnknownNameError, OptionError
        If there is no such task, or its options do not fit the graph.

    Examples
    --------
    >>> from explorer.scenes.reference import load_reference
    >>> before = load_reference("sample:figure-1-b-neg-d-pos").graph
    >>> check("endless-value?value=1", before, before=before, endless=1).text
    'Done. The property holds.'
    """
    chosen = task_of(reference)
    chosen.text(before)  # its node is there
    different = first_forbidden(before, graph, chosen.task.change)
    if different is not None:
        return TaskVerdict(False, False, f"In this task you may {chosen.task.change.value}; {different}.")
    try:
        graph = playable(graph)
    except GraphError as error:
        return TaskVerdict(False, False, sentence(error))
    try:
        refusal = chosen.task.refuse(Attempt(graph, parse_endless(endless), chosen.options))
    except ExplorerError as error:
        return TaskVerdict(False, True, sentence(error))
    if refusal is None:
        return TaskVerdict(True, True, "Done. The property holds.")
    return TaskVerdict(False, True, refusal.text, _counterexample_scene(graph, refusal))


def check_start(reference: str, graph: GameGraph, endless: Score = 0) -> None:
    """Check that a task can be set on a graph, which must not have the property already.

    Raises
    ------
    UnknownNameError, OptionError
        If there is no such task, or it does not fit the graph.
    """
    chosen = task_of(reference)
    chosen.text(graph)
    refusal = chosen.task.refuse(Attempt(graph, parse_endless(endless), chosen.options))
    if refusal is None:
        raise OptionError(f"the task {chosen.task.name} is done already: its property holds of the graph as it is")


def _counterexample_scene(graph: GameGraph, refusal: Refusal) -> Scene | None:
    """Return the scene of the counterexample in a refusal; None if no scene can hold the graph."""
    scene = Scene(
        chosen=AlgorithmChoice(refusal.algorithm, refusal.options),
        step=MOST_STEP if refusal.step is None else refusal.step,
        selected=refusal.node,
        endless=refusal.endless,
    )
    try:
        return with_graph(scene, graph)
    except LimitError:
        return None


DifferenceFinder = Callable[[GameGraph, GameGraph], Iterator[str]]


def first_forbidden(before: GameGraph, after: GameGraph, change: AllowedChange) -> str | None:
    """Return the first difference between two graphs that a task forbids, in words; None if there is none.

    Names, labels, places on the canvas, and the order in which nodes are listed do not matter.
    """
    for differences in (_node_differences, *_ALLOWED[change]):
        for found in differences(before, after):
            return found
    return None


def _node_differences(before: GameGraph, after: GameGraph) -> Iterator[str]:
    """Yield in words each difference of nodes, root or convention between two graphs."""
    for id in before.ids:
        if id not in after.index:
            yield f"the node {before.node(id).name} is missing"
        elif before.node(id).kind is not after.node(id).kind:
            yield f"the node {before.node(id).name} is of another kind: {_KINDS[after.node(id).kind]}"
    yield from (f"the node {after.node(id).name} is new" for id in after.ids if id not in before.index)
    if before.root != after.root:
        yield "the root is another node"
    if before.convention is not after.convention:
        yield f"the graph is a {after.convention} graph now"


_KINDS = {
    Kind.MAX: "a Max node",
    Kind.MIN: "a Min node",
    Kind.MOVER: "an inner node",
    Kind.LEAF: "a leaf",
    Kind.OPEN: "an open node",
}


def _score_differences(before: GameGraph, after: GameGraph) -> Iterator[str]:
    """Yield in words each difference of leaf scores between two graphs."""
    for node in before.nodes:
        score = after.node(node.id).score
        if node.score != score:
            yield f"the score of {node.name} was {format_score(node.score)} and is {format_score(score)}"


def _missing_move_differences(before: GameGraph, after: GameGraph) -> Iterator[str]:
    """Yield in words each move that is in the first graph alone."""
    there = set(after.moves)
    return (f"the move {_move_name(before, move)} is missing" for move in before.moves if move not in there)


def _new_move_differences(before: GameGraph, after: GameGraph) -> Iterator[str]:
    """Yield in words each move that is in the second graph alone."""
    there = set(before.moves)
    return (f"the move {_move_name(after, move)} is new" for move in after.moves if move not in there)


def _allowing_one(differences: DifferenceFinder) -> DifferenceFinder:
    """Return a finder that yields nothing if there is exactly one of these differences, else a complaint."""

    def others(before: GameGraph, after: GameGraph) -> Iterator[str]:
        listed = list(differences(before, after))
        if len(listed) != 1:
            yield " and ".join(listed[:3]) or "nothing has changed"

    return others


def _order_differences(before: GameGraph, after: GameGraph) -> Iterator[str]:
    """Yield in words each node whose common moves have another order in the second graph."""
    for node in before.nodes:
        theirs = after.ids_after(node.id)
        ours = before.ids_after(node.id)
        if [id for id in ours if id in theirs] != [id for id in theirs if id in ours]:
            yield f"the moves of {node.name} are in another order"


_SAME_MOVES = (_missing_move_differences, _new_move_differences)
_ALLOWED: dict[AllowedChange, tuple[DifferenceFinder, ...]] = {
    AllowedChange.SCORES: (*_SAME_MOVES, _order_differences),
    AllowedChange.ORDER: (_score_differences, *_SAME_MOVES),
    AllowedChange.MOVE_MORE: (
        _score_differences,
        _missing_move_differences,
        _allowing_one(_new_move_differences),
        _order_differences,
    ),
    AllowedChange.MOVE_LESS: (
        _score_differences,
        _new_move_differences,
        _allowing_one(_missing_move_differences),
        _order_differences,
    ),
    AllowedChange.ENDLESS: (_score_differences, *_SAME_MOVES, _order_differences),
}
"""For each change: what must be as it was."""


def _move_name(graph: GameGraph, move: Move) -> str:
    """Return the names of both ends of a move with an arrow between them."""
    source, target = (graph.node(id).name for id in move)
    return f"{source} → {target}"
