"""Explanations as the browser shows them: sentences with the nodes and moves that they light, and links to steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from explorer.drawing.messages.to_browser import WhyData, WhyLink, WhySentence
from explorer.drawing.shown import Lit
from explorer.explanation.explanation import FIRST, SECOND, Explanation, PlayPosition
from explorer.explanation.origin import Link
from explorer.explanation.refutation import Refutation
from explorer.explanation.words import Sentence, refuting_sentences, sentences, text
from explorer.model.graph import Convention, GameGraph, Move
from explorer.model.scores import format_score

_CHOSEN = {FIRST: "plus", SECOND: "minus"}  # marks of moves that Max or Min chooses


def why_data(
    asked: str,
    found: Explanation,
    refuted: Refutation | None = None,
    links: Sequence[Link] = (),
    step: int = 0,
) -> WhyData:
    """What is said of a score.

    Parameters
    ----------
    asked : names the question.
    refuted : another value that the user expected, if there is one.
    links : where the value comes from that the node has at `step` of the run.
    """
    said = sentences(found)
    against = [] if refuted is None else refuting_sentences(refuted)
    return {
        "asked": asked,
        "what": "ask",
        "node": found.node,
        "title": _title(found, links[0] if links else None, step),
        "sentences": [_sentence(found, each) for each in said],
        "expected": "" if refuted is None else format_score(refuted.value),
        "against": [_sentence(found, each) for each in against],
        "playable": refuted is not None and refuted.challenger is not None,
        "links": [_link(found.graph, link) for link in links],
        "step": step,
        "failure": "",
        "text": text([*said, *against]),
    }


def lit_of(found: Explanation, refuted: Refutation | None = None) -> Lit:
    """What a picture lights of an explanation: the play it leads to, or what refutes another value."""
    said = [each for each in sentences(found) if not each.side] if refuted is None else refuting_sentences(refuted)
    moves = {move: mark for each in said for move, mark in _marked(found, each)}
    nodes = frozenset(node for each in said for node in each.nodes)
    return Lit(nodes, tuple(moves.items()), " ".join(str(each.caption) for each in said if each.depth < 2))


def way_data(asked: str, what: str, graph: GameGraph, node: str, given: Sequence[Sentence]) -> WhyData:
    """What is said of how play gets to a node ("path"), or goes on from there ("line")."""
    name = graph.node(node).name
    title = f"How do we get to {name}?" if what == "path" else f"Best play from {name} on"
    said = [sentence_data(each) for each in given]
    return no_why_data(asked, node, "") | {"what": what, "title": title, "sentences": said, "text": text(given)}


def way_lit(given: Sentence) -> Lit:
    """What a picture lights of such a sentence."""
    return Lit(frozenset(given.nodes), tuple((move, given.mark) for move in given.moves), str(given.caption))


def no_why_data(asked: str, node: str, failure: str) -> WhyData:
    """That nothing can be said of a score, and why."""
    return {
        "asked": asked,
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


def _title(found: Explanation, shown: Link | None, step: int) -> str:
    """The question, which says if the run shows another value of the node at its step."""
    name = found.graph.node(found.node).name
    if not found.is_known:
        return f"What is known of {name}?"
    is_other = shown is not None and shown.relation == "=" and shown.value != found.low
    other = f", though step {step:,} has {format_score(shown.value)}" if shown is not None and is_other else ""
    return f"Why is {name} = {format_score(found.low)}{other}?"


def sentence_data(given: Sentence) -> WhySentence:
    """A sentence that marks all of its moves alike."""
    return {
        "text": str(given.caption),
        "names": list(given.caption.names),
        "nodes": list(given.nodes),
        "moves": [(*move, given.mark) for move in given.moves],
        "depth": given.depth,
    }


def _sentence(found: Explanation, given: Sentence) -> WhySentence:
    return sentence_data(given) | {"moves": [(*move, kind) for move, kind in _marked(found, given)]}


def _marked(found: Explanation, given: Sentence) -> Iterable[tuple[Move, str]]:
    """The moves of a sentence, each with its mark: chosen by a player, part of a cycle, or neither."""
    chosen = {FIRST: found.at_least, SECOND: found.at_most}[given.side].moves if given.side else {}
    is_minimax = found.graph.convention is Convention.MINIMAX
    own = _CHOSEN[given.side] if given.side and is_minimax else "best"
    cycle = _cycle(found) if not given.side else set()
    for move in given.moves:
        yield move, own if chosen.get(move[0]) == move[1] else "cycle" if move in cycle else "chain"


def _cycle(found: Explanation) -> set[Move]:
    """The moves that play repeats for ever."""
    if found.back_to is None:
        return set()
    around: list[PlayPosition] = [*found.line[found.back_to :], found.line[found.back_to]]
    return {(one.id, other.id) for one, other in pairwise(around)}


def _link(graph: GameGraph, link: Link) -> WhyLink:
    return {"step": link.step, "node": link.node, "text": link.words(graph.node(link.node).name)}
