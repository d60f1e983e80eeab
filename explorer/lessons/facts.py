"""Facts: statements of a lesson about a scene, their values by the program, and their notation.

A fact is a phrase such as "score of a", "value of c at step 3" or "result visits".  It may end in " in QUERY", which is
then the scene that it is about, and begin with "not ", if it is yes or no.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from explorer.lessons.scenes import LAST, SlideScene, scene_of
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_bounds, format_score, format_value, parse_endless
from explorer.solver.operator import approximation
from explorer.unwinding import TreeView

YES, NO = "yes", "no"

_AT_STEP = r"(?: at step (?P<step>\d{1,8}|last))?"
_MOST_POWER = 64
_MOST = 10**30  # of any number in a formula
_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction | float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_TREES = {"tree": TreeView.DEPTH, "unravelled tree": TreeView.UNRAVELLED, "back-link tree": TreeView.BACK_LINKS}


@dataclass(frozen=True)
class FactValue:
    """The value of a fact by the program: as text, all answers that are as good, and the nodes, if it names nodes."""

    text: str
    right_answers: frozenset[str]
    nodes: tuple[str, ...] | None = None

    @classmethod
    def of(cls, text: str) -> FactValue:
        """Return a fact's value for which one text is the only right answer."""
        return cls(text, frozenset({text}))

    @classmethod
    def of_nodes(cls, graph: GameGraph, ids: Iterable[str], mark: str = ", ") -> FactValue:
        """Return a fact's value that is a list of nodes, by their ids."""
        nodes = tuple(ids)
        text = mark.join(graph.node(id).name for id in nodes) or "none"
        return cls(text, frozenset({text}), nodes)


Finder = Callable[[SlideScene, Mapping[str, str]], FactValue]


@dataclass(frozen=True)
class FactKind:
    """A kind of fact: its notation, which the help shows, its pattern, and the function that computes it."""

    notation: str
    pattern: re.Pattern[str]
    find: Finder
    has_step: bool = False


def node_of(graph: GameGraph, name: str) -> str:
    """Return the id of the node with an id or a name.

    Raises
    ------
    GraphError
        If there is none, or several have the name.
    """
    if name in graph.index:
        return name
    named = [node.id for node in graph.nodes if node.name == name]
    if len(named) != 1:
        raise GraphError(f"there {'are several nodes' if named else 'is no node'} {quoted(name)} in the graph")
    return named[0]


def optimal_moves(scene: SlideScene, id: str) -> frozenset[str]:
    """Return the ids of the successors whose score, seen from the node, is its own."""
    graph, scores = scene.graph, scene.solution.scores
    return frozenset(next.id for next in graph.successors_of(id) if graph.sign * scores[next.id] == scores[id])


def _score_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    return FactValue.of(format_score(scene.solution.scores[node_of(scene.graph, groups["node"])]))


def _lower_bound_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    return FactValue.of(format_score(scene.solution.lower[node_of(scene.graph, groups["node"])]))


def _upper_bound_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    return FactValue.of(format_score(scene.solution.upper[node_of(scene.graph, groups["node"])]))


def _best_moves_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    id = node_of(scene.graph, groups["node"])
    moves = optimal_moves(scene, id)
    good = [next for next in scene.graph.successors_of(id) if next.id in moves]
    names = [next.name for next in good]
    return FactValue(", ".join(names), frozenset(names), tuple(next.id for next in good))


def _approximation_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    index = scene.graph.index[node_of(scene.graph, groups["node"])]
    return FactValue.of(format_score(approximation(scene.graph, int(groups["n"]), scene.scene.endless)[index]))


def _value_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    id, step = node_of(scene.graph, groups["node"]), _step_of_fact(scene, groups)
    if (pair := scene.trace.bounds_at(step, [id]).get(id)) is not None:
        return FactValue.of(format_bounds(*pair))
    return FactValue.of(format_score(scene.trace.scores_at(step, [id]).get(id)))


def _finality_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    id = node_of(scene.graph, groups["node"])
    return FactValue.of(scene.trace.finality_at(_step_of_fact(scene, groups), [id])[id].words)


def _note_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    id = node_of(scene.graph, groups["node"])
    return FactValue.of(scene.trace.notes_at(_step_of_fact(scene, groups), [id]).get(id, "none"))


def _window_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    pair = scene.trace.windows_at(_step_of_fact(scene, groups)).get(node_of(scene.graph, groups["node"]))
    return FactValue.of("none" if pair is None else ", ".join(map(format_score, pair)))


def _pruned_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    return _yes_or_no(node_of(scene.graph, groups["node"]) in scene.trace.pruned_at(_step_of_fact(scene, groups)))


def _path_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    return FactValue.of_nodes(scene.graph, scene.trace[_step_of_fact(scene, groups)].path, " → ")


def _first_visits_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    """Return the nodes in the order in which they are first on the current path."""
    steps = (scene.trace[step].path for step in range(_step_of_fact(scene, groups) + 1))
    return FactValue.of_nodes(scene.graph, dict.fromkeys(id for path in steps for id in path), " → ")


def _nodes_with_score_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    score, scores = parse_endless(groups["score"]), scene.solution.scores
    return FactValue.of_nodes(scene.graph, (id for id in scene.graph.ids if scores.get(id) == score))


def _nodes_with_final_score_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    """Return the nodes whose score does not depend on the value of endless play."""
    lower, upper = scene.solution.lower, scene.solution.upper
    return FactValue.of_nodes(scene.graph, (id for id in scene.graph.ids if lower[id] == upper[id]))


def _nodes_with_finality_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    there = scene.trace.finality_at(_step_of_fact(scene, groups), list(scene.graph.ids))
    return FactValue.of_nodes(scene.graph, (id for id in scene.graph.ids if there[id].words == groups["words"]))


def _counter_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    counters = scene.trace[_step_of_fact(scene, groups)].counters
    if groups["name"] not in counters:
        raise OptionError(f"there is no counter {quoted(groups['name'])} at this step; there are {', '.join(counters)}")
    return FactValue.of(f"{counters[groups['name']]:,}")


def _result_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    result: Any = scene.trace.result
    for key in groups["keys"].split():
        if not isinstance(result, Mapping) or key not in result:
            keys = ", ".join(map(str, result)) if isinstance(result, Mapping) else "none"
            raise OptionError(f"the result of {scene.scene.algorithm} has no {quoted(key)}; there are {keys}")
        result = result[key]
    fact = FactValue.of(format_value(result))
    if isinstance(result, list | tuple) and result and all(id in scene.graph for id in result):
        return replace(fact, nodes=tuple(result))
    return fact


def _size_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    graph = scene.graph
    kinds = [node.kind for node in graph.nodes]
    sizes = {
        "nodes": len(kinds),
        "moves": len(graph.moves),
        "leaves": kinds.count(Kind.LEAF),
        "inner nodes": len(kinds) - kinds.count(Kind.LEAF) - kinds.count(Kind.OPEN),
        "open nodes": kinds.count(Kind.OPEN),
        "steps": len(scene.trace) - 1 if groups["what"] == "steps" else 0,
    }
    return FactValue.of(f"{sizes[groups['what']]:,}")


def _tree_value_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    return FactValue.of(format_score(scene.tree_to_depth(_TREES[groups["tree"]], int(groups["depth"] or 0)).root_value))


def _tree_size_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    return FactValue.of(f"{scene.tree_to_depth(_TREES[groups['tree']], int(groups['depth'] or 0)).size.total:,}")


def _copies_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    tree = scene.tree_to_depth(_TREES[groups["tree"]], int(groups["depth"] or 0))
    return FactValue.of(f"{len(tree.copies_of(node_of(scene.graph, groups['node']))):,}")


def _rule_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    values = dict(part.split("=", 1) for part in groups["values"].replace(" ", "").split(",") if "=" in part)
    return _yes_or_no(
        all(rule_holds(scene.graph, {name: parse_endless(text) for name, text in values.items()}).values())
    )


def _away_from_0_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    """Return whether no s_n(v) comes back towards 0, up to the n at which nothing changes (Kars, Lemma 5.3)."""
    if "steps" not in scene.trace.result:
        raise OptionError(scene.trace.left_out or f"the result of {scene.scene.algorithm} has no 'steps'")
    rows = [approximation(scene.graph, n) for n in range(int(scene.trace.result["steps"]) + 2)]
    return _yes_or_no(all(leads_away(a, b) for one, next in pairwise(rows) for a, b in zip(one, next, strict=True)))


def leads_away(a: Score, b: Score) -> bool:
    """Return whether a ≤ b in the order of Definition 5.1, by distance from 0."""
    return b <= a < 0 or a == 0 or 0 < a <= b


def _bipartite_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    player = {node.id: node.kind for node in scene.graph.nodes}
    inner = (Kind.MAX, Kind.MIN)
    pairs = [(player[a], player[b]) for a, b in scene.graph.moves if player[b] in inner]
    return _yes_or_no(all(a != b for a, b in pairs))


def _acyclic_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    import networkx

    return _yes_or_no(networkx.is_directed_acyclic_graph(scene.graph.to_networkx()))


def _distance_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    """Return d_r, the largest distance of a node from the root (Kars, section 8)."""
    import networkx

    lengths = networkx.single_source_shortest_path_length(scene.graph.to_networkx(), str(scene.graph.root))
    return FactValue.of(f"{max(lengths.values()):,}")


def rule_holds(graph: GameGraph, trial: Mapping[str, Score]) -> dict[str, bool]:
    """Return, for every node with a trial value, by id, whether the minimax rule (MM) holds; leaves have their score.

    Raises
    ------
    GraphError
        If a node is a leaf or not there, or a successor has neither a score nor a value on trial.
    """
    values = {node.id: node.score for node in graph.nodes} | {node_of(graph, name): v for name, v in trial.items()}
    return {id: _rule_holds_at(graph, id, values) for id in (node_of(graph, name) for name in trial)}


def _rule_holds_at(graph: GameGraph, id: str, values: Mapping[str, Score | None]) -> bool:
    node, seen = graph.node(id), [values[next.id] for next in graph.successors_of(id)]
    if node.kind in (Kind.LEAF, Kind.OPEN) or None in seen:
        raise GraphError(f"values can be tried at {quoted(node.name)} only with values for all its successors")
    there = [graph.sign * score for score in seen if score is not None]
    return values[id] == (min(there) if node.kind is Kind.MIN else max(there))


def _formula_fact(scene: SlideScene, groups: Mapping[str, str]) -> FactValue:
    try:
        tree = ast.parse(groups["formula"].strip(), mode="eval")
        return FactValue.of(format_value(_evaluate_formula(tree.body, int(groups["n"]))))
    except (SyntaxError, ValueError, ZeroDivisionError) as error:
        raise OptionError(f"the formula {quoted(groups['formula'])} cannot be computed: {error}") from None


def _evaluate_formula(part: ast.expr, n: int) -> Fraction:
    """Return the value of a formula with whole numbers, n, + - * / and powers up to `_MOST_POWER`."""
    if isinstance(part, ast.Constant) and type(part.value) is int and part.value <= _MOST:
        return Fraction(part.value)
    if isinstance(part, ast.Name) and part.id == "n":
        return Fraction(n)
    if isinstance(part, ast.BinOp) and type(part.op) in _OPERATORS:
        left, right = _evaluate_formula(part.left, n), _evaluate_formula(part.right, n)
        if max(abs(left), abs(right)) <= _MOST and (not isinstance(part.op, ast.Pow) or abs(right) <= _MOST_POWER):
            return Fraction(_OPERATORS[type(part.op)](left, right))
    raise OptionError(f"a formula has whole numbers, n, + - * / ** and parentheses, got {quoted(ast.unparse(part))}")


def _yes_or_no(holds: bool) -> FactValue:
    return FactValue.of(YES if holds else NO)


def _step_of_fact(scene: SlideScene, groups: Mapping[str, str]) -> int:
    text = groups.get("step")
    if text is None:
        return scene.step
    last = len(scene.trace) - 1
    step = last if text == LAST else int(text)
    if step > last:
        raise OptionError(f"there is no step {step}; the last one is {last}")
    return step


def _fact_kind(notation: str, pattern: str, find: Finder) -> FactKind:
    at_step = pattern.endswith(_AT_STEP)
    return FactKind(notation, re.compile(pattern), find, has_step=at_step)


def _node_kinds(rows: Iterable[tuple[str, Finder]]) -> list[FactKind]:
    """Return the kinds of facts about a node that do not depend on the step."""
    return [_fact_kind(f"{words} NODE", rf"{words} (?P<node>.+)", find) for words, find in rows]


def _step_kinds(rows: Iterable[tuple[str, Finder]]) -> list[FactKind]:
    """Return kinds of facts about a node at a step."""
    return [_fact_kind(f"{words} NODE [at step N]", rf"{words} (?P<node>.+?){_AT_STEP}", find) for words, find in rows]


_TREE = rf"(?P<tree>{'|'.join(_TREES)})(?: of depth (?P<depth>\d{{1,3}}))?"

KINDS: tuple[FactKind, ...] = (
    *_node_kinds(
        [
            ("score of", _score_fact),
            ("lower bound of", _lower_bound_fact),
            ("upper bound of", _upper_bound_fact),
            ("best moves of", _best_moves_fact),
        ]
    ),
    _fact_kind("sN(NODE)", r"s(?P<n>\d{1,6})\((?P<node>.+)\)", _approximation_fact),
    _fact_kind("value of TREE [of depth N]", rf"value of {_TREE}", _tree_value_fact),
    _fact_kind("nodes of TREE [of depth N]", rf"nodes of {_TREE}", _tree_size_fact),
    _fact_kind("copies of NODE in TREE [of depth N]", rf"copies of (?P<node>.+) in {_TREE}", _copies_fact),
    *_step_kinds(
        [
            ("value of", _value_fact),
            ("finality of", _finality_fact),
            ("note of", _note_fact),
            ("window of", _window_fact),
            ("skipped", _pruned_fact),
        ]
    ),
    _fact_kind("path [at step N]", rf"path{_AT_STEP}", _path_fact),
    _fact_kind("first visits [at step N]", rf"first visits{_AT_STEP}", _first_visits_fact),
    _fact_kind("nodes with score V", r"nodes with score (?P<score>\S+)", _nodes_with_score_fact),
    _fact_kind("nodes with final score", r"nodes with final score", _nodes_with_final_score_fact),
    _fact_kind(
        "nodes with finality WORDS [at step N]",
        rf"nodes with finality (?P<words>.+?){_AT_STEP}",
        _nodes_with_finality_fact,
    ),
    _fact_kind("counter NAME [at step N]", rf"counter (?P<name>\w+){_AT_STEP}", _counter_fact),
    _fact_kind("result KEY …", r"result (?P<keys>.+)", _result_fact),
    _fact_kind("nodes", r"(?P<what>nodes|moves|leaves|inner nodes|open nodes|steps)", _size_fact),
    _fact_kind("formula 2**n + 1 with n=5", r"formula (?P<formula>.+) with n=(?P<n>\d{1,4})", _formula_fact),
    _fact_kind("rule with a=1, c=1", r"rule with (?P<values>.+)", _rule_fact),
    _fact_kind("away from 0", r"away from 0", _away_from_0_fact),
    _fact_kind("bipartite", r"bipartite", _bipartite_fact),
    _fact_kind("acyclic", r"acyclic", _acyclic_fact),
    _fact_kind("distance", r"distance", _distance_fact),
    _fact_kind("endless", r"endless", lambda scene, _: FactValue.of(format_score(scene.scene.endless))),
)


_NOT = "not "
_OPPOSITE = {YES: NO, NO: YES}
_ELSEWHERE = re.compile(r"(?P<fact>.+) in (?P<query>\S+=\S*)")


def fact_value(text: str, scene: SlideScene) -> FactValue:
    """Return the value of a fact by the program.

    Raises
    ------
    OptionError
        If it is no fact that is known.
    ExplorerError
        If the scene that it is about cannot be worked out.

    Examples
    --------
    >>> from explorer.lessons.scenes import scene_of
    >>> fact_value("value of a at step 2", scene_of("sample=figure-1")).text
    '1'
    """
    about, phrase = scene_and_fact(text, scene)
    if phrase.startswith(_NOT):
        return FactValue.of(_OPPOSITE.get(fact_value(phrase.removeprefix(_NOT), about).text, "neither yes nor no"))
    for kind in KINDS:
        if (match := kind.pattern.fullmatch(phrase)) is not None:
            return kind.find(about, match.groupdict())
    raise OptionError(f"{quoted(phrase)} is no fact; facts are {'; '.join(kind.notation for kind in KINDS)}")


def nodes_of_fact(value: FactValue, fact: str) -> tuple[str, ...]:
    """Return the ids of the nodes that a fact names.

    Raises
    ------
    OptionError
        If it names none.
    """
    if value.nodes is None:
        raise OptionError(f"{fact} is {value.text}, which names no nodes to click; choose another fact")
    return value.nodes


def is_of_step(text: str) -> bool:
    """Return whether a fact is about the step that its scene shows."""
    if _ELSEWHERE.fullmatch(text):
        return False
    matches = ((kind, kind.pattern.fullmatch(text)) for kind in KINDS if kind.has_step)
    return any(match is not None and not match.groupdict().get("step") for _, match in matches)


def scene_and_fact(text: str, scene: SlideScene) -> tuple[SlideScene, str]:
    """Return the scene that a fact is about, and the fact without its query."""
    match = _ELSEWHERE.fullmatch(text)
    return (scene, text) if match is None else (scene_of(match["query"], scene.files), match["fact"])
