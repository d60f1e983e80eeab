"""The command `solve`: exact scores, bounds and the best move of every node."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from threading import Thread

import numpy as np

from explorer.cli import cluster, graphs, solved
from explorer.cli.commands.command import DISAGREES, Command, add_endless, add_json
from explorer.cli.console import Arguments, note_first, say
from explorer.cli.tables import lines_of
from explorer.comparison.compare import Comparison
from explorer.comparison.expected import contradicted_scores
from explorer.expansion.rule_values import with_rule_values
from explorer.explanation.making import why
from explorer.formats.files import write_files
from explorer.model.check import errors_in
from explorer.model.errors import OptionError
from explorer.model.scores import format_interval, format_score, parse_endless, score_to_json
from explorer.model.words import counted
from explorer.solved_folder.layout import require_writable
from explorer.solved_folder.writing import write_solution
from explorer.solver import Solution, solve
from explorer.solver.groups import groupings
from explorer.solver.solution import ENDLESS, ItemColumn
from explorer.solver.warm_up import warm_up_solver
from explorer.trace import dump_json


def run_solve(arguments: Arguments) -> int:
    """Write the exact scores of a graph, and of open nodes whose values the rules of the game give.

    Return 1 if known answers of the graph differ; they are listed on standard error.
    """
    endless = parse_endless(arguments.endless)
    if arguments.engine is not None:
        return cluster.run_on_cluster(arguments, endless)
    folder = graphs.solved_folder(arguments)
    _require_certificate_file(arguments, is_solved=folder is not None)
    if folder is not None:
        return solved.say_node(folder, arguments)
    if arguments.out is not None:
        require_writable(arguments.out)
    if graphs.is_large_file(arguments):
        Thread(target=warm_up_solver, daemon=True).start()  # while the file is read
    with cluster.advice_on_size(arguments):
        graph = with_rule_values(graphs.load_good(arguments, tells_open=True))
    solution = solve(graph, endless=endless)
    if arguments.out is not None:
        write_solution(solution, arguments.out, endless=endless)
    if arguments.certificate is not None:
        write_files({arguments.certificate: f"{dump_json(why(graph, endless=endless).to_json())}\n".encode()})
    if arguments.node is not None:
        solved.write_node(solved.node_in_memory(solution, arguments.node), arguments)
    elif arguments.counts:
        _say_counts(solution, as_json=arguments.json)
    elif arguments.out is not None:
        say(root_line(solution))
    elif arguments.json:
        sys.stdout.writelines(_json_pieces(solution))
    else:
        say(root_line(solution))
        if solution.root_function:
            say(solution.root_function)
        header = ("node", "score", "lower", "upper", "best move", "distance")
        sys.stdout.writelines(lines_of(header, _solution_columns(solution)))
    graphs.note_clock(arguments, solution)
    problems = contradicted_scores(graph, solution, endless)
    notes = [f"{graphs.name_of(arguments)}: {problem.message}" for problem in problems]
    note_first(notes, "and {:,} more known answers that are not found; the command diff says which are wrong first")
    return DISAGREES if errors_in([*problems]) else 0


def _require_certificate_file(arguments: Arguments, *, is_solved: bool) -> None:
    """Raise OptionError if a certificate has no file of its own, or no graph."""
    if arguments.certificate == graphs.STANDARD:
        raise OptionError("the scores go to standard output; write the certificate to a file")
    if arguments.certificate is not None and is_solved:
        raise OptionError("--certificate needs the graph itself, not the folder of its scores")


def _say_counts(solution: Solution, *, as_json: bool) -> None:
    """Write how many nodes have each score, number of moves to the end, and finality."""
    groups = groupings(solution)
    if as_json:
        counts = {each.title: dict(zip(each.labels, each.sizes, strict=True)) for each in groups}
        say(dump_json(solution.summary() | {"counts": counts}))
        return
    say(root_line(solution))
    for each in groups:
        sizes = [f"{size:,}" for size in each.sizes]
        sys.stdout.writelines(["\n", *lines_of((each.title, "nodes"), (each.labels, sizes))])


def root_line(solution: Solution | Comparison) -> str:
    """Return a line with the root, its score or bounds, and whether open nodes matter."""
    line = f"root {solution.root}, score {format_interval(*solution.interval)}"
    if not solution.open:
        return line
    opens = f"{counted(solution.open, 'node')} {'is' if solution.open == 1 else 'are'} open"
    return f"{line}: {opens}, and the score {'does not depend' if solution.is_settled else 'may depend'} on that"


def _solution_columns(solution: Solution) -> list[ItemColumn[str]]:
    """Return the columns of the table of `solve`."""
    graph = solution.scores.graph
    nothing, ids = len(graph.nodes), [*graph.ids, ""]
    best = np.full(nothing, nothing)
    best[solution.best.rows] = solution.best.codes
    scores, *sides = (
        ItemColumn([format_score(score) for score in side.scale], side.codes)
        for side in (solution.scores, solution.lower, solution.upper)
    )
    rows, intervals = solution.between.rows, solution.between.pairs
    codes = scores.codes.copy()
    codes[rows], best[rows] = len(scores.items) + intervals.codes, nothing
    scores = ItemColumn([*scores.items, *(format_interval(*pair) for pair in intervals.items)], codes)
    moves = np.full(nothing, ENDLESS - 1)
    moves[solution.distance.rows] = solution.distance.codes
    used, numbers = np.unique(moves, return_inverse=True)
    words = {ENDLESS - 1: "", ENDLESS: "endless"}
    distances = ItemColumn([words.get(number, f"{number:,}") for number in used.tolist()], numbers)
    return [ItemColumn(ids, np.arange(nothing)), scores, *sides, ItemColumn(ids, best), distances]


def _json_pieces(solution: Solution) -> Iterator[str]:
    """Yield the text of `Solution.to_json` in pieces."""
    best, between = solution.best, solution.between
    ids = [*map(dump_json, solution.scores.graph.ids)]
    scores, lower, upper = (
        ItemColumn([*(dump_json(score_to_json(score)) for score in side.scale), "null"], side.codes.copy())
        for side in (solution.scores, solution.lower, solution.upper)
    )
    scores.codes[between.rows] = len(solution.scores.scale)
    is_kept = ~np.isin(best.rows, between.rows)
    yield dump_json(solution.summary())[:-1]
    for name, values in ("scores", scores), ("lower", lower), ("upper", upper):
        yield f', "{name}": {_json_object(ids, values)}'
    yield f', "best": {_json_object(ItemColumn(ids, best.rows[is_kept]), ItemColumn(ids, best.codes[is_kept]))}'
    known = solution.distance.rows
    words = ('"endless"' if moves == ENDLESS else str(moves) for moves in solution.distance.codes.tolist())
    yield f', "distance": {_json_object(ItemColumn(ids, known), words)}'
    if solution.open:
        pairs = [dump_json([*map(score_to_json, pair)]) for pair in between.pairs.items]
        yield f', "between": {_json_object(ItemColumn(ids, between.rows), ItemColumn(pairs, between.pairs.codes))}'
    yield "}\n"


def _json_object(keys: Iterable[str], values: Iterable[str]) -> str:
    """Return an object of JSON with these keys and values."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True)) + "}"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    add_endless(parser)
    parser.add_argument("--node", metavar="ID", help="only this node, with its successors and predecessors")
    about = "write a solved folder, of which open, solve, path, why and diff read a node at a time"
    parser.add_argument("-o", dest="out", metavar="FOLDER", help=about)
    about = "write both players' moves from the root, with ranks, which the command verify checks without the solver"
    parser.add_argument("--certificate", metavar="FILE", help=about)
    add_json(parser)
    cluster.add_engine(parser)
    parser.add_argument(
        "--counts", action="store_true", help="only how many nodes have each score, distance and finality"
    )


COMMAND = Command("solve", "exact scores, bounds and the best move of every node", run_solve, add)
