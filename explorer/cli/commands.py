"""What each command of the command line does; every function returns the exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from explorer import algorithms, games
from explorer.cli import graphs
from explorer.cli.console import note, note_first, one_line, progress
from explorer.cli.launch import run_app
from explorer.cli.scenes import asked, is_more_than_a_run, require_exportable, scene_of, settings
from explorer.cli.tables import Picked, lines_of
from explorer.comparison.benchmark import Line, Timing, benchmark
from explorer.comparison.compare import HEADER, Comparison, compare
from explorer.comparison.contender import parse_contenders
from explorer.comparison.expected import BOUNDS, SCORES, contradicted_scores, disagreements
from explorer.drawing import exports
from explorer.drawing.exports import Export, Shown, Style
from explorer.drawing.scene_shown import shown_of
from explorer.expansion.told_values import with_told_values
from explorer.formats.reference import build_game
from explorer.formats.scene import with_graph
from explorer.formats.text import counted
from explorer.games import samples
from explorer.games.e_valuate import domain_option
from explorer.games.e_valuate.search import WALKS_AGAIN, Found, evaluate
from explorer.lessons.library import is_shelf, read_shelf
from explorer.model.check import count_of, errors_in, without_notes
from explorer.model.errors import OptionError
from explorer.model.scores import format_interval, format_score, parse_endless
from explorer.solver import Solution, solve
from explorer.solver.warming import warm_up, warm_up_solver
from explorer.trace import Trace, dump_json
from explorer.trace.options import Option

Arguments = argparse.Namespace

BASE = "http://localhost:8501/"  # where the app runs unless another port was asked for

DISAGREES = 1  # exit code: the graph has errors, or two answers to one question are not the same
LAST = -1  # stands for the last step
_STEPS = "{done:,} steps"
_FLAGS = {  # with what each changes
    "no_title": "title",
    "no_legend": "legend",
    "no_caption": "caption",
    "dark": "dark",
    "scale": "scale",
    "pause": "pause",
    "steps": "first",
}


def run_open(arguments: Arguments) -> int:
    """Run the app, on a graph if one is given; its problems are said first."""
    with _opened(arguments) as reference:
        run_app(
            reference,
            port=arguments.port,
            browser=not arguments.no_browser,
            scene=scene_of(arguments).text() if asked(arguments) else "",
            base=arguments.base,
        )
    return 0


@contextmanager
def _opened(arguments: Arguments) -> Iterator[str | None]:
    """The reference that the app opens while it runs, if there is one; the problems of the graph are said."""
    if arguments.graph is None:
        yield None
        return
    if is_shelf(arguments.graph):
        read_shelf(Path(arguments.graph))  # what cannot be read is said before the app begins
        yield str(Path(arguments.graph).resolve())
        return
    found = graphs.loaded(arguments, drawn=True)
    for problem in without_notes(found.problems):
        note(str(problem))
    with graphs.shared(found.graph, arguments.graph) as reference:
        yield reference


def run_solve(arguments: Arguments) -> int:
    """Write the exact scores of a graph; of open nodes too, where the rules of the game can tell them.

    1 if the graph carries other scores or bounds as known answers, which are listed on standard error.
    """
    endless = parse_endless(arguments.endless)
    if graphs.is_large_file(arguments):
        Thread(target=warm_up_solver, daemon=True).start()  # while the file is read
    graph = with_told_values(graphs.good(arguments, tells_open=True))
    solution = solve(graph, endless=endless)
    if arguments.json:
        _say(dump_json(solution.to_json()))
    else:
        _say(_root_line(solution))
        header = ("node", "score", "lower", "upper", "best move")
        sys.stdout.writelines(lines_of(header, _solution_columns(solution)))
    wrong = contradicted_scores(graph, solution, SCORES if endless == 0 else BOUNDS)
    notes = [f"{graphs.name_of(arguments)}: {sentence}" for sentence in wrong]
    note_first(notes, "and {:,} more known answers that are not found; the command check lists them")
    return DISAGREES if wrong else 0


def _root_line(found: Solution | Comparison) -> str:
    """The root and its score, or what that lies between, and whether open nodes matter."""
    line = f"root {found.root}, score {format_interval(*found.interval)}"
    if not found.open:
        return line
    opens = f"{counted(found.open, 'node')} {'is' if found.open == 1 else 'are'} open"
    return f"{line}: {opens}, and the score {'does not depend' if found.is_settled else 'depends'} on that"


def _solution_columns(solution: Solution) -> list[Sequence[str] | Picked]:
    """The columns of the table that `solve` writes."""
    graph = solution.scores.graph
    nothing, ids = len(graph.ids), [*graph.ids, ""]
    best = np.full(nothing, nothing)
    best[solution.best.rows] = solution.best.targets
    scores, *sides = (
        Picked([format_score(score) for score in side.scale], side.places)
        for side in (solution.scores, solution.lower, solution.upper)
    )
    if solution.between:
        rows = [graph.index[id] for id in solution.between]
        intervals = [format_interval(*interval) for interval in solution.between.values()]
        places = scores.places.copy()
        places[rows] = len(scores.words) + np.arange(len(rows))
        scores, best[rows] = Picked([*scores.words, *intervals], places), nothing
    return [Picked(ids, np.arange(nothing)), scores, *sides, Picked(ids, best)]


def run_trace(arguments: Arguments) -> int:
    """Write every step of an algorithm."""
    trace = traced(arguments)
    if arguments.json:
        sys.stdout.writelines(trace.json_text(changes=arguments.changes or None))
    elif arguments.csv:
        sys.stdout.writelines(trace.csv_text(changes=arguments.changes or None))
    else:
        for step in trace:
            _say(one_line(step.caption))
    if trace.cut:
        note(trace.cut)
    return 0


def traced(arguments: Arguments) -> Trace:
    """The trace that the arguments ask for."""
    entry = algorithms.find(arguments.algorithm)
    options = entry.parsed(settings(arguments.settings))
    first = getattr(arguments, "from_step", 0)
    graph = graphs.good(arguments)
    with progress(_STEPS) as tell:
        return algorithms.trace(graph, entry.name, from_step=first, progress=tell, **options)


def run_compare(arguments: Arguments) -> int:
    """Write what some algorithms find on a graph, and what they do for it."""
    contenders = parse_contenders(arguments.algorithms)
    graph = graphs.good(arguments, tells_open=True)
    with progress(_STEPS) as tell:
        found = compare(graph, contenders, progress=tell)
    if arguments.json:
        _say(dump_json(found.to_json()))
    else:
        _say(_root_line(found))
        _say_table(HEADER, [row.cells for row in found.rows])
    for row in found.rows:
        if row.failure:
            note(f"{row.contender.notation}: {row.failure}")
    return 0


def run_e_valuate(arguments: Arguments) -> int:
    """Write the minimax value of an expression, the play that both choose, and what the search pruned."""
    with progress("{done:,} nodes visited") as tell:
        found = evaluate(
            arguments.expression,
            domain=domain_option().parse(arguments.domain),
            order=arguments.order,
            seed=arguments.seed,
            table=arguments.table,
            search=arguments.search,
            arithmetic=arguments.arithmetic,
            progress=tell,
        )
    _say(dump_json(found.to_json()) if arguments.json else _words_of(found))
    return 0


def _words_of(found: Found) -> str:
    """What a search found, in a few lines."""
    line = ", ".join(f"{format_score(digit)} → {variable}" for digit, variable in found.principal_variation)
    pruned = found.pruned
    return "\n".join(
        (
            f"value {format_score(found.value)}",
            f"principal variation {line or '–'}",
            f"{counted(pruned.total, 'node')} pruned: {pruned.alpha:,} by alpha and {pruned.beta:,} by beta cutoffs, "
            f"{pruned.table:,} by the table",
            f"{counted(found.visits, 'node')} visited; the tree has {found.tree:,}",
            *([WALKS_AGAIN] if found.walks_again else []),
        )
    )


def run_bench(arguments: Arguments) -> int:
    """Write how long the solver and others take on large graphs; 1 if they disagree."""
    names = [name.strip() for name in arguments.peers.split(",") if name.strip()]
    lines = benchmark(arguments.size, names)
    warmth = warm_up()
    kept = f"kept in {warmth.folder}" if warmth.folder else "there is no folder in which it could be kept"
    how = f"compiled {counted(warmth.compiled, 'function')}" if warmth.compiled else "loaded compiled code"
    _say(f"numba {how} in {warmth.seconds:.1f} s ({kept})")
    is_same = True
    for line in lines:
        _say(f"{line.graph}: {counted(line.nodes, 'node')}, {counted(line.moves, 'move')}")
        for timing in line.timings:
            _say(f"  {timing.way:<10}{_timing_words(line, timing)}")
            is_same &= timing.is_same
    return 0 if is_same else DISAGREES


def _timing_words(line: Line, timing: Timing) -> str:
    """A time, and how many times that of the solver it is."""
    if timing.seconds is None:
        return timing.remark
    ratio = "" if timing is line.timings[0] else f", {line.ratio(timing):,.1f} times as long"
    wrong = "" if timing.is_same else "; OTHER BOUNDS"
    return f"{1_000 * timing.seconds:,.1f} ms{ratio}{wrong}"


def run_export(arguments: Arguments) -> int:
    """Write a picture, a page, a table or the data of a graph, or of an algorithm on it at one step."""
    path = graphs.target(arguments)
    entry = _asked_export(arguments.to) if path is None else exports.export_of(path)
    style = _style(arguments)
    for flag, name in _FLAGS.items():
        if hasattr(arguments, flag) and name not in entry.styled_by:
            note(f"{path or graphs.OUTPUT}: --{flag.replace('_', '-')} makes no difference to {entry.title}")
    shown = _shown(arguments)
    with progress() as tell:
        content = exports.export(shown, entry.name, style, tell)
    graphs.put(content, path)
    return 0


def _asked_export(name: str | None) -> Export:
    """The export of this name, for standard output."""
    if name is None:
        raise OptionError(f"-o - needs --to, one of {', '.join(exports.registered())}")
    return exports.find(name)


def _style(arguments: Arguments) -> Style:
    """The style that the arguments ask for; those that were not given are not there."""
    given: dict[str, Any] = vars(arguments)
    style: dict[str, Any] = {name: given[name] for name in ("dark", "scale", "pause") if name in given}
    style |= {name: False for name in ("title", "legend", "caption") if f"no_{name}" in given}
    if "steps" in given:
        style["first"], style["last"] = given["steps"]
    return Style(**style)


def _shown(arguments: Arguments) -> Shown:
    """What the arguments of an export ask for."""
    require_exportable(arguments)
    if arguments.algorithm is None and not is_more_than_a_run(arguments):
        if arguments.step is not None or arguments.settings:
            raise OptionError("--step and --set belong to an algorithm; name it with --algorithm")
        return Shown(graphs.drawable(arguments))
    scene = scene_of(arguments)
    graph = graphs.good(arguments)
    with progress(_STEPS) as tell:
        shown = shown_of(graph, scene, tell)
    if shown.trace is not None and shown.trace.cut:
        note(shown.trace.cut)
    return shown


def run_check(arguments: Arguments) -> int:
    """Write the problems of a graph, and which of its known answers are not found; 1 if there are errors."""
    found = graphs.loaded(arguments)
    errors = count_of(errors_in(list(found.problems)))
    told = without_notes(found.problems)
    warnings, notes = count_of(told) - errors, len(found.problems) - len(told)
    wrong = [] if errors else disagreements(found.graph)
    for line in (*map(str, found.problems), *(f"error: {sentence}" for sentence in wrong)):
        _say(one_line(line))
    errors += len(wrong)
    counts = f"{counted(len(found.graph.nodes), 'node')}, {counted(len(found.graph.moves), 'move')}"
    noted = f", {counted(notes, 'note')}" if notes else ""
    _say(f"{counts}: {counted(errors, 'error')}, {counted(warnings, 'warning')}{noted}")
    return DISAGREES if errors else 0


def run_convert(arguments: Arguments) -> int:
    """Write a graph in another format."""
    graphs.write(graphs.good(arguments), arguments)
    return 0


def run_link(arguments: Arguments) -> int:
    """Write a link to the app that holds the graph."""
    scene = scene_of(arguments)
    _say(with_graph(scene, graphs.drawable(arguments)).link(arguments.base))
    return 0


def run_generate(arguments: Arguments) -> int:
    """Write the graph of a game."""
    parameters = settings(arguments.parameters)
    with progress(graphs.EXPANDED) as tell:
        graph = build_game(arguments.name, parameters, tell)
    graphs.write(graph, arguments)
    return 0


def run_games(arguments: Arguments) -> int:
    """Write the games and their parameters."""
    for game in games.registered().values():
        _say(f"{game.name}: {game.title}")
        _say_options(game.parameters)
    return 0


def run_samples(arguments: Arguments) -> int:
    """Write the samples."""
    for name in samples.sample_names():
        _say(f"{name}: {samples.load_sample(name).name or name}")
    return 0


def run_algorithms(arguments: Arguments) -> int:
    """Write the algorithms and their options."""
    for algorithm in algorithms.registered().values():
        _say(f"{algorithm.name}: {algorithm.title}")
        _say_options(algorithm.options)
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _say_options(options: Iterable[Option]) -> None:
    for option in options:
        allowed = f" ({', '.join(option.choices)})" if option.choices else ""
        _say(f"    {option.name}={option.write(option.default)}{allowed}: {option.help}")


def _say_table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Write rows in columns of equal width."""
    sys.stdout.writelines(lines_of(header, [[row[number] for row in rows] for number in range(len(header))]))
