"""The command `task`: check whether a changed graph does a task, and list the tasks."""

from __future__ import annotations

import argparse
from urllib.parse import urlencode

from explorer.cli.commands.command import DISAGREES, GRAPH_HELP, Command, add_endless, add_json
from explorer.cli.console import Arguments, say
from explorer.cli.launch import BASE
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import parse_endless
from explorer.scenes.reference import good_graph, load_reference
from explorer.tasks import TaskVerdict, check, registered, task_of
from explorer.trace import dump_json

CHECK, LIST = "check", "list"
ACTIONS = (CHECK, LIST)


def run_task(arguments: Arguments) -> int:
    """Write whether a graph does a task; exit code 1 if it does not."""
    if arguments.action == LIST:
        return _write_tasks()
    if arguments.task is None or arguments.graph is None:
        raise OptionError("name a task and a graph, as in: task check 'makes-final?node=a' mine.game.json")
    task = task_of(arguments.task).task
    before = _load_good_graph(arguments.before or task.example)
    endless = parse_endless(arguments.endless)
    verdict = check(arguments.task, _load_good_graph(arguments.graph), before=before, endless=endless)
    if arguments.json:
        say(dump_json(_verdict_json(verdict)))
    else:
        say(verdict.text)
        if verdict.scene is not None:
            say(f"To step through it: {verdict.scene.link(BASE)}")
    return 0 if verdict.is_done else DISAGREES


def _load_good_graph(reference: str) -> GameGraph:
    return good_graph(reference, load_reference(reference))


def _write_tasks() -> int:
    """Write every task with its allowed changes and an example."""
    for task in registered().values():
        example = f"?{urlencode(task.example_options)}" if task.example_options else ""
        text = task_of(task.name + example).text(_load_good_graph(task.example))
        say(f"{task.name}{example}\n    {text}")
        say(f"    allowed: {task.change}; on {task.example}, unless --before names another graph")
    return 0


def _verdict_json(verdict: TaskVerdict) -> dict[str, object]:
    return {
        "version": 1,
        "done": verdict.is_done,
        "allowed": verdict.is_allowed,
        "text": verdict.text,
        "scene": None if verdict.scene is None else verdict.scene.text(),
    }


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, help="check has exit code 1 if the task is not done")
    parser.add_argument("task", metavar="NAME", nargs="?", help="a task with its options, such as leaves-read?leaves=6")
    parser.add_argument("graph", metavar="GRAPH", nargs="?", help=GRAPH_HELP)
    about = "the graph as it was before it was changed (default the example of the task)"
    parser.add_argument("--before", metavar="GRAPH", help=about)
    add_endless(parser)
    add_json(parser)


COMMAND = Command("task", "check whether a graph does a task, or list the tasks", run_task, add, takes_graph=False)
