"""Explanations as the browser shows them: sentences with the nodes and moves that they light, and links to steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from explorer.drawing.graph_view import Highlight
from explorer.drawing.messages.to_browser import WhyData, WhyLink, WhySentence
from explorer.explanation.explanation import FIRST, SECOND, Explanation, PlayPosition
from explorer.explanation.origin import Link
from explorer.explanation.refutation import Refutation
from explorer.explanation.words import Sentence, refuting_sentences, sentences, text
from explorer.model.graph import Convention, GameGraph, Move
from explorer.model.scores import format_score

_CHOSEN = {FIRST: "plus", SECOND: "minus"}  # marks of moves that Max or Min chooses


def why_data(
    question: str,
    explanation: Explanation,
    refuted: Refutation | None = None,
    links: Sequence[Link] = (),
    step: int = 0,
) -> WhyData:
    """Return the explanation of a score for the browser.

    Parameters
    ----------
    question : a name for the question.
    refuted : another value that the user expected, if there is one.
    links : where the value comes from that the node has at `step` of the run.
    """
    said = sentences(explanation)
    against = [] if refuted is None else refuting_sentences(refuted)
    return {
        "question": question,
        "what": "ask",
        "node": explanation.node,
        "title": _question_of(explanation, links[0] if links else None, step),
        "sentences": [_marked_sentence(explanation, each) for each in said],
        "expected": "" if refuted is None else format_score(refuted.value),
        "against": [_marked_sentence(explanation, each) for each in against],
        "playable": refuted is not None and refuted.challenger is not None,
        "links": [_link_data(explanation.graph, link) for link in links],
        "step": step,
        "failure": "",
        "text": text([*said, *against]),
    }


def highlight_of(explanation: Explanation, refuted: Refutation | None = None) -> Highlight:
    """Return the parts of a picture that an explanation lights: the play it leads to, or the refutation of another
    value."""
    said = (
        [each for each in sentences(explanation) if not each.side] if refuted is None else refuting_sentences(refuted)
    )
    moves = {move: mark for each in said for move, mark in _marked_moves(explanation, each)}
    nodes = frozenset(node for each in said for node in each.nodes)
    return Highlight(nodes, tuple(moves.items()), " ".join(str(each.caption) for each in said if each.depth < 2))


def way_data(question: str, what: str, graph: GameGraph, node: str, way: Sequence[Sentence]) -> WhyData:
    """Return the sentences on the way of play to a node ("path"), or on from there ("line")."""
    name = graph.node(node).name
    title = f"How do we get to {name}?" if what == "path" else f"Best play from {name} on"
    said = [sentence_data(each) for each in way]
    return no_why_data(question, node, "") | {"what": what, "title": title, "sentences": said, "text": text(way)}


def way_highlight(sentence: Sentence) -> Highlight:
    """Return the parts of a picture that a sentence lights."""
    return Highlight(
        frozenset(sentence.nodes), tuple((move, sentence.mark) for move in sentence.moves), str(sentence.caption)
    )


def no_why_data(question: str, node: str, failure: str) -> WhyData:
    """Return the message that a score cannot be explained, with the reason."""
    return {
        "question": question,
        "what": "ask",
        "node": node,
        "title": "Why?",
        "sentences": [],
        "expected": "",
        "against": [],
        "playable": False,
        "links": [],
        "step": 0,
        "failure": failure,
        "text": failure,
    }


def _question_of(explanation: Explanation, origin: Link | None, step: int) -> str:
    """Return the question that an explanation answers, with the step if the run has another value of the node there."""
    name = explanation.graph.node(explanation.node).name
    if not explanation.is_known:
        return f"What is known of {name}?"
    is_other = origin is not None and origin.relation == "=" and origin.value != explanation.low
    other = f", though step {step:,} has {format_score(origin.value)}" if origin is not None and is_other else ""
    return f"Why is {name} = {format_score(explanation.low)}{other}?"


def sentence_data(sentence: Sentence) -> WhySentence:
    """Return a sentence for the browser, all of its moves with the same mark."""
    return {
        "text": str(sentence.caption),
        "names": list(sentence.caption.names),
        "nodes": list(sentence.nodes),
        "moves": [(*move, sentence.mark) for move in sentence.moves],
        "depth": sentence.depth,
    }


def _marked_sentence(explanation: Explanation, sentence: Sentence) -> WhySentence:
    """Return a sentence of an explanation for the browser, its moves with their marks."""
    return sentence_data(sentence) | {"moves": [(*move, kind) for move, kind in _marked_moves(explanation, sentence)]}


def _marked_moves(explanation: Explanation, sentence: Sentence) -> Iterable[tuple[Move, str]]:
    """Yield the moves of a sentence, each with its mark: chosen by a player, part of a cycle, or neither."""
    chosen = {FIRST: explanation.at_least, SECOND: explanation.at_most}[sentence.side].moves if sentence.side else {}
    is_minimax = explanation.graph.convention is Convention.MINIMAX
    own = _CHOSEN[sentence.side] if sentence.side and is_minimax else "best"
    cycle = _repeated_moves(explanation) if not sentence.side else set()
    for move in sentence.moves:
        yield move, own if chosen.get(move[0]) == move[1] else "cycle" if move in cycle else "chain"


def _repeated_moves(explanation: Explanation) -> set[Move]:
    """Return the moves that play repeats for ever."""
    if explanation.back_to is None:
        return set()
    around: list[PlayPosition] = [*explanation.line[explanation.back_to :], explanation.line[explanation.back_to]]
    return {(one.id, other.id) for one, other in pairwise(around)}


def _link_data(graph: GameGraph, link: Link) -> WhyLink:
    """Return a link to a step of the run for the browser."""
    return {"step": link.step, "node": link.node, "text": link.words(graph.node(link.node).name)}
