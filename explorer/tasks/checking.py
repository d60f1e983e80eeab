"""The check of an attempt: first what was changed, then the property."""

from __future__ import annotations

from explorer.algorithms import AlgorithmChoice
from explorer.model.check import playable
from explorer.model.errors import ExplorerError, GraphError, LimitError, OptionError, sentence
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.scenes.link import MOST_STEP
from explorer.scenes.scene import Scene, with_graph
from explorer.tasks.changes import first_forbidden
from explorer.tasks.registry import TaskChosen, task_of
from explorer.tasks.task import Attempt, Refusal, Verdict


def check(reference: str, graph: GameGraph, *, before: GameGraph, endless: Score = 0) -> Verdict:
    """What is to be said of a graph that somebody changed to do a task.

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
        return Verdict(False, False, f"In this task you may {chosen.task.change.value}; {different}.")
    try:
        graph = playable(graph)
    except GraphError as error:
        return Verdict(False, False, sentence(error))
    try:
        refusal = chosen.task.refuse(Attempt(graph, parse_endless(endless), chosen.options))
    except ExplorerError as error:
        return Verdict(False, True, sentence(error))
    if refusal is None:
        return Verdict(True, True, "Done. The property holds.")
    return Verdict(False, True, refusal.text, _scene(graph, refusal))


def check_start(reference: str, graph: GameGraph, endless: Score = 0) -> TaskChosen:
    """The task, which can be set on a graph: it is not done before anything is changed.

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
    return chosen


def _scene(graph: GameGraph, refusal: Refusal) -> Scene | None:
    """The counterexample; None if no scene can hold the graph."""
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
