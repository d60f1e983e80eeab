"""The command `check`: the problems of a graph, and its known answers that are not confirmed."""

from __future__ import annotations

import argparse
from typing import Any

from explorer.cli import graphs
from explorer.cli.commands.command import DISAGREES, Command, add_endless, add_json
from explorer.cli.console import Arguments, say
from explorer.comparison.expected import answer_kinds, contradictions
from explorer.formats.format import LineOfNodes
from explorer.formats.text import one_line
from explorer.model.check import Problem, Severity, count_of, errors_in
from explorer.model.columns import OPEN
from explorer.model.graph import GameGraph
from explorer.model.scores import parse_endless
from explorer.model.words import counted
from explorer.trace import dump_json

_VERSION = 1  # rises when a key of the JSON changes its meaning


def run_check(arguments: Arguments) -> int:
    """Write the problems of a graph and its known answers that are not confirmed; 1 if there are errors."""
    loaded, endless = graphs.load(arguments), parse_endless(arguments.endless)
    has_errors, has_known = bool(errors_in(list(loaded.problems))), bool(answer_kinds(loaded.graph))
    problems = [*loaded.problems, *([] if has_errors else contradictions(loaded.graph, endless=endless))]
    summary = _count_parts_and_problems(loaded.graph, problems)
    if arguments.json:
        about = {"known_answers_compared": has_known and not has_errors, "problems": [*map(_problem_json, problems)]}
        say(dump_json({"version": _VERSION, **summary, **about}))
    else:
        for problem in problems:
            say(one_line(graphs.with_option(problem)))
        if has_known and has_errors:
            say("the known answers were not compared: mend the errors first")
        say(_counts_words(summary))
    return DISAGREES if summary["errors"] else 0


def _count_parts_and_problems(graph: GameGraph, problems: list[Problem]) -> dict[str, int]:
    """Return the numbers of nodes, open nodes, moves, errors, warnings and notes."""
    errors, warnings, notes = ([each for each in problems if each.severity is severity] for severity in Severity)
    return {
        "nodes": len(graph.nodes), "open": int((graph.columns.kinds == OPEN).sum()), "moves": len(graph.moves),
        "errors": count_of(errors), "warnings": count_of(warnings), "notes": len(notes),
    }  # fmt: skip


def _counts_words(summary: dict[str, int]) -> str:
    """Return the summary in words."""
    nodes = counted(summary["nodes"], "node") + (f" ({summary['open']:,} open)" if summary["open"] else "")
    noted = f", {counted(summary['notes'], 'note')}" if summary["notes"] else ""
    problem_counts = f"{counted(summary['errors'], 'error')}, {counted(summary['warnings'], 'warning')}{noted}"
    return f"{nodes}, {counted(summary['moves'], 'move')}: {problem_counts}"


def _problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem as JSON; `table` is "nodes" if the line belongs to a separate file of nodes."""
    return {
        "severity": problem.severity, "message": problem.message, "node": problem.node, "line": problem.line,
        "table": "nodes" if isinstance(problem.line, LineOfNodes) else None,
        "cycle": list(problem.cycle), "count": problem.count,
    }  # fmt: skip


def add(parser: argparse.ArgumentParser) -> None:
    add_endless(parser)
    add_json(parser)


COMMAND = Command("check", "problems of a graph, with node names; exit code 1 on errors", run_check, add)
