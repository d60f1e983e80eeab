"""Checks of Aravamuthan and Ganguly, e-Valuate: its sharing game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from explorer.games.sharing_setting import EDGES, FACES, VERTICES, setting
from explorer.games.sharing_values import Shares, SharingValues, chain
from explorer.games.undirected import UndirectedGraph, undirected_graph
from explorer.lessons.scenes import SlideScene
from explorer.model.scores import Score
from explorer.papers.finding import Finding, Heartbeat, same
from explorer.solver import solve

SHARES = {  # of Max with two colours on the friendship graph of three triangles, as Example 1 says
    (VERTICES, EDGES): 4,
    (EDGES, VERTICES): 2,
    (EDGES, FACES): 2,
    (VERTICES, FACES): 3,
    (FACES, VERTICES): 5,
    (FACES, EDGES): 6,
}


def _three_triangles() -> UndirectedGraph:
    return undirected_graph("friendship-3")


def sharing(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Compare the scene's value by its graph, by the solver of sharing games, and by the plain rules."""
    shares = setting(undirected_graph("cycle-3"), VERTICES, EDGES).shares()
    yield same(
        "Max's share of the edges of a triangle, by the scene's graph and by the solver of shares",
        solve(scene.graph).score,
        SharingValues(shares, 2).value(),
    )
    yield same(
        "the same by plain recursion",
        plain_share(shares, 2, (None,) * shares.elements),
        SharingValues(shares, 2).value(),
    )


def plain_share(shares: Shares, colours: int, coloured: tuple[int | None, ...]) -> Score:
    """Return Max's share by plain recursion over all colourings."""
    left = [element for element, colour in enumerate(coloured) if colour is None]
    if not left:
        return shares.share(coloured)
    return max(
        min(plain_share(shares, colours, (*coloured[:e], colour, *coloured[e + 1 :])) for e in left)
        for colour in range(colours)
    )


def monotone(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that Max's share rises with the number of colours, from nothing to everything."""
    for color, share in SHARES:
        values = [*chain(setting(_three_triangles(), color, share).shares()).values]
        heartbeat()
        about = f"shares of {share} by colouring {color} with 1, 2, … colours, in ascending order"
        yield same(about, sorted(values), values)
        everything = setting(_three_triangles(), color, share).shares().everything
        yield same("the first is 0 and the last is everything", (0, everything), (values[0], values[-1]))


def friendship(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the six shares of Example 1."""
    for (color, share), expected in SHARES.items():
        found = SharingValues(setting(_three_triangles(), color, share).shares(), 2).value()
        heartbeat()
        yield same(f"Max's share of {share} by colouring {color}, with 2 colours", expected, found)


def friendship_graph(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check the graph of three triangles with one vertex in common."""
    graph = _three_triangles()
    yield same("vertices", 7, len(graph.vertices))
    yield same("edges", 9, len(graph.edges))
    faces = setting(graph, EDGES, FACES).shared_names
    yield same("faces, the outer one included", 4, len(faces))


def parity(scene: SlideScene, heartbeat: Heartbeat) -> Iterator[Finding]:
    """Check that Max gets the elements of odd degree by always proposing the first colour."""
    shares = setting(undirected_graph("star-3"), EDGES, VERTICES).shares(parity=True)
    odd = sum(len(each) % 2 for each in shares.sets)
    yield same(
        "vertices of odd degree of a star, and Max's share with one colour alone",
        odd,
        shares.share((0,) * shares.elements),
    )
    ring = setting(undirected_graph("cycle-4"), EDGES, VERTICES).shares(parity=True)
    all_ways = [ring.share(colours) for colours in product((0, 1), repeat=ring.elements)]
    yield same(
        "mean share of a cycle of four over all colourings: half of it",
        Fraction(4, 2),
        sum(Fraction(share) for share in all_ways) / len(all_ways),
    )
