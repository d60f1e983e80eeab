"""The command `check`: the problems of a graph, and which of its known answers are not found."""

from __future__ import annotations

from explorer.cli import graphs
from explorer.cli.commands.command import DISAGREES, Command
from explorer.cli.console import Arguments, say
from explorer.comparison.expected import disagreements
from explorer.formats.text import one_line
from explorer.model.check import count_of, errors_in, without_notes
from explorer.model.columns import OPEN
from explorer.model.words import counted


def run_check(arguments: Arguments) -> int:
    """Write the problems of a graph, and which of its known answers are not found; 1 if there are errors."""
    found = graphs.loaded(arguments)
    errors = count_of(errors_in(list(found.problems)))
    told = without_notes(found.problems)
    warnings, notes = count_of(told) - errors, len(found.problems) - len(told)
    wrong = [] if errors else disagreements(found.graph)
    for line in (*map(str, found.problems), *(f"error: {sentence}" for sentence in wrong)):
        say(one_line(line))
    if errors and found.graph.expected:
        say("the known answers were not compared: mend the errors first")
    errors += len(wrong)
    open_nodes = int((found.graph.columns.kinds == OPEN).sum())
    nodes = counted(len(found.graph.nodes), "node") + (f" ({open_nodes:,} open)" if open_nodes else "")
    counts = f"{nodes}, {counted(len(found.graph.moves), 'move')}"
    noted = f", {counted(notes, 'note')}" if notes else ""
    say(f"{counts}: {counted(errors, 'error')}, {counted(warnings, 'warning')}{noted}")
    return DISAGREES if errors else 0


COMMAND = Command("check", "problems of a graph, with node names; exit code 1 on errors", run_check)
