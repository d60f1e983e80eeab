"""The command `why`: the reason of a score, the refutation of another value, and the origin of a value in a trace."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from explorer.cli import graphs, solved
from explorer.cli.commands.command import DISAGREES, LAST, Command, add_endless, add_json, add_settings, step, whole
from explorer.cli.commands.trace import trace_of
from explorer.cli.console import Arguments, caution, progress, say
from explorer.expansion.rule_values import with_rule_values
from explorer.explanation.making import why
from explorer.explanation.origin import origin
from explorer.explanation.refutation import Refutation, refutation
from explorer.explanation.words import refuting_sentences, sentences, text
from explorer.model.errors import OptionError
from explorer.model.scores import score_to_json
from explorer.trace import Trace, dump_json
from explorer.trace.recording import Limits

_VERSION = 1  # of the JSON of an origin


def run_why(arguments: Arguments) -> int:
    """Write why a node has its score; 1 if the value of --not is not refuted."""
    if arguments.node is None:
        arguments.node = arguments.named_node
    if (folder := graphs.solved_folder(arguments)) is not None:
        return solved.say_reasons(folder, arguments)
    if arguments.node is None:
        raise OptionError("NODE is needed: the id of the node whose score is in question")
    if arguments.moves is not None:
        raise OptionError("--moves is for a solved folder; of a graph in memory the whole reason is said")
    if arguments.algorithm is not None:
        return _say_origin(arguments)
    if arguments.step is not None or arguments.settings or arguments.upper:
        raise OptionError("--step, --set and --upper belong to an algorithm; name it with --algorithm")
    graph = with_rule_values(graphs.load_good(arguments, tells_open=True))
    with progress("{done:,} positions looked at") as tell:
        explanation = why(graph, arguments.node, endless=arguments.endless, progress=tell)
    if arguments.expected is None:
        answer, refuted = sentences(explanation, lights=False), None
    else:
        refuted = refutation(explanation, arguments.expected)
        answer = refuting_sentences(refuted, lights=False)
    if arguments.json:
        fields = explanation.to_json() | _refutation_json(refuted)
        say(dump_json(fields | {"sentences": [str(each.caption) for each in answer]}))
    else:
        say(text(answer))
    return DISAGREES if refuted is not None and refuted.guarantee is None else 0


def _refutation_json(answer: Refutation | None) -> dict[str, Any]:
    """Return the value to be refuted, and the guarantee that refutes it, as JSON."""
    if answer is None:
        return {}
    at_least = answer.explanation.at_least
    by = None if answer.guarantee is None else "at_least" if answer.guarantee is at_least else "at_most"
    return {"expected": score_to_json(answer.value), "refuted_by": by}


def _say_origin(arguments: Arguments) -> int:
    """Write where the value of a node comes from in the trace of an algorithm."""
    if arguments.expected is not None:
        raise OptionError("--not is about the score of a node, not about a trace; leave out --algorithm")
    requested = LAST if arguments.step is None else arguments.step
    trace = trace_of(arguments, _limits_of(requested))
    step = _step_of(trace, requested)
    chain = origin(trace, arguments.node, step, upper=arguments.upper)
    if arguments.json:
        links = [link.to_json() for link in chain]
        head = {"version": _VERSION, "node": arguments.node, "algorithm": trace.algorithm, "step": step}
        say(dump_json(head | {"links": links}))
    elif not chain:
        say(f"{trace.graph.node(arguments.node).name} has no value at step {step:,}.")
    for link in () if arguments.json else chain:
        say(f"step {link.step:,}: {link.words(trace.graph.node(link.node).name)}")
    if requested == LAST and trace.left_out:
        caution(trace.left_out)
    return 0


def _limits_of(step: int) -> Limits:
    """Return the limits of a run that ends at the step of --step."""
    limits = Limits()
    return limits if step == LAST else replace(limits, run=min(step + 1, limits.run))


def _step_of(trace: Trace, step: int) -> int:
    """Return the number of the step of --step; raise OptionError if the trace is shorter."""
    last = len(trace) - 1
    if step > last:
        raise OptionError(f"the trace has the steps 0 to {last:,}; got --step {step}")
    return last if step == LAST else step


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("node", metavar="NODE", nargs="?", help="the id of a node")
    parser.add_argument("--node", dest="named_node", metavar="ID", help="the same")
    add_endless(parser)
    parser.add_argument("--not", dest="expected", metavar="VALUE", help="why the score is not this one")
    parser.add_argument("--algorithm", metavar="NAME", help="where the value comes from in a run of this algorithm")
    add_settings(parser)
    parser.add_argument("--step", type=step, metavar="N", help="the step of the run, or last (default last)")
    parser.add_argument("--upper", action="store_true", help="the upper bound, where a run has bounds")
    about = "of a solved folder: how many moves deep the reason goes (default 2)"
    parser.add_argument("--moves", type=whole("a number of moves from 0"), metavar="N", help=about)
    add_json(parser)


COMMAND = Command("why", "why a node has its score, or where its value in a trace comes from", run_why, add)
