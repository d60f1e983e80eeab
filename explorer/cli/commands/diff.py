"""The command `diff`: where the values of somebody else's solver go wrong first, and why."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from explorer import formats
from explorer.cli import graphs
from explorer.cli.commands.command import DISAGREES, Command, add_endless, add_json, positive
from explorer.cli.console import MOST_NOTES, Arguments, Loudness, loudness, note, progress, say
from explorer.cli.own_solver import PLACE, OwnSolver, own_solver
from explorer.comparison.claims import DistanceUnit
from explorer.comparison.expected import known_scores
from explorer.comparison.fault import FaultKind
from explorer.comparison.faults import fitting_faults, is_alone
from explorer.comparison.first_wrong import ValueDifference, WrongKind, difference
from explorer.comparison.first_wrong_proofs import is_anything_wrong, proof, summary, wrong_proofs, wrong_rows
from explorer.comparison.other_graph import compare_graphs, other_graph
from explorer.comparison.score_words import split_words
from explorer.comparison.shrink import part_below, shrink
from explorer.comparison.turns import Viewpoint
from explorer.comparison.where_wrong import places
from explorer.comparison.wrong_distances import WrongDistances, distance_proof, wrong_distances
from explorer.comparison.wrong_moves import WrongMoves, move_proof, wrong_moves
from explorer.expansion.rule_values import with_rule_values
from explorer.games.user_game import user_game
from explorer.model.errors import ExplorerError, OptionError
from explorer.model.graph import GameGraph
from explorer.model.intake import Assembled
from explorer.model.scores import score_to_json
from explorer.model.words import counted
from explorer.trace import Relation, dump_json

_VERSION = 1
_MOST_TRIES = 2_000  # runs of somebody's own solver
_USUAL_SECONDS = 600
_MOST_PROOFS = 1_000
_USUAL = "game-json"
_SLOW_RULES = 2_000  # positions from which it is said that a file is read faster than rules are expanded


def run_diff(arguments: Arguments) -> int:
    """Write which values are wrong, and why the first ones are; 1 if any is."""
    _require_fitting(arguments)
    if arguments.values is not None and (other := other_graph(arguments.values)) is not None:
        return _compare_graphs(other, arguments)
    loaded = graphs.load_good(arguments, tells_open=True)
    if user_game(str(arguments.graph)) is not None and len(loaded.nodes) >= _SLOW_RULES:
        note(f"note: rules are expanded anew each time; compared faster: convert {arguments.graph} game.parquet, once")
    graph = with_rule_values(loaded)
    reading = _reading(arguments)
    if arguments.solver is None:
        values = known_scores(graph) if arguments.values is None else arguments.values
        return _write(difference(graph, values, **reading), (), arguments)
    suffix = formats.find(arguments.solver_format).suffixes[0]
    with own_solver(arguments.solver, suffix, stays=arguments.keep_running) as solver:
        found = difference(graph, solver.values(graph), **reading)
        if not arguments.shrink or not is_anything_wrong(found):
            return _write(found, (), arguments)
        small = _shrunk(found, solver, arguments.seconds, reading)
    return _write(small, [*_lost_and_gained(found, small)], arguments)


def _require_fitting(arguments: Arguments) -> None:
    """Raise OptionError if arguments do not go together."""
    if arguments.values is not None and arguments.solver is not None:
        raise OptionError("values come from VALUES or from --solver; leave one out")
    if arguments.solver is None and (arguments.shrink or arguments.keep_running):
        option = "--shrink" if arguments.shrink else "--keep-running"
        raise OptionError(f"{option} needs --solver 'COMMAND {PLACE}', which is run on smaller graphs")
    if arguments.out is not None and not arguments.shrink:
        raise OptionError("-o is for the small graph of --shrink")


def _reading(arguments: Arguments) -> dict[str, Any]:
    """The arguments of `difference` that say how values are read."""
    return {
        "endless": arguments.endless,
        "words": split_words(arguments.words),
        "distance": arguments.distance,
        "values_for": arguments.values_for,
    }


def _write(found: ValueDifference, notes: Sequence[str], arguments: Arguments) -> int:
    """Write what is wrong, with `notes` after the summary; 1 if anything is."""
    if arguments.json:
        say(dump_json(_json_of(found)))
    else:
        _list([*summary(found), *notes], wrong_proofs(found))
    if arguments.out is not None:
        formats.write(found.graph, arguments.out)
    return DISAGREES if is_anything_wrong(found) else 0


def _compare_graphs(other: Assembled, arguments: Arguments) -> int:
    """Write in what two graphs differ; 1 if in anything."""
    graph = graphs.load(arguments)
    graphs.note_warnings(graphs.name_of(arguments), graph)
    graphs.note_warnings(arguments.values, other)
    found = compare_graphs(graph.graph, other)
    records = [{**each._asdict(), "kind": str(each.kind)} for each in found.differences]
    if arguments.json:
        head = {"version": _VERSION, "nodes": found.nodes, "moves": found.moves, "not_expanded": found.not_expanded}
        say(dump_json({**head, "left_out": [*found.left_out], "differences": records}))
    else:
        _list(found.summary(), [*map(str, found.differences)])
    return DISAGREES if records else 0


class _TimeIsUpError(Exception):
    """The user allowed no more time."""


def _shrunk(found: ValueDifference, solver: OwnSolver, seconds: float, reading: Mapping[str, Any]) -> ValueDifference:
    """What is wrong in a smallest graph on which the solver is wrong, or in the smallest one before it was stopped.

    If kinds of fault fit the whole graph, one of them fits each smaller one.
    """
    smallest, tries, end, kinds = found, 0, time.monotonic() + seconds, _kinds(found)

    def is_wrong(graph: GameGraph) -> bool:
        nonlocal smallest, tries
        if time.monotonic() > end:
            raise _TimeIsUpError
        tries += 1
        now = difference(graph, solver.values(graph), **reading)
        is_same = is_anything_wrong(now) and (not kinds or bool(kinds & _kinds(now)))
        smallest = now if is_same else smallest  # each such graph is smaller than the one before
        return is_same

    try:
        with progress("{done:,} smaller graphs tried") as tell:
            is_done = shrink(_below_first(found, is_wrong), is_wrong, tries=_MOST_TRIES, progress=tell).is_minimal
    except (_TimeIsUpError, KeyboardInterrupt):
        is_done = False
    if not is_done:
        more = " --seconds allows more time" if time.monotonic() > end else ""
        note(f"stopped after {counted(tries, 'smaller graph')}; there may be one that is smaller still.{more}")
    return smallest


def _kinds(found: ValueDifference) -> set[str]:
    """The kinds of fault that all wrong values fit: the one that is named alone, or all that are possible."""
    fitting = fitting_faults(found)
    return {fault.name for fault in (fitting[:1] if is_alone(fitting) else fitting)}


def _lost_and_gained(whole: ValueDifference, small: ValueDifference) -> Iterator[str]:
    """Say which kinds of fault fit the whole graph and not the small one, and the other way round."""
    before, after = ([fault.name for fault in fitting_faults(each)] for each in (whole, small))
    if lost := [name for name in before if name not in after]:
        yield f"fits the whole graph and not this one: {'; '.join(lost)}"
    if gained := [name for name in after if name not in before]:
        yield f"fits this graph and not the whole one: {'; '.join(gained)}"


def _below_first(found: ValueDifference, is_wrong: Callable[[GameGraph], bool]) -> GameGraph:
    """What play can reach from the first wrong node, if the solver is wrong there, too; else the whole graph."""
    graph = found.graph
    below = part_below(graph, graph.ids[next(wrong_rows(found))])
    try:
        return below if is_wrong(below) else graph
    except ExplorerError:  # the solver does not bear this part
        return graph


def _list(lines: Iterable[str], details: Sequence[str]) -> None:
    """Write what is said of all, and then of the first ones."""
    for line in lines:
        say(line)
    most = len(details) if loudness.get() == Loudness.VERBOSE else MOST_NOTES
    for detail in details[:most]:
        say(f"  {detail}")
    if len(details) > most:
        note(f"and {len(details) - most:,} more; -v lists them, and --json has all")


def _json_of(found: ValueDifference) -> dict[str, Any]:
    ids, claims, fitting = found.graph.ids, found.claims, fitting_faults(found)
    missing = np.flatnonzero(claims.codes < 0).tolist() if claims.has_values else []
    distances, moves = wrong_distances(found), wrong_moves(found)
    return {
        "version": _VERSION,
        "compared": found.value_count,
        "agree": found.value_count - len(found.wrong),
        "not_in_graph": [*claims.strangers],
        "without_value": [ids[row] for row in missing],
        "words": claims.words,
        "left_out": [*claims.left_out],
        "where": [*places(found)],
        "consistent_with": [fitting[0].name] if is_alone(fitting) else [],
        "possible": [_fault(found, fault) for fault in fitting],
        "wrong": [_record(found, place) for place in range(len(found.wrong))],
        "first": [
            {"node": ids[found.wrong[place]], "proof": proof(found, place)}
            for place in found.first.tolist()[:_MOST_PROOFS]
        ],
        **({} if distances is None else {"distances": _distances(distances)}),
        **({} if moves is None else {"best": _moves(moves)}),
    }


def _fault(found: ValueDifference, fault: FaultKind) -> dict[str, Any]:
    """A kind of fault as JSON."""
    ids = found.graph.ids
    moves = [[ids[one], ids[other]] for one, other in fault.moves]
    return {"fault": fault.name, "values": fault.count, "chance": fault.chance, "note": fault.note, "moves": moves}


def _distances(wrong: WrongDistances) -> dict[str, Any]:
    """The wrong distances as JSON."""
    compared, records = int(wrong.is_compared.sum()), wrong.frame().drop(columns="kind").to_dict("records")
    for record in records:
        record["first_wrong"] = record.pop("first wrong")
    proofs = [{"node": wrong.difference.graph.ids[row], "proof": distance_proof(wrong, row)} for row in wrong.first]
    unit = {"column": wrong.claims.title, "counts": str(wrong.claims.unit)}
    return {
        **unit,
        "compared": compared,
        "agree": compared - len(records),
        "wrong": records,
        "first": proofs[:_MOST_PROOFS],
    }


def _moves(wrong: WrongMoves) -> dict[str, Any]:
    """The wrong best moves as JSON."""
    records = wrong.frame()[["node", "mine", "true"]].to_dict("records")
    proofs = [
        {"node": wrong.difference.graph.ids[row], "proof": move_proof(wrong, row)} for row in wrong.rows[:_MOST_PROOFS]
    ]
    circle = [wrong.difference.graph.ids[row] for row in wrong.circle]
    agree = wrong.total - len(records)
    return {"compared": wrong.total, "agree": agree, "cycle": circle, "wrong": records, "first": proofs}


def _record(found: ValueDifference, place: int) -> dict[str, Any]:
    """A wrong value as JSON."""
    row = int(found.wrong[place])
    claim, solution = found.claims.values[int(found.claims.codes[row])], found.solution
    is_exact = claim.relation is Relation.EXACT
    return {
        "node": found.graph.ids[row], "mine": score_to_json(claim.score) if is_exact else str(claim),
        "true": score_to_json(solution.scores.at(row)), "lower": score_to_json(solution.lower.at(row)),
        "upper": score_to_json(solution.upper.at(row)),
        "first_wrong": bool(found.kinds[place] != WrongKind.AFTER_OTHERS),
        "kind": str(found.words[place]),
    }  # fmt: skip


def add(parser: argparse.ArgumentParser) -> None:
    about = (
        "a table (.csv, .parquet) or .json of node and value, or another graph; without it, known scores of the graph"
    )
    parser.add_argument("values", metavar="VALUES", nargs="?", help=about)
    about = "what words are worth, as in win=1,draw=0,loss=-1 (default: told by the graph, from Max's view)"
    parser.add_argument("--words", metavar="WORD=SCORE,…", help=about)
    about = "for whom the values are good if they are large: Max (in a negamax graph who begins), or the player to move"
    parser.add_argument("--values-for", choices=[*Viewpoint], type=Viewpoint, help=about)
    about = "a column of distances counts the moves of both players, or those of the winner to the mate"
    parser.add_argument("--distance", choices=[*DistanceUnit], type=DistanceUnit, help=about)
    parser.add_argument("--solver", metavar="COMMAND", help=f"run this instead, {PLACE} is the file; it prints values")
    about = "format of the file that the solver gets (default game-json)"
    parser.add_argument("--solver-format", choices=[*formats.writable()], default=_USUAL, metavar="NAME", help=about)
    about = f"the solver has no {PLACE}: it reads the path of a file a line, and answers with a line of JSON"
    parser.add_argument("--keep-running", action="store_true", help=about)
    parser.add_argument("--shrink", action="store_true", help="make the graph as small as the solver stays wrong")
    about = f"how long --shrink looks (default {_USUAL_SECONDS}); it keeps what it has found, as after Ctrl+C"
    parser.add_argument("--seconds", type=positive, default=_USUAL_SECONDS, metavar="N", help=about)
    parser.add_argument("-o", dest="out", metavar="FILE", help="where the graph is written that --shrink finds")
    add_endless(parser)
    add_json(parser)


COMMAND = Command("diff", "where the values of another solver go wrong first, and why", run_diff, add)
