"""What each command of the command line does; every function returns the exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from explorer import algorithms, formats, games, samples
from explorer.check import errors_in
from explorer.errors import ExplorerError, OptionError
from explorer.formats.text import counted
from explorer.graph import GameGraph
from explorer.launch import run_app
from explorer.options import Option, parse_options
from explorer.references import absolute_reference, build_game, load_reference
from explorer.scores import format_score, parse_endless
from explorer.solver import Solution, solve
from explorer.trace import Trace, dump_json

Arguments = argparse.Namespace


def run_open(arguments: Arguments) -> int:
    """Run the app, on a graph if one is given; its problems are said first."""
    reference = arguments.graph
    if reference is not None:
        for problem in load_reference(reference).problems:
            note(str(problem))
        reference = absolute_reference(reference)
    run_app(reference, port=arguments.port, browser=not arguments.no_browser)
    return 0


def run_solve(arguments: Arguments) -> int:
    """Write the exact scores of a graph."""
    graph = _good_graph(arguments.graph)
    solution = solve(graph, endless=parse_endless(arguments.endless))
    if arguments.json:
        _say(dump_json(solution.to_json()))
    else:
        _say(f"root {solution.root}, score {format_score(solution.score)}")
        _say_table(("node", "score", "lower", "upper", "best move"), _solution_rows(graph, solution))
    return 0


def _solution_rows(graph: GameGraph, solution: Solution) -> list[tuple[str, ...]]:
    columns = (solution.scores, solution.lower, solution.upper)
    return [
        (node.id, *(format_score(column[node.id]) for column in columns), solution.best.get(node.id, ""))
        for node in graph.nodes
    ]


def run_trace(arguments: Arguments) -> int:
    """Write every step of an algorithm."""
    entry = algorithms.find(arguments.algorithm)
    options = parse_options(entry.name, entry.options, _settings(arguments.settings))
    trace = algorithms.trace(_good_graph(arguments.graph), entry.name, **options)
    if arguments.json:
        _say_json(trace)
    elif arguments.csv:
        sys.stdout.write(trace.to_csv())
    else:
        for step in trace:
            _say(_one_line(step.caption))
    if trace.cut:
        note(trace.cut)
    return 0


def _say_json(trace: Trace) -> None:
    """Write the trace as `Trace.to_json` has it, a step a line, without holding it all as text."""
    sys.stdout.write(dump_json(trace.json_head()).removesuffix("}") + ', "steps": [')
    for number, step in enumerate(trace.json_steps()):
        sys.stdout.write((",\n" if number else "\n") + dump_json(step))
    _say("\n]}")


def run_check(arguments: Arguments) -> int:
    """Write the problems of a graph; 1 if there are errors."""
    found = load_reference(arguments.graph)
    for problem in found.problems:
        _say(_one_line(str(problem)))
    errors = len(errors_in(list(found.problems)))
    counts = f"{counted(len(found.graph.nodes), 'node')}, {counted(len(found.graph.moves), 'move')}"
    _say(f"{counts}: {counted(errors, 'error')}, {counted(len(found.problems) - errors, 'warning')}")
    return 1 if errors else 0


def run_convert(arguments: Arguments) -> int:
    """Write a graph in another format."""
    _write(_good_graph(arguments.graph), arguments.out)
    return 0


def run_generate(arguments: Arguments) -> int:
    """Write the graph of a game."""
    parameters = _settings(arguments.parameters)
    graph = build_game(arguments.name, parameters)
    if arguments.out is None:
        sys.stdout.write(formats.dump(graph, "game-json").decode())
    else:
        _write(graph, arguments.out)
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


def _settings(items: Iterable[str]) -> dict[str, object]:
    """Settings written as name=value."""
    settings: dict[str, object] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals:
            raise OptionError(f"expected name=value, got {item!r}")
        if name in settings:
            raise OptionError(f"{name!r} is given twice; give it once")
        settings[name] = value
    return settings


# ---- graphs in and out


def _good_graph(reference: str) -> GameGraph:
    """The graph of a reference, which must have no errors; an error names the reference."""
    found = load_reference(reference)
    try:
        return found.require_good()
    except ExplorerError as error:
        raise type(error)(f"{reference}: {error}") from None


def _write(graph: GameGraph, path: str) -> None:
    """Write the graph, and say what its format could not carry."""
    format = formats.format_of(path, writing=True)
    formats.write(graph, path)
    for loss in formats.losses(graph, format.name):
        note(f"{path}: {loss}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def note(line: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(_one_line(line) + "\n")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _say_options(options: Iterable[Option]) -> None:
    for option in options:
        allowed = f" ({', '.join(option.choices)})" if option.choices else ""
        _say(f"    {option.name}={option.default}{allowed}: {option.help}")


def _say_table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Write rows in columns of equal width."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        _say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
