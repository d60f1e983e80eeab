"""The command `export`: a picture, a page, a table or the data of a graph, or of an algorithm on it."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from explorer.cli import graphs, scenes
from explorer.cli.commands.command import STEPS, Command, positive, step, steps, whole
from explorer.cli.console import Arguments, caution, note, progress
from explorer.drawing import exports
from explorer.drawing.excerpt import neighbourhood_of
from explorer.drawing.exports import Export, GraphView, Style
from explorer.drawing.exports.export import PICTURES
from explorer.drawing.graph_view import Highlight
from explorer.drawing.scene_view import view_of_scene
from explorer.drawing.why_data import highlight_of
from explorer.expansion.rule_values import with_rule_values
from explorer.explanation.making import why
from explorer.model.errors import OptionError
from explorer.scenes.scene import graph_under_rule

_RADIUS = 2  # moves
_FLAGS = {  # with what each changes
    "no_title": "title",
    "no_legend": "legend",
    "no_caption": "caption",
    "dark": "dark",
    "scale": "scale",
    "pause": "pause",
    "steps": "first",
}


def run_export(arguments: Arguments) -> int:
    """Write a picture, page, table or data of a graph, or of an algorithm on it at one step."""
    if arguments.radius is not None and arguments.around is None:
        raise OptionError("--radius belongs to a part of the graph; name the node in its middle with --around")
    path = graphs.target(arguments)
    entry = _export_for_output(arguments.to) if path is None else exports.export_of(path)
    style = _picture_style(arguments)
    for flag, name in _FLAGS.items():
        if hasattr(arguments, flag) and name not in entry.styled_by:
            note(f"{path or graphs.OUTPUT}: --{flag.replace('_', '-')} makes no difference to {entry.title}")
    view = _view_of(arguments)
    if arguments.why is not None:
        if not entry.shows_why:
            note(f"{path or graphs.OUTPUT}: --why makes no difference to {entry.title}")
        view = replace(view, highlight=_lit_parts(arguments, view))
    if arguments.around is not None:
        if entry.group != PICTURES:
            note(f"{path or graphs.OUTPUT}: --around makes no difference to {entry.title}")
        view = _view_around(arguments, view)
    if left_out := entry.left_out(view):
        note(f"{path or graphs.OUTPUT}: {left_out}")
    with progress() as tell:
        content = exports.export(view, entry.name, style, tell)
    graphs.write_bytes(content, path)
    return 0


def _view_around(arguments: Arguments, view: GraphView) -> GraphView:
    """Return the view with the part of the graph around a node; algorithms still run on the whole graph."""
    reach = _RADIUS if arguments.radius is None else arguments.radius
    beside = None if view.beside is None else _view_around(arguments, view.beside)
    return replace(view, graph=neighbourhood_of(view.graph, arguments.around, reach), beside=beside)


def _lit_parts(arguments: Arguments, view: GraphView) -> Highlight:
    """Return the nodes and moves that a picture lights to explain a score."""
    with progress("{done:,} positions looked at") as tell:
        found = why(with_rule_values(view.graph), arguments.why, endless=arguments.worth or 0, progress=tell)
    return highlight_of(found)


def _export_for_output(name: str | None) -> Export:
    """Return the export of this name, for standard output."""
    if name is None:
        raise OptionError(f"-o - needs --to, one of {', '.join(exports.registered())}")
    return exports.find(name)


def _picture_style(arguments: Arguments) -> Style:
    """Return the style of pictures from the arguments; absent ones keep their defaults."""
    values: dict[str, Any] = vars(arguments)
    style: dict[str, Any] = {name: values[name] for name in ("dark", "scale", "pause") if name in values}
    style |= {name: False for name in ("title", "legend", "caption") if f"no_{name}" in values}
    if "steps" in values:
        style["first"], style["last"] = values["steps"]
    return Style(**style)


def _view_of(arguments: Arguments) -> GraphView:
    """Return the view of the graph that the arguments describe."""
    scenes.require_exportable(arguments)
    if arguments.algorithm is None and not scenes.is_more_than_a_run(arguments):
        if arguments.step is not None or arguments.settings:
            raise OptionError("--step and --set belong to an algorithm; name it with --algorithm")
        return GraphView(graphs.drawable(arguments))
    scene = scenes.scene_of(arguments)
    graph = graphs.load_good(arguments)
    if arguments.rule is None:
        graph = graph_under_rule(scene, graph)
    with progress(STEPS, can_stop=True) as tell:
        view = view_of_scene(graph, scene, tell)
    if view.trace is not None and view.trace.left_out:
        caution(view.trace.left_out)
    return view


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command `export`; those of the style are absent from the result unless they are set."""
    suffix = "its suffix determines the format, .svg or .html for instance; or - for standard output"
    parser.add_argument("-o", "--out", required=True, metavar="FILE", help=suffix)
    parser.add_argument("--to", metavar="NAME", help="what to write to standard output, svg or html for instance")
    scenes.add_options(parser, step)
    parser.add_argument("--why", metavar="NODE", help="light in a picture what explains the score of this node")
    parser.add_argument("--around", metavar="NODE", help="draw only the part of the graph around this node")
    within = f"how many moves, in either direction, that part reaches from the node (default {_RADIUS})"
    parser.add_argument("--radius", type=whole("a radius is a number of moves, from 0"), metavar="R", help=within)
    style = parser.add_argument_group("looks").add_argument
    for name, help in (
        ("--dark", "light colours on a dark page"),
        ("--no-title", "leave out the name of the graph"),
        ("--no-legend", "leave out the legend"),
        ("--no-caption", "leave out the caption of the step"),
    ):
        style(name, action="store_true", default=argparse.SUPPRESS, help=help)
    for name, kind, metavar, help in (
        ("--scale", positive, "S", "pixels for a pixel of the canvas"),
        ("--pause", positive, "SECONDS", "for a step of an animation"),
        (
            "--steps",
            steps,
            "A-B",
            "first and last step, of two runs moment, of an animation or a table; B may be last",
        ),
    ):
        style(name, type=kind, default=argparse.SUPPRESS, metavar=metavar, help=help)


COMMAND = Command("export", "write a picture, a page, a table or the steps, by suffix", run_export, add)
