"""What each expansion has shown, in words."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.algorithms.captions import bound_of
from explorer.expansion.bound_game import Bound
from explorer.expansion.candidates import names_with_arrows
from explorer.expansion.partial import ChangedBound, Expansion, PartialGraph
from explorer.expansion.strategies import Choice
from explorer.model.graph import Convention, Kind, Node
from explorer.model.words import plural
from explorer.trace.caption import Caption, Named, Quantity, Value, Words, bare, listing, named, said

_LISTED = 8  # names in a list
_SETTLED = 4  # nodes whose bounds are said to be final


def first_caption(root: Node) -> Caption:
    """What is known at first."""
    return said(named(root), ", the root, is open: nothing is known of it, so its bounds are −∞ and ∞.")


def expansion_caption(known: PartialGraph, told: Expansion) -> Caption:
    """What was expanded, which bounds moved, how far the new information reached, and what became final."""
    final = _final(known, told)
    return said(_answer(known, told), ": ", _news(known, told), "; " if final else "", final or "", ".")


def next_caption(chosen: Choice, power: Caption, candidates: int) -> Caption:
    """What is expanded next and why."""
    why: Words = "the only candidate" if candidates == 1 else chosen.why
    return said("Next is ", named(chosen.candidate.node), ", ", why, "; it ", power, ".")


def by_hand_caption(id: str) -> Caption:
    """What is expanded next because the user said so."""
    return said("Next is ", Named(id, id), ", chosen by hand.")


def settled_caption(known: PartialGraph) -> Caption:
    """That the root is final, and what was not needed for it."""
    opens = known.open_nodes
    rest = said(", whatever the open nodes (", _names(opens), ") turn out to be") if opens else ": everything is known"
    return said("Settled after ", _expansions(known), ": ", _root_bounds(known), ", final", rest, ".")


def cut_short(known: PartialGraph, *, is_stuck: bool) -> Caption:
    """Why the run ends although the root is not final."""
    where = said(_root_bounds(known), " after ", _expansions(known), ", not shown to be final")
    if not is_stuck:
        return said("Stopped at the limit: ", where, ". Raise the limit to continue.")
    opens = _names(known.open_nodes)
    return said("Nothing more can be expanded: ", where, ". Open in the drawn graph: ", opens, ".")


def _answer(known: PartialGraph, told: Expansion) -> Caption:
    node = told.node
    if node.kind is Kind.LEAF:
        whose = " for the player to move" if known.convention is Convention.NEGAMAX else ""
        return said(named(node), " is a leaf with the score ", Value(node.score or 0, Quantity.LEAF, node.id), whose)
    new = {new.id for new in told.growth.nodes[1:]}
    targets = [target for _, target in told.growth.moves]
    old = [target for target in targets if target not in new]
    back = said(" (known before: ", _listing(known, old), ")") if old else ""
    return said(named(node), " is expanded into ", _listing(known, targets), back)


def _news(known: PartialGraph, told: Expansion) -> Caption:
    """Which bounds moved and how far the new information reached."""
    root = known.root.id
    moved = [news for news in told.moved if news.id == root]
    route = list(dict.fromkeys(news.id for news in told.route))
    if told.node.id == root:
        return _now(known, moved) if moved else said("nothing is learnt of its bounds yet")
    own = [news for news in told.moved if news.id == told.node.id]
    begun = [] if told.node.kind is Kind.LEAF else [_moved(known, news) for news in own]
    if not told.route or len(route) == 1:
        return listing([*begun, said("nothing above ", named(told.node), " changes")], len(begun) + 1, between="; ")
    way = said("the new information reaches ", names_with_arrows([_node(known, id) for id in route]))
    reached = listing([*begun, way], len(begun) + 1, between="; ")
    return (
        said(reached, ": ", _now(known, moved))
        if moved
        else said(reached, " and no further node: ", _moved(known, told.route[-1]))
    )


def _now(known: PartialGraph, moved: Sequence[ChangedBound]) -> Caption:
    """The root's bounds that moved, as they are now."""
    if len(moved) == 2:
        low, high = (_value(known, news) for news in sorted(moved, key=lambda news: news.bound))
        return said("the bounds of the root are now ", low, " and ", high)
    return said(f"the {moved[0].bound} bound of the root is now ", _value(known, moved[0]))


def _moved(known: PartialGraph, news: ChangedBound) -> Caption:
    verb = "rises" if news.bound == "lower" else "falls"
    return said(f"the {news.bound} bound of ", _name(known, news.id), f" {verb} to ", _value(known, news))


def _value(known: PartialGraph, news: ChangedBound) -> Value:
    return bound_of(_node(known, news.id), int(news.bound == "upper"), news.value)


def _final(known: PartialGraph, told: Expansion) -> Caption | None:
    """Which bounds became final, the root's first; None if none did, but for those of a leaf."""
    settled: dict[str, list[Bound]] = {}
    for id, bound in told.settled:
        settled.setdefault(id, []).append(bound)
    if told.node.kind is Kind.LEAF and told.node.id != known.root.id:
        settled.pop(told.node.id, None)
    ids = sorted(settled, key=lambda id: id != known.root.id)
    words = [
        said("both bounds of " if len(settled[id]) == 2 else f"the {settled[id][0]} bound of ", _name(known, id))
        for id in ids[:_SETTLED]
    ]
    rest = len(ids) - _SETTLED
    more = f" and bounds of {rest:,} more {plural(rest, 'node')}" if rest > 0 else ""
    return said("final now: ", listing(words, _SETTLED), more) if words else None


def _root_bounds(known: PartialGraph) -> Caption:
    root = known.root
    lower, upper = (bound_of(root, side, bound) for side, bound in enumerate(known.bounds_of(root.id)))
    return said("the bounds of the root are ", lower, " and ", upper)


def _expansions(known: PartialGraph) -> Caption:
    count = len(known.expanded)
    return said(Value(count, Quantity.COUNTER, key="expansions"), f" {plural(count, 'expansion')}")


def _listing(known: PartialGraph, ids: Sequence[str]) -> Caption:
    return listing((bare(_node(known, id)) for id in ids), _LISTED)


def _names(nodes: Sequence[Node]) -> Caption:
    return listing(map(bare, nodes), _LISTED)


def _name(known: PartialGraph, id: str) -> Named:
    return named(_node(known, id))


def _node(known: PartialGraph, id: str) -> Node:
    return known.nodes[known.index(id)]
