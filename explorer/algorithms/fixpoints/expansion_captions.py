"""What each expansion taught, in words."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.algorithms.captions import counted, listed
from explorer.expansion.arena import Bound
from explorer.expansion.candidates import arrows
from explorer.expansion.partial import Expansion, News, PartialGraph
from explorer.expansion.strategies import Choice
from explorer.model.graph import Convention, Kind, Node
from explorer.model.scores import format_score

_LISTED = 8  # names in a list
_SETTLED = 4  # nodes whose bounds are said to be final


def first_caption(root: Node) -> str:
    """What is known at first."""
    return f"{root.name}, the root, is open: nothing is known of it, so its bounds are −∞ and ∞."


def expansion_caption(known: PartialGraph, told: Expansion) -> str:
    """What was asked, which bounds moved and how far the news travelled, and what became final."""
    final = _final(known, told)
    return f"{_answer(known, told)}: {_news(known, told)}{f'; {final}' if final else ''}."


def next_caption(chosen: Choice, power: str, candidates: int) -> str:
    """What is asked next and why."""
    name = chosen.candidate.node.name
    if candidates == 1:
        return f"Next {name}, the only candidate; it {power}."
    return f"Next {name}, {chosen.why}; it {power}."


def by_hand_caption(id: str) -> str:
    """What is asked next because the user said so."""
    return f"Next {id}, chosen by hand."


def settled_caption(known: PartialGraph) -> str:
    """That the root is final, and what was not needed for it."""
    opens = known.open_nodes
    rest = f" whatever is behind the open {_names(opens)}" if opens else " and everything is known"
    return f"Settled after {counted(len(known.expanded), 'expansion')}: {_root_bounds(known)}, final{rest}."


def cut_short(known: PartialGraph, *, is_stuck: bool) -> str:
    """Why the run ends although the root is not final."""
    where = f"{_root_bounds(known)} after {counted(len(known.expanded), 'expansion')}, not all final"
    if not is_stuck:
        return f"Stopped at the limit: {where}. Raise the limit to go on."
    return (
        f"Nothing more can be expanded: {where}. They depend on {_names(known.open_nodes)}, open in the drawn graph "
        "itself."
    )


def _answer(known: PartialGraph, told: Expansion) -> str:
    node = told.node
    if node.kind is Kind.LEAF:
        whose = " for the player to move" if known.convention is Convention.NEGAMAX else ""
        return f"{node.name} is a leaf worth {format_score(node.score)}{whose}"
    old = {id for _, id in told.growth.moves} - {new.id for new in told.growth.nodes[1:]}
    names = listed((_name(known, target) for _, target in told.growth.moves), _LISTED)
    back = (
        f" ({listed((_name(known, t) for _, t in told.growth.moves if t in old), _LISTED)} known before)" if old else ""
    )
    return f"{node.name} is expanded into {names}{back}"


def _news(known: PartialGraph, told: Expansion) -> str:
    """Which bounds moved and how far the news travelled."""
    root = known.root.id
    moved = [news for news in told.moved if news.id == root]
    route = list(dict.fromkeys(_name(known, news.id) for news in told.route))
    if told.node.id == root:
        return _now(moved) if moved else "nothing is learnt of its bounds yet"
    begun = (
        [] if told.node.kind is Kind.LEAF else [_moved(known, news) for news in told.moved if news.id == told.node.id]
    )
    if not told.route or len(route) == 1:
        return ", ".join([*begun, f"nothing above {told.node.name} changes"])
    if moved:
        return ", ".join([*begun, f"the news travels {arrows(route)}"]) + f": {_now(moved)}"
    last = told.route[-1]
    return ", ".join([*begun, f"the news travels {arrows(route)} and no further"]) + f": {_moved(known, last)}"


def _now(moved: Sequence[News]) -> str:
    """The root's bounds that moved, as they are now."""
    if len(moved) == 2:
        low, high = sorted(moved, key=lambda news: news.bound)
        return f"the root's bounds are now {format_score(low.value)} and {format_score(high.value)}"
    return f"the root's {moved[0].bound} bound is now {format_score(moved[0].value)}"


def _moved(known: PartialGraph, news: News) -> str:
    verb = "rises" if news.bound == "lower" else "falls"
    return f"the {news.bound} bound of {_name(known, news.id)} {verb} to {format_score(news.value)}"


def _final(known: PartialGraph, told: Expansion) -> str:
    """Which bounds became final, the root's first; "" if none did, but for those of a leaf."""
    settled: dict[str, list[Bound]] = {}
    for id, bound in told.settled:
        settled.setdefault(id, []).append(bound)
    if told.node.kind is Kind.LEAF and told.node.id != known.root.id:
        settled.pop(told.node.id, None)
    ids = sorted(settled, key=lambda id: id != known.root.id)
    words = [
        f"both bounds of {_name(known, id)}"
        if len(settled[id]) == 2
        else f"the {settled[id][0]} bound of {_name(known, id)}"
        for id in ids[:_SETTLED]
    ]
    more = f" and bounds of {len(ids) - _SETTLED:,} more nodes" if len(ids) > _SETTLED else ""
    return f"final now: {', '.join(words)}{more}" if words else ""


def _root_bounds(known: PartialGraph) -> str:
    lower, upper = map(format_score, known.bounds_of(known.root.id))
    return f"the root's bounds are {lower} and {upper}"


def _names(nodes: Sequence[Node]) -> str:
    return listed((node.name for node in nodes), _LISTED)


def _name(known: PartialGraph, id: str) -> str:
    return known.nodes[known.place(id)].name
