"""Strategies that choose the candidate to expand next.

A strategy is made anew for each run and may store its history.  To add one, write a function that makes it and an entry
in `STRATEGIES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from explorer.expansion.candidates import Candidate
from explorer.expansion.claims import BOUND_NAMES, bound_of
from explorer.expansion.partial import PartialGraph
from explorer.expansion.proof_numbers import proof_numbers
from explorer.expansion.witness import Witness, witness
from explorer.trace.caption import Words, caption, listing, named

_NUMBER = re.compile(r"[+-]?\d{1,300}", re.ASCII)
_WITNESS_WORK = 300_000  # moves looked at for one witness, about a tenth of a second


@dataclass(frozen=True)
class Choice:
    """The candidate to expand next, and the reason: a phrase that follows its name."""

    candidate: Candidate
    why: Words


Chooser = Callable[[PartialGraph, Sequence[Candidate]], Choice]  # never called without candidates


@dataclass(frozen=True)
class Strategy:
    """An entry: its title in menus, and a function that makes the chooser from a seed."""

    title: str
    make: Callable[[int], Chooser]


def smallest(known: PartialGraph, candidates: Sequence[Candidate]) -> Choice:
    """Return the candidate whose id is the smallest number; the first discovered if an id is no number."""
    if all(_NUMBER.fullmatch(candidate.node.id) for candidate in candidates):
        return Choice(min(candidates, key=lambda candidate: int(candidate.node.id)), "the smallest candidate")
    return Choice(min(candidates, key=lambda candidate: candidate.index), "the candidate discovered first")


def breadth_first(known: PartialGraph, candidates: Sequence[Candidate]) -> Choice:
    """Return the candidate nearest to the root, on a shortest known path; the first discovered of equals."""
    chosen = min(candidates, key=lambda candidate: (known.depths[candidate.index], candidate.index))
    depth = known.depths[chosen.index]
    return Choice(chosen, f"the candidate nearest to the root, {depth} {'move' if depth == 1 else 'moves'} away")


def most_proving(known: PartialGraph, candidates: Sequence[Candidate]) -> Choice:
    """Return the candidate on the most-proving path for the root's bound that is nearest to an answer."""
    numbers = [each for each in (proof_numbers(known, claim) for claim in (0, 1)) if each is not None]
    if not numbers:
        return breadth_first(known, candidates)
    best = min(numbers, key=lambda each: each.effort)
    index = best.most_proving()
    return Choice(
        next(candidate for candidate in candidates if candidate.index == index),
        f"at the end of the most-proving path for the {bound_of(best.root)} bound (proof number "
        f"{best.proof[best.root]:,}, disproof number {best.disproof[best.root]:,})",
    )


def from_witness(known: PartialGraph, candidates: Sequence[Candidate]) -> Choice:
    """Return the first candidate in a smallest set of open nodes that can change a bound of the root."""
    by_id = {candidate.node.id: candidate for candidate in candidates}
    graph = known.graph()
    for bound in BOUND_NAMES:
        found = (
            None
            if known.is_final(known.root.id, bound)
            else witness(graph, known.root.id, bound, work=_WITNESS_WORK, endless=known.endless)
        )
        usable = [by_id[id] for id in found.open_nodes if id in by_id] if isinstance(found, Witness) else []
        if usable and isinstance(found, Witness):
            names = listing((named(graph.node(id)) for id in found.open_nodes), 4)
            size = "a smallest set" if found.is_smallest else "a small set"
            why = caption(f"from {size} of open nodes that can change the {bound} bound: ", names)
            return Choice(usable[0], why)
    return breadth_first(known, candidates)


def at_random(seed: int) -> Chooser:
    """Return a chooser that draws any candidate, by a seed."""
    rng = Random(seed)

    def choose(known: PartialGraph, candidates: Sequence[Candidate]) -> Choice:
        return Choice(candidates[int(rng.random() * len(candidates))], "drawn at random")

    return choose


STRATEGIES: Mapping[str, Strategy] = {
    "smallest": Strategy("the smallest number", lambda seed: smallest),
    "breadth": Strategy("the nearest to the root", lambda seed: breadth_first),
    "proof-number": Strategy("the most-proving node", lambda seed: most_proving),
    "witness": Strategy("a node of a smallest witness", lambda seed: from_witness),
    "random": Strategy("any candidate, at random", at_random),
}
