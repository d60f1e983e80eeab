"""The command `open`: the app, optionally on a graph."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.algorithms import known, own
from explorer.app.process import packed_reading
from explorer.cli import graphs, scenes
from explorer.cli.commands.command import LAST, Command, add_graph, step
from explorer.cli.console import Arguments, note
from explorer.cli.launch import run_app
from explorer.model.check import without_notes
from explorer.model.errors import quoted
from explorer.scenes.reference import file_versions
from explorer.scenes.scene import graph_under_rule
from explorer.solved_folder.folder import SolvedFolder

_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:\d+)?/?|https?://\[[0-9a-f:]+\](:\d+)?/?", re.IGNORECASE | re.ASCII)


def run_open(arguments: Arguments) -> int:
    """Run the app, on a graph if the arguments name one; note its problems first."""
    with _reference_for_app(arguments) as (reference, reading):
        run_app(
            reference,
            reading,
            port=arguments.port,
            browser=not arguments.no_browser,
            scene=scenes.scene_of(arguments).text() if scenes.is_scene(arguments) else "",
            base=arguments.base,
            algorithms=[*filter(own.is_reference, known())],
            origins=arguments.origins,
        )
    return 0


@contextmanager
def _reference_for_app(arguments: Arguments) -> Iterator[tuple[str | None, bytes]]:
    """Yield the reference of the graph for the app, or None, and note the problems of the graph.

    With it comes the reading of a large file, else nothing.
    """
    if arguments.graph is None:
        yield None, b""
        return
    from explorer.lessons.library import holds_lessons, is_lesson_name, read_lessons

    if is_lesson_name(arguments.graph):
        yield arguments.graph, b""
        return
    if holds_lessons(arguments.graph):
        read_lessons(Path(arguments.graph))  # so that errors come before the app begins
        yield str(Path(arguments.graph).resolve()), b""
        return
    if (folder := graphs.solved_folder(arguments)) is not None:
        if arguments.select:
            folder.node(arguments.select)
        _show_solution(folder, arguments)
        yield str(Path(arguments.graph).resolve()), b""
        return
    scene, rule = scenes.scene_of(arguments), arguments.rule
    arguments.rule = None  # the app has it from the scene
    versions = file_versions(arguments.graph) if graphs.is_large_file(arguments) else ()
    loaded = graphs.load(arguments, for_drawing=True)
    scenes.require_selected(scene, graph_under_rule(scene, loaded.graph))
    for problem in without_notes(loaded.problems):
        note(graphs.with_option(problem))
    with graphs.shared_reference(loaded.graph, arguments) as reference:
        arguments.rule = rule
        yield reference, packed_reading(reference, versions, loaded) if versions else b""


def _show_solution(folder: SolvedFolder, arguments: Arguments) -> None:
    """Have the scene begin at the end of the run, with the value of endless play that a folder has."""
    if arguments.page or arguments.scene or arguments.left or arguments.right:
        return
    if arguments.step is None:
        arguments.step = LAST
    if arguments.worth is None and folder.endless != 0:
        arguments.worth = str(folder.endless)


def add(parser: argparse.ArgumentParser) -> None:
    add_graph(parser, "?")
    parser.add_argument("--port", type=read_port, metavar="N", help="the port to listen on (default 8501, or the next)")
    scenes.add_options(parser, step)
    parser.add_argument(
        "--base-url", dest="base", default="", metavar="URL", help="where others reach the app, in links"
    )
    about = (
        "pages of this origin may connect to the app and hold it in a frame, as https://course.example.org; repeatable"
    )
    parser.add_argument(
        "--origin", dest="origins", type=read_origin, action="append", default=[], metavar="URL", help=about
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the address, open no browser")


def read_origin(text: str) -> str:
    """Return the origin that a text names, as browsers write it."""
    if not _ORIGIN.fullmatch(text):
        message = f"an origin is a scheme and a host, such as https://course.example.org, got {quoted(text)}"
        raise argparse.ArgumentTypeError(message)
    return text.rstrip("/").lower()


def read_port(text: str) -> int:
    """Return the number of a port that a text names."""
    if not (text.isdecimal() and 1 <= int(text) <= 65_535):
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, got {quoted(text)}")
    return int(text)


COMMAND = Command("open", "open the app in the browser", run_open, add, takes_graph=False)
