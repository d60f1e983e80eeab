"""Reasons of scores in a solved folder: a node's score from those of its successors, some moves deep."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.model.errors import brief
from explorer.model.graph import Convention, Kind
from explorer.model.scores import Score, format_interval, format_score
from explorer.model.words import counted
from explorer.solved_folder.folder import SolvedFolder, SolvedNode
from explorer.solved_folder.ways import best_successor

_MOST_TERMS = 12  # successors that a line names


def reasons(folder: SolvedFolder, node: str, *, moves: int = 2) -> Iterator[str]:
    """Yield lines that say why a node has its score, each with the scores of the successors that decide it.

    Of the player who gains by the score only the best move is followed; of the other player all of the first moves.  A
    line is indented by its depth.

    Parameters
    ----------
    moves : the depth to which lines go.

    Raises
    ------
    GraphError
        If there is no such node.
    """
    first = folder.node(node)
    gains = first.score >= folder.endless  # of Max, or of the player to move
    stack, listed = [(first, 0)], set[str]()
    while stack:
        at, depth = stack.pop()
        after = [*folder.nodes_of(folder.successors(at.id)).values()]
        yield "  " * depth + _line(folder, at, after)
        if depth == moves or at.id in listed:
            continue
        listed.add(at.id)
        is_first_to_move = depth % 2 == 0 if at.kind is Kind.MOVER else at.kind is Kind.MAX
        only = best_successor(folder, at) if is_first_to_move == gains else None
        stack += [(each, depth + 1) for each in reversed(after[:_MOST_TERMS] if only is None else [only])]


def _line(folder: SolvedFolder, node: SolvedNode, after: list[SolvedNode]) -> str:
    """Return the score of a node with its reason."""
    begin = f"{brief(node.label or node.id)} has the score {format_interval(node.least, node.most)}"
    if node.kind is Kind.OPEN:
        return f"{begin}: an open node"
    if node.kind is Kind.LEAF:
        return f"{begin}: a leaf"
    largest = node.kind is not Kind.MIN
    values = {each.id: folder.sign * each.score for each in after}
    sign = "−" if folder.sign < 0 else ""
    terms = [f"{sign}{brief(each.label or each.id)}: {format_score(values[each.id])}" for each in after[:_MOST_TERMS]]
    more = [f"and {len(after) - _MOST_TERMS:,} more"] if len(after) > _MOST_TERMS else []
    mover = {Kind.MAX: "Max moves,", Kind.MIN: "Min moves,"}.get(node.kind, "who moves gets")
    equation = f"{'max' if largest else 'min'}{{{', '.join([*terms, *more])}}}"
    backed_up = (max if largest else min)(values.values())
    return f"{begin}: {mover} {equation} = {format_score(backed_up)}{_end(folder, node, backed_up)}"


def _end(folder: SolvedFolder, node: SolvedNode, backed_up: Score) -> str:
    """Return the end of a line: the distance, the bounds where endless play decides, or what does not agree."""
    if not node.is_settled:
        return "; open nodes can change it"
    one_game = folder.convention is Convention.MINIMAX or folder.endless == 0
    if backed_up != node.score and one_game:
        return f"; that is not the score that the folder has, {format_score(node.score)}"
    if node.distance is not None:
        return f"; the end is {counted(node.distance, 'move')} away"
    if node.lower is None or node.upper is None:
        return ""
    return f"; play goes on for ever, with the bounds {format_score(node.lower)} and {format_score(node.upper)}"
