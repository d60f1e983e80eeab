"""The command `diff`: the first wrong values of another solver, and why they are wrong."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from explorer import formats
from explorer.cli import graphs
from explorer.cli.commands.command import DISAGREES, Command, add_endless, add_json, positive
from explorer.cli.console import MOST_NOTES, Arguments, Loudness, loudness, note, progress, say
from explorer.cli.own_solver import PLACE, OwnSolver, own_solver
from explorer.comparison.claims import DistanceUnit
from explorer.comparison.clock_difference import clock_difference
from explorer.comparison.expected import known_scores
from explorer.comparison.fault import FaultKind
from explorer.comparison.faults import fitting_faults, is_alone
from explorer.comparison.first_wrong import ValueDifference, WrongKind, difference
from explorer.comparison.first_wrong_proofs import is_anything_wrong, proof, summary, wrong_proofs, wrong_rows
from explorer.comparison.folder_values import FolderDifference, folder_difference
from explorer.comparison.other_graph import compare_graphs, other_graph
from explorer.comparison.score_words import split_words
from explorer.comparison.shrink import part_below, shrink
from explorer.comparison.turns import Viewpoint
from explorer.comparison.where_wrong import wrong_parts_of_graph
from explorer.comparison.wrong_distances import WrongDistances, distance_proof, wrong_distances
from explorer.comparison.wrong_moves import WrongMoves, move_proof, wrong_moves
from explorer.expansion.rule_values import with_rule_values
from explorer.games.user_game import user_game
from explorer.intake import Assembled
from explorer.model.errors import ExplorerError, OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import score_to_json
from explorer.model.words import counted
from explorer.solved_folder.folder import SolvedFolder
from explorer.trace import Relation, dump_json

_VERSION = 1
_MOST_TRIES = 2_000  # runs of the user's own solver
_USUAL_SECONDS = 600
_MOST_PROOFS = 1_000
_USUAL = "game-json"
_SLOW_RULES = 2_000  # positions from which a note says that reading a file is faster than expanding rules


def run_diff(arguments: Arguments) -> int:
    """Write the wrong values, and why the first ones are wrong; 1 if there are any."""
    _require_consistent(arguments)
    if (folder := graphs.solved_folder(arguments)) is not None:
        return _compare_with_folder(folder, arguments)
    if len(arguments.values) > 1:
        raise OptionError("several files of values are for a solved folder; give one, or write them as one")
    arguments.values = next(iter(arguments.values), None)
    if arguments.rule is not None:
        return _compare_under_clock(arguments)
    if arguments.values is not None and (other := other_graph(arguments.values)) is not None:
        return _compare_graphs(other, arguments)
    loaded = graphs.load_good(arguments, tells_open=True)
    if user_game(str(arguments.graph)) is not None and len(loaded.nodes) >= _SLOW_RULES:
        note(f"note: rules are expanded anew each time; compared faster: convert {arguments.graph} game.parquet, once")
    graph = with_rule_values(loaded)
    reading = _reading_options(arguments)
    if arguments.solver is None:
        values = known_scores(graph) if arguments.values is None else arguments.values
        return _write_wrong_values(difference(graph, values, **reading), (), arguments)
    suffix = formats.find(arguments.solver_format).suffixes[0]
    with own_solver(arguments.solver, suffix, stays=arguments.keep_running) as solver:
        result = difference(graph, solver.values(graph), **reading)
        if not arguments.shrink or not is_anything_wrong(result):
            return _write_wrong_values(result, (), arguments)
        small = _shrink_graph(result, solver, arguments.seconds, reading)
    return _write_wrong_values(small, [*_fault_notes(result, small)], arguments)


def _compare_under_clock(arguments: Arguments) -> int:
    """Write the wrong values of a table base with a clock; 1 if there are any."""
    rule, arguments.rule = arguments.rule, None  # the graph stays as it is
    others = {"--solver": arguments.solver, "--values-for": arguments.values_for, "--distance": arguments.distance}
    for option in (name for name, value in others.items() if value is not None):
        raise OptionError(f"--rule compares a table of node, clock and value; leave {option} out")
    if arguments.values is None:
        raise OptionError("--rule needs VALUES, a table of node, clock and value")
    graph, words = graphs.load_good(arguments), split_words(arguments.words)
    result = clock_difference(graph, arguments.values, rule, endless=arguments.endless, words=words)
    if arguments.json:
        keys = ("node", "clock", "mine", "true", "first_wrong")
        wrong = [{key: _plain(cell) for key, cell in zip(keys, row, strict=True)} for row in result.records()]
        head = {
            "version": _VERSION,
            "rule": rule,
            "compared": result.value_count,
            "agree": result.value_count - len(wrong),
        }
        say(dump_json({**head, "not_in_graph": [*result.claims.strangers], "wrong": wrong}))
    else:
        _write_lines(result.summary(), result.proofs(), len(result.first))
    return DISAGREES if len(result.wrong) else 0


def _plain(cell: object) -> object:
    """Return a cell as JSON has it."""
    return score_to_json(cell) if isinstance(cell, Fraction | float) else cell


def _require_consistent(arguments: Arguments) -> None:
    """Raise OptionError if the arguments contradict each other."""
    if arguments.values and arguments.solver is not None:
        raise OptionError("values come from VALUES or from --solver; leave one out")
    if arguments.solver is None and (arguments.shrink or arguments.keep_running):
        option = "--shrink" if arguments.shrink else "--keep-running"
        raise OptionError(f"{option} needs --solver 'COMMAND {PLACE}', which is run on smaller graphs")
    if arguments.out is not None and not arguments.shrink:
        raise OptionError("-o is for the small graph of --shrink")


def _reading_options(arguments: Arguments) -> dict[str, Any]:
    """Return the arguments of `difference` that determine how values are read."""
    return {
        "endless": arguments.endless,
        "words": split_words(arguments.words),
        "distance": arguments.distance,
        "values_for": arguments.values_for,
    }


def _write_wrong_values(result: ValueDifference, notes: Sequence[str], arguments: Arguments) -> int:
    """Write the wrong values, with `notes` after the summary; 1 if there are any."""
    if arguments.json:
        say(dump_json(_difference_json(result)))
    else:
        proofs = wrong_proofs(result)
        _write_lines([*summary(result), *notes], proofs, len(proofs))
    if arguments.out is not None:
        formats.write(result.graph, arguments.out)
    return DISAGREES if is_anything_wrong(result) else 0


def _compare_graphs(other: Assembled, arguments: Arguments) -> int:
    """Write the differences of two graphs; 1 if there are any."""
    graph = graphs.load(arguments)
    graphs.note_warnings(graphs.name_of(arguments), graph)
    graphs.note_warnings(arguments.values, other)
    result = compare_graphs(graph.graph, other)
    records = [{**each._asdict(), "kind": str(each.kind)} for each in result.differences]
    if arguments.json:
        head = {"version": _VERSION, "nodes": result.nodes, "moves": result.moves, "not_expanded": result.not_expanded}
        say(dump_json({**head, "left_out": [*result.left_out], "differences": records}))
    else:
        _write_lines(result.summary(), map(str, result.differences), len(result.differences))
    return DISAGREES if records else 0


def _compare_with_folder(folder: SolvedFolder, arguments: Arguments) -> int:
    """Write the values that differ from a solved folder, the nearest to the end first; 1 if there are any."""
    if arguments.solver or arguments.values_for or arguments.distance:
        raise OptionError("a solved folder is compared with VALUES as it has them; leave out the other options")
    if not arguments.values:
        raise OptionError("VALUES are needed: files of node and value, Parquet or CSV")
    with progress("{done:,} values compared") as tell:
        words = split_words(arguments.words)
        result = folder_difference(folder, arguments.values, words=words, progress=tell)
    if arguments.json:
        say(dump_json({"version": _VERSION} | _folder_difference_json(result)))
    else:
        proofs = [each.proof for each in result.first if each.proof]
        _write_lines(result.summary(), proofs, len(proofs))
    return DISAGREES if result.is_anything_wrong else 0


def _folder_difference_json(result: FolderDifference) -> dict[str, Any]:
    """Return a comparison with a solved folder as JSON: numbers of all, and the first wrong values."""
    distances = result.distances
    return {
        "compared": result.value_count,
        "agree": result.agree,
        "wrong": result.wrong,
        "without_value": result.without_value,
        "not_in_graph": result.strangers,
        "left_out": result.left_out,
        "by_distance": {str(moves): counts for moves, counts in sorted(result.by_distance.items())},
        **({} if distances is None else {"distances": {"compared": distances[0], "agree": distances[1]}}),
        "first": [
            {
                "node": each.node.id,
                "mine": str(each.claim),
                "true": score_to_json(each.node.score),
                "distance": each.node.distance,
                "proof": each.proof,
            }
            for each in result.first
        ],
    }


class _TimeIsUpError(Exception):
    """Ends the search for a smaller graph when the user's time is up."""


def _shrink_graph(
    result: ValueDifference, solver: OwnSolver, seconds: float, reading: Mapping[str, Any]
) -> ValueDifference:
    """Return the wrong values in a smallest graph with any, or in the smallest one before the time is up.

    If kinds of fault fit the whole graph, one of them must fit each smaller graph.
    """
    smallest, tries, end, kinds = result, 0, time.monotonic() + seconds, _fitting_fault_kinds(result)

    def is_wrong(graph: GameGraph) -> bool:
        nonlocal smallest, tries
        if time.monotonic() > end:
            raise _TimeIsUpError
        tries += 1
        now = difference(graph, solver.values(graph), **reading)
        is_same = is_anything_wrong(now) and (not kinds or bool(kinds & _fitting_fault_kinds(now)))
        smallest = now if is_same else smallest  # each such graph is smaller than the one before
        return is_same

    try:
        with progress("{done:,} smaller graphs tried") as tell:
            is_done = shrink(_part_below_first(result, is_wrong), is_wrong, tries=_MOST_TRIES, progress=tell).is_minimal
    except (_TimeIsUpError, KeyboardInterrupt):
        is_done = False
    if not is_done:
        more = " --seconds allows more time" if time.monotonic() > end else ""
        note(f"stopped after {counted(tries, 'smaller graph')}; there may be one that is smaller still.{more}")
    return smallest


def _fitting_fault_kinds(result: ValueDifference) -> set[str]:
    """Return the kinds of fault that fit all wrong values: the only likely one, or all possible ones."""
    fitting = fitting_faults(result)
    return {fault.name for fault in (fitting[:1] if is_alone(fitting) else fitting)}


def _fault_notes(whole: ValueDifference, small: ValueDifference) -> Iterator[str]:
    """Yield notes on kinds of fault that fit only the whole graph, or only the small one."""
    before, after = ([fault.name for fault in fitting_faults(each)] for each in (whole, small))
    if lost := [name for name in before if name not in after]:
        yield f"fits the whole graph and not this one: {'; '.join(lost)}"
    if gained := [name for name in after if name not in before]:
        yield f"fits this graph and not the whole one: {'; '.join(gained)}"


def _part_below_first(result: ValueDifference, is_wrong: Callable[[GameGraph], bool]) -> GameGraph:
    """Return the part below the first wrong node if the solver is wrong there, too; else the whole graph."""
    graph = result.graph
    below = part_below(graph, graph.ids[next(wrong_rows(result))])
    try:
        return below if is_wrong(below) else graph
    except ExplorerError:  # the solver fails on this part
        return graph


def _write_lines(lines: Iterable[str], details: Iterable[str], count: int) -> None:
    """Write the lines, and then the first of so many details."""
    for line in lines:
        say(line)
    most = count if loudness.get() == Loudness.VERBOSE else MOST_NOTES
    for detail in islice(details, most):
        say(f"  {detail}")
    if count > most:
        note(f"and {count - most:,} more; -v lists them, and --json has all")


def _difference_json(result: ValueDifference) -> dict[str, Any]:
    ids, claims, fitting = result.graph.ids, result.claims, fitting_faults(result)
    missing = np.flatnonzero(claims.codes < 0).tolist() if claims.has_values else []
    distances, moves = wrong_distances(result), wrong_moves(result)
    return {
        "version": _VERSION,
        "compared": result.value_count,
        "agree": result.value_count - len(result.wrong),
        "not_in_graph": [*claims.strangers],
        "without_value": [ids[row] for row in missing],
        "words": claims.words,
        "left_out": [*claims.left_out],
        "where": [*wrong_parts_of_graph(result)],
        "consistent_with": [fitting[0].name] if is_alone(fitting) else [],
        "possible": [_fault_json(result, fault) for fault in fitting],
        "wrong": [_wrong_value_json(result, place) for place in range(len(result.wrong))],
        "first": [
            {"node": ids[result.wrong[place]], "proof": proof(result, place)}
            for place in result.first.tolist()[:_MOST_PROOFS]
        ],
        **({} if distances is None else {"distances": _distances_json(distances)}),
        **({} if moves is None else {"best": _moves_json(moves)}),
    }


def _fault_json(result: ValueDifference, fault: FaultKind) -> dict[str, Any]:
    """Return a kind of fault as JSON."""
    ids = result.graph.ids
    moves = [[ids[one], ids[other]] for one, other in fault.moves]
    return {"fault": fault.name, "values": fault.count, "chance": fault.chance, "note": fault.note, "moves": moves}


def _distances_json(wrong: WrongDistances) -> dict[str, Any]:
    """Return the wrong distances as JSON."""
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


def _moves_json(wrong: WrongMoves) -> dict[str, Any]:
    """Return the wrong best moves as JSON."""
    records = wrong.frame()[["node", "mine", "true"]].to_dict("records")
    proofs = [
        {"node": wrong.difference.graph.ids[row], "proof": move_proof(wrong, row)} for row in wrong.rows[:_MOST_PROOFS]
    ]
    circle = [wrong.difference.graph.ids[row] for row in wrong.circle]
    agree = wrong.total - len(records)
    return {"compared": wrong.total, "agree": agree, "cycle": circle, "wrong": records, "first": proofs}


def _wrong_value_json(result: ValueDifference, place: int) -> dict[str, Any]:
    """Return a wrong value as JSON."""
    row = int(result.wrong[place])
    claim, solution = result.claims.values[int(result.claims.codes[row])], result.solution
    is_exact = claim.relation is Relation.EXACT
    return {
        "node": result.graph.ids[row], "mine": score_to_json(claim.score) if is_exact else str(claim),
        "true": score_to_json(solution.scores.at(row)), "lower": score_to_json(solution.lower.at(row)),
        "upper": score_to_json(solution.upper.at(row)),
        "first_wrong": bool(result.kinds[place] != WrongKind.AFTER_OTHERS),
        "kind": str(result.words[place]),
    }  # fmt: skip


def add_table_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a table of values is read."""
    about = "what words are worth, as in win=1,draw=0,loss=-1 (default: told by the graph, from Max's view)"
    parser.add_argument("--words", metavar="WORD=SCORE,…", help=about)
    about = "for whom the values are good if they are large: Max (in a negamax graph who begins), or the player to move"
    parser.add_argument("--values-for", choices=[*Viewpoint], type=Viewpoint, help=about)
    about = "a column of distances counts the moves of both players, or those of the winner to the mate"
    parser.add_argument("--distance", choices=[*DistanceUnit], type=DistanceUnit, help=about)


def add(parser: argparse.ArgumentParser) -> None:
    about = (
        "a table (.csv, .parquet) or .json of node and value, or another graph; without it, known scores of the graph"
    )
    about += "; for a solved folder one or more tables, in any order"
    parser.add_argument("values", metavar="VALUES", nargs="*", help=about)
    add_table_reading(parser)
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
