"""The setting of a sharing game: coloured elements, shared elements that hang on them, and both in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.games.plane import LARGEST, Plane, plane
from explorer.games.sharing_values import Shares
from explorer.games.undirected import UndirectedGraph
from explorer.model.errors import GraphError, OptionError
from explorer.model.late_networkx import nx
from explorer.model.scores import Score, format_score

VERTICES, EDGES, FACES = "vertices", "edges", "faces"
ONE = {VERTICES: "vertex", EDGES: "edge", FACES: "face"}
PAIRS = (
    (VERTICES, EDGES), (EDGES, VERTICES), (EDGES, FACES), (VERTICES, FACES), (FACES, VERTICES), (FACES, EDGES),
)  # fmt: skip
"""The six pairs of coloured and shared elements, in the order of e-Valuate, section 5."""

_HANGS_ON = {
    (VERTICES, EDGES): "its ends",
    (EDGES, VERTICES): "the edges at it",
    (EDGES, FACES): "the edges on its boundary",
    (VERTICES, FACES): "the vertices on its boundary",
    (FACES, VERTICES): "the faces that it lies on",
    (FACES, EDGES): "the faces that it lies on",
}

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Setting:
    """A sharing game without its colours and weights.

    Attributes
    ----------
    plane : the faces and the drawing; None if the graph is not planar.
    color, share : the kinds of the coloured elements (A) and of the shared ones (B).
    coloured_names, shared_names : the names of the elements of A and of B.
    sets : S(x) for each x in B, as indices in A: its ends, what lies on its boundary, or the faces that it lies on.
    """

    graph: UndirectedGraph
    plane: Plane | None
    color: str
    share: str
    coloured_names: tuple[str, ...]
    shared_names: tuple[str, ...]
    sets: Sets

    def shares(self, weights: Sequence[Score] = (1,), *, parity: bool = False) -> Shares:
        """Return the shared elements with weights for each in order, or one weight for all.

        Raises
        ------
        OptionError
            If a weight is below 0, or there are more or fewer than elements.
        """
        below = next((weight for weight in weights if weight < 0), None)
        if below is not None:
            raise OptionError(f"weights must be 0 or more, got {format_score(below)}")
        if len(weights) not in (1, len(self.shared_names)):
            raise OptionError(
                f"weights must be one number for all or {len(self.shared_names)}, for {', '.join(self.shared_names)}; "
                f"got {len(weights)}"
            )
        each = tuple(weights) * (len(self.shared_names) if len(weights) == 1 else 1)
        return Shares(len(self.coloured_names), self.sets, each, parity)


def setting(graph: UndirectedGraph, color: str, share: str, outer: str = LARGEST) -> Setting:
    """Return the setting of a graph.

    Parameters
    ----------
    color, share : two of `VERTICES`, `EDGES` and `FACES`.
    outer : the outer face, as `plane` takes it.

    Raises
    ------
    OptionError
        If the two are the same, there is nothing to share, or an element to be shared hangs on none.
    GraphError
        If faces are asked for and the graph is not planar.

    Examples
    --------
    >>> from explorer.games.undirected import undirected_graph
    >>> setting(undirected_graph("path-3"), EDGES, VERTICES).sets
    ((0,), (0, 1), (1,))
    """
    if color == share:
        raise OptionError(f"color and share are both {color}; choose two of {VERTICES}, {EDGES} and {FACES}")
    embedding = _plane_or_none(graph, outer, is_needed=FACES in (color, share))
    names = {
        VERTICES: graph.vertices,
        EDGES: graph.edge_names,
        FACES: () if embedding is None else _face_names(embedding),
    }
    sets = _shared_sets(graph, embedding, color, share)
    if not sets:
        raise OptionError(f"{graph.name:.60} has no {share} to share; choose another graph")
    bare = next((name for name, hangs_on in zip(names[share], sets, strict=True) if not hangs_on), None)
    if bare is not None:
        named = bare if share == FACES else f"{ONE[share]} {bare}"
        raise OptionError(
            f"the {named} of {graph.name:.60} has no {color}, so nothing decides whose it is; add an edge there or "
            "choose other elements"
        )
    return Setting(graph, embedding, color, share, names[color], names[share], sets)


def _plane_or_none(graph: UndirectedGraph, outer: str, *, is_needed: bool) -> Plane | None:
    """Return the drawing of a graph; None if it is not planar and no drawing is needed."""
    try:
        return plane(graph, outer)
    except GraphError:
        if is_needed:
            raise
        return None


def _face_names(embedding: Plane) -> tuple[str, ...]:
    return tuple(face.name for face in embedding.faces)


def _shared_sets(graph: UndirectedGraph, embedding: Plane | None, color: str, share: str) -> Sets:
    """Return for every shared element x the set S(x) of coloured elements that it hangs on."""
    faces = () if embedding is None else embedding.faces
    on_boundary = {
        (VERTICES, EDGES): graph.edges,
        (EDGES, FACES): [face.edges for face in faces],
        (VERTICES, FACES): [face.vertices for face in faces],
    }
    if (color, share) in on_boundary:
        return tuple(map(tuple, on_boundary[color, share]))
    size = len(graph.vertices if share == VERTICES else graph.edges)
    return _inverse_sets(on_boundary[share, color], size)


def _inverse_sets(sets: Sequence[Sequence[int]], size: int) -> Sets:
    """Return for each of the `size` elements the indices of the sets that contain it."""
    return tuple(tuple(index for index, each in enumerate(sets) if element in each) for element in range(size))


def symmetries(shares: Shares, *, most: int) -> list[tuple[int, ...]]:
    """Return at most `most` permutations of A that keep every S(x) and its weight.

    Each gives for every index in A the index from which its colour comes; the first changes nothing.
    """
    alike: dict[tuple[int, ...], list[Score]] = {}  # weights by S(x)
    for hangs_on, weight in zip(shares.sets, shares.weights, strict=True):
        alike.setdefault(tuple(sorted(hangs_on)), []).append(weight)
    incidence: nx.Graph[int] = nx.Graph()
    incidence.add_nodes_from(range(shares.elements), weights=None)
    for x, (hangs_on, weights) in enumerate(alike.items(), shares.elements):
        incidence.add_node(x, weights=tuple(sorted(weights)))
        incidence.add_edges_from((x, element) for element in hangs_on)
    same = tuple(range(shares.elements))
    found = dict.fromkeys([same])
    for mapping in nx.vf2pp_all_isomorphisms(incidence, incidence, node_label="weights"):
        found[tuple(mapping[element] for element in same)] = None
        if len(found) >= most:
            break
    return list(found)


# ---- in words


def description(setting: Setting, shares: Shares, letters: str) -> str:
    """Return the rules of a game, its faces, and the shares that are settled from the start."""
    return " ".join([*_rules_text(setting, shares, letters), *_faces_text(setting), *_foregone_notes(setting, shares)])


def symmetric_note(shares: Shares) -> str:
    """Return the note on boards where positions that a symmetry turns into each other are one."""
    if shares.parity:
        return "Positions that differ by a symmetry of the graph are one: after a move, colours may appear elsewhere."
    return (
        "Positions that differ by a symmetry of the graph or by an exchange of colours are one: after a move, colours "
        "may appear elsewhere or exchanged."
    )


def with_article(kind: str) -> str:
    """Return the singular of a kind of element with its article: "an edge"."""
    return f"{'an' if kind == EDGES else 'a'} {ONE[kind]}"


def _rules_text(setting: Setting, shares: Shares, letters: str) -> list[str]:
    """Return the rules of a sharing game in a sentence or two."""
    hangs_on = _HANGS_ON[setting.color, setting.share]
    odd, different = f"an odd number of {hangs_on} have the colour A", f"{hangs_on} have more than one colour"
    colours = f"the colours {', '.join(letters)}" if len(letters) > 1 else f"the only colour, {letters}"
    whose, share = with_article(setting.color), with_article(setting.share).capitalize()
    return [
        f"Max proposes {'one of ' if len(letters) > 1 else ''}{colours}, Min gives it to {whose} that has "
        f"none, until every {ONE[setting.color]} has one.",
        f"{share} belongs to Max if {odd if shares.parity else different}, and else to Min; "
        "Max wants a large share and Min wants it small.",
    ]


def _faces_text(setting: Setting) -> list[str]:
    """Return a sentence on the faces, where they are coloured or shared."""
    if setting.plane is None or FACES not in (setting.color, setting.share):
        return []
    names = setting.graph.vertices
    bounds = (f"{face.name} ({' '.join(names[at] for at in face.vertices)})" for face in setting.plane.faces)
    return [f"The faces, with the vertices on their boundaries: {', '.join(bounds)}."]


def _foregone_notes(setting: Setting, shares: Shares) -> list[str]:
    """Return a sentence on the elements whose owner is certain from the start."""
    if shares.parity:
        odd = [name for name, there in zip(setting.shared_names, shares.sets, strict=True) if len(there) % 2]
        return [f"Max gets these by proposing A all the time: {', '.join(odd)}."] if odd else []
    single = [name for name, there in zip(setting.shared_names, shares.sets, strict=True) if len(there) == 1]
    return [f"These can never have two colours, so they are Min's: {', '.join(single)}."] if single else []
