"""The open nodes that can change the root's bounds, and why each can.

A bound that is not final has causes why it can rise: by the rule of Loops, Part 2, it depends on bounds of successors
that are not final either.  Where the bound's own player chooses, on every one that can still become better than the
bound; where the other player does, on those that hold it at its worth (all of them are not final then).  These causes,
followed from a bound of the root that is not final, lead to the candidates.

There is always one as long as the root is not final.  With the rule: that a bound is not final is derived from the
open nodes, and each step of the derivation is from a cause.  With exact finality: of the bounds that are reached, take
one with the largest best worth k (what it is worth with open nodes at their best), and of these the one for which k is
derived first, as a least fixed point.  Unless it is that of an open node, k is derived from a successor with best worth
k or more, which was derived earlier if it has k.  Where the bound's player chooses, that successor is a cause: it can
become worth k, which is more than the bound.  Where the other does, every successor that holds the bound is a cause and
has k or more.  So there is one with more than k or derived earlier, against the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.expansion.bound_game import Bound
from explorer.expansion.claims import Claim, bound_of
from explorer.expansion.finality_rule import unsettled_successors
from explorer.expansion.partial import PartialGraph
from explorer.model.graph import Node
from explorer.solver.states import index_of
from explorer.trace.caption import Caption, Words, bare, caption, listing, named

_SHOWN_FIRST, _SHOWN_LAST = 4, 3  # of a long path
_VERBS = {"lower": "raise", "upper": "lower"}

PathEnds = tuple[int | None, ...]
"""The first and the last nodes of a path, by index; None stands for the nodes left out between them."""
Outline = tuple[tuple[Bound, PathEnds], ...]


class ReachedClaims:
    """The claims that are reached from a claim of the root by causes, nearest first, each once.

    Attributes
    ----------
    claims : in the order in which they are reached; the root's is the first.
    before : for each of them, by number, the number of the claim that it is a cause of.
    """

    def __init__(self, known: PartialGraph, root: Claim) -> None:
        self.claims = [] if known.finality.is_final(root) else [root]
        self.before = [0]
        self._lengths = [1]  # of the path to each
        self._heads: list[PathEnds] = [(index_of(root),)]  # the first nodes on that path
        seen = {root}
        for number, claim in enumerate(self.claims):  # grows while it is walked
            length, head = self._lengths[number] + 1, self._heads[number]
            for other in rising_causes(known, claim):
                if other not in seen:
                    seen.add(other)
                    self._heads.append((*head, index_of(other)) if length <= _SHOWN_FIRST else head)
                    self._lengths.append(length)
                    self.claims.append(other)
                    self.before.append(number)

    def ends(self, number: int) -> PathEnds:
        """Return the nodes of the path to show, found without walking a long one."""
        head, behind = self._heads[number], self._lengths[number] - _SHOWN_FIRST
        tail: list[int] = []
        for _ in range(min(behind, _SHOWN_LAST)):
            tail.append(index_of(self.claims[number]))
            number = self.before[number]
        between = (None,) if behind > _SHOWN_LAST else ()
        return head + between + tuple(tail[::-1])


@dataclass(frozen=True, eq=False)
class Candidate:
    """An open node that can change a bound of the root.

    Attributes
    ----------
    node : the open node.
    index : its number in the order of discovery.
    routes : for each bound of the root that it can change, the lower bound first, the claims through which it is
        reached, with its number among them.
    """

    node: Node
    index: int
    routes: tuple[tuple[ReachedClaims, int], ...]

    @property
    def bounds(self) -> tuple[Bound, ...]:
        """The bounds of the root that it can change."""
        return tuple(bound_of(found.claims[0]) for found, _ in self.routes)

    @property
    def outline(self) -> Outline:
        """Each bound of the root that the candidate can change, with the path to it, as captions show it."""
        return tuple((bound_of(found.claims[0]), found.ends(number)) for found, number in self.routes)


def candidates(known: PartialGraph) -> list[Candidate]:
    """Return the open nodes that can be expanded and change the root's bounds, in order of discovery."""
    reached: dict[int, dict[ReachedClaims, int]] = {}
    for root in (0, 1):
        reachable = ReachedClaims(known, root)
        for number, claim in enumerate(reachable.claims):
            if known.claims.is_open[claim]:
                reached.setdefault(index_of(claim), {}).setdefault(reachable, number)
    nodes = [(index, known.nodes[index]) for index in sorted(reached)]
    return [Candidate(node, index, tuple(reached[index].items())) for index, node in nodes if known.can_expand(node)]


def rising_causes(known: PartialGraph, claim: Claim) -> Sequence[Claim]:
    """Return the claims of successors, none of them final, through which a claim that is not final can rise."""
    can_change = known.finality.can_change
    return [other for other in unsettled_successors(known.claims, known.bounds.worth, claim) if can_change[other]]


def effect_caption(known: PartialGraph, candidate: Candidate) -> Caption:
    """Return what a candidate can do: "can raise the lower bound of a: a → b → q"; long paths are shortened."""
    ways: dict[PathEnds, list[Words]] = {}
    root = named(known.root)
    for bound, way in candidate.outline:
        owner = caption(f"its {bound} bound") if ways else caption(f"the {bound} bound of ", root)
        ways.setdefault(way, []).append(caption(f"{_VERBS[bound]} ", owner))
    effects = (caption(listing(each, len(each), " and "), _path_words(known, way)) for way, each in ways.items())
    return caption("can ", listing(effects, len(ways), "; and "))


def _path_words(known: PartialGraph, way: PathEnds) -> Caption:
    """Return the path with a colon before it; empty if it is the root alone."""
    nodes = [None if index is None else known.nodes[index] for index in way]
    return caption(": ", _arrow_caption(nodes)) if len(way) > 1 else caption()


def names_with_arrows(nodes: Sequence[Node]) -> Caption:
    """Return names with arrows between them; the middle of a long row is left out."""
    if len(nodes) > _SHOWN_FIRST + _SHOWN_LAST:
        return _arrow_caption([*nodes[:_SHOWN_FIRST], None, *nodes[-_SHOWN_LAST:]])
    return _arrow_caption(nodes)


def _arrow_caption(nodes: Sequence[Node | None]) -> Caption:
    names: list[Words] = ["…" if node is None else bare(node) for node in nodes]
    if nodes[0] is not None:
        names[0] = named(nodes[0])
    return listing(names, len(names), " → ")
