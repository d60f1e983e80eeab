"""The command `serve`: the program for a class, with a room that follows the lecturer."""

from __future__ import annotations

import argparse
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from explorer.algorithms import known, own
from explorer.cli import graphs, scenes
from explorer.cli.commands.command import Command, add_graph, between, step
from explorer.cli.commands.lesson import lesson_set_of
from explorer.cli.commands.open import read_origin, read_port
from explorer.cli.console import Arguments, note, progress, say
from explorer.cli.launch import HOST, run_app
from explorer.lessons.lesson import Lesson
from explorer.lessons.library import holds_lessons, lesson_names, present_name
from explorer.lessons.scenes import Files
from explorer.lessons.variants import lesson_variant
from explorer.model.check import without_notes
from explorer.model.errors import OptionError, quoted
from explorer.model.work_limits import set_work_limits
from explorer.room.class_page import CLASS, FRAGMENT, class_page, lesson_of_graph, qr_lines
from explorer.room.class_room import ROOM
from explorer.room.limits import MEMORY, MESSAGE_MEGABYTES, SESSIONS, UPLOAD_MEGABYTES, WORK
from explorer.room.questions import questions_json, questions_of
from explorer.room.store import RoomError, RoomStore
from explorer.scenes.reference import GAME, SAMPLE

_FIRST_PORT, _MOST_PORTS = 8501, 100  # that are tried one after the other
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # as the user asks for it
_OUTSIDE = ("192.0.2.1", 9)  # an address that nobody has: to find out which of this computer's leads out
_FIRST = "sample:figure-1"
_SLIDE = "SLIDE"  # in an address, in the place of the number of the slide


@dataclass(frozen=True)
class _ClassContent:
    """Content of a class: a lesson, and the place where the whole program shows it.

    Attributes
    ----------
    reference : the graph or the file of lessons for the app, "" if it has the lesson itself.
    scene : the scene of that graph for the app.
    program : the path at which the app shows a slide.
    """

    lesson: Lesson
    files: Files
    reference: str
    scene: str
    program: str


def run_serve(arguments: Arguments) -> int:
    """Serve a class until Ctrl+C, and say what was kept."""
    set_work_limits(WORK)
    try:
        if arguments.graph is None:
            arguments.graph = _FIRST
        if present_name(arguments.graph) in lesson_names() or holds_lessons(arguments.graph):
            _serve(_content_of_lesson(arguments), arguments)
        else:
            _serve_graph(arguments)
    finally:
        set_work_limits()
    return 0


def _serve_graph(arguments: Arguments) -> None:
    """Serve a graph with a scene as a lesson of one slide."""
    loaded = graphs.load(arguments, for_drawing=True)
    for problem in without_notes(loaded.problems):
        note(graphs.with_option(problem))
    scenes.require_selected(scenes.scene_of(arguments), loaded.graph)
    with graphs.shared_reference(loaded.require_good(), arguments) as reference:
        is_own = not reference.startswith((SAMPLE, GAME))
        scene = replace(scenes.scene_of(arguments), rule="")  # by which the graph is unfolded already
        scene = replace(scene, graph="") if is_own else scene
        lesson, files = lesson_of_graph(loaded.graph, scene)
        program = "/" if is_own else f"/?{scene.text()}"
        _serve(_ClassContent(lesson, files, reference, scene.text(), program), arguments)


def _content_of_lesson(arguments: Arguments) -> _ClassContent:
    """Return the only lesson in a file or folder, or the lesson of the program with this name."""
    if scenes.is_scene(arguments):
        raise OptionError("a lesson has its own scenes; name a graph to serve a scene of it")
    lesson_set = lesson_set_of(arguments.graph)
    if len(lesson_set.lessons) != 1:
        names = ", ".join(f"{lesson.name}.md" for lesson in lesson_set.lessons)
        raise OptionError(f"a class follows one lesson; name one of {names}")
    (lesson,), name = lesson_set.lessons, present_name(arguments.graph)
    is_own = name not in lesson_names()
    address = {"lesson": f"own:{lesson.name}" if is_own else name, "slide": _SLIDE}
    reference = str(Path(arguments.graph).resolve()) if is_own else ""
    lesson = replace(lesson_variant(lesson, 1), variants=0)  # a class sees one variant
    return _ClassContent(lesson, lesson_set.files, reference, "", f"/learn?{urlencode(address)}")


def _serve(content: _ClassContent, arguments: Arguments) -> None:
    """Prepare the room, print where it is, and run the app until it ends."""
    host = arguments.host or HOST
    port = arguments.port or _free_port(host)
    base = (arguments.base or f"http://{_name_of_host(host)}:{port}").rstrip("/")
    path = Path(arguments.room or f"room-{port}.sqlite").resolve()
    _prepare(path, content, arguments, base)
    os.environ[ROOM] = str(path)
    try:
        _run(content, arguments, host, port, base)
    except KeyboardInterrupt:
        say(_end(path, arguments.votes))
    finally:
        os.environ.pop(ROOM, None)  # an app that this process runs afterwards has no room


def _prepare(path: Path, content: _ClassContent, arguments: Arguments, base: str) -> None:
    """Put the page and the settings into the file of the room, and print where the room is."""
    store = RoomStore(path)
    try:
        questions = questions_of(content.lesson, content.files)
        _require_same_questions(store, questions_json(questions))
        link = f"{base}{CLASS}{store.code}"
        with progress("slide {done:,} of {total:,} prepared") as tell:
            page = class_page(
                content.lesson, content.files, questions, link=link, program=content.program, progress=tell
            )
        store.set_page(page)
        _set_link(store, link)
        store.set("questions", questions_json(questions))
        store.set("sessions", str(arguments.sessions))
        store.set("memory", str(arguments.memory))
        _say_address(store, link, base, is_reachable=bool(arguments.host or arguments.base))
    finally:
        store.close()


def _require_same_questions(store: RoomStore, questions: str) -> None:
    """Raise RoomError if the file has votes on other questions."""
    if store.setting("questions") not in ("", questions) and store.size()[1]:
        raise RoomError(f"{store.path.name} has votes on another lesson; name another file with --room, or delete it")


def _set_link(store: RoomStore, link: str) -> None:
    """Store the link for all; a graph whose page has another one is no longer shown."""
    if store.setting("link") != link:
        store.hand_ins.set_page(0, b"")
    store.set("link", link)


def _say_address(store: RoomStore, link: str, base: str, *, is_reachable: bool) -> None:
    say(f"Class code:       {store.code}")
    say(f"Link for all:     {link}")
    say(f"Link to lead it:  {link}#{FRAGMENT}={store.token}   (yours alone)")
    say(f"Whole program:    {base}/")
    if is_reachable:
        say(qr_lines(link))
    else:
        say("Only this computer can open them; --host 0.0.0.0 lets everybody in who reaches it.")
    say("Ctrl+C ends the room.")


def _run(content: _ClassContent, arguments: Arguments, host: str, port: int, base: str) -> None:
    run_app(
        content.reference or None,
        port=port,
        browser=False,
        scene=content.scene,
        base=arguments.base and f"{base}/",
        algorithms=[*filter(own.is_reference, known())],
        origins=[*arguments.origins, *([_origin(arguments.base)] if arguments.base else [])],
        settings={
            "server.address": host,
            "browser.serverAddress": urlsplit(base).hostname or host,
            "server.maxUploadSize": str(UPLOAD_MEGABYTES),
            "server.maxMessageSize": str(MESSAGE_MEGABYTES),
            "logger.hideWelcomeMessage": "true",
        },
    )


def _end(path: Path, votes: str | None) -> str:
    """End the room, and return a sentence on what was kept."""
    store = RoomStore(path)
    words, has_graphs = store.words(), bool(store.hand_ins.count())
    if not store.size()[1] and not has_graphs:
        store.remove()
        return "The room has ended; nothing was kept."
    if votes is None:
        store.close()
        return (
            f"The room is closed. {path} keeps {words}: the same command opens the room again, with --votes FILE it "
            "writes the votes at its end; delete the file to forget them."
        )
    graphs.write_bytes(store.csv().encode(), votes)
    if has_graphs:
        store.close()
        return (
            f"The room is closed. {path} keeps {words}: the same command opens the room again; the votes are in "
            f"{votes} as well; delete the file of the room to forget them."
        )
    store.remove()
    return f"The room has ended; {words} are in {votes}, and nothing else was kept."


def _free_port(host: str) -> int:
    """Return the first free port from 8501 on."""
    for port in range(_FIRST_PORT, _FIRST_PORT + _MOST_PORTS):
        with suppress(OSError), socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return port
    raise OptionError(
        f"this computer has no address {quoted(host)}, or the ports {_FIRST_PORT} to {_FIRST_PORT + _MOST_PORTS - 1} "
        "are taken; name another --host or --port"
    )


def _name_of_host(host: str) -> str:
    """Return the host as it stands in an address; of all addresses of this computer the one that leads out."""
    if host in _EVERYWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_OUTSIDE)  # which sends nothing
            host = str(probe.getsockname()[0])
    if host in (HOST, *_EVERYWHERE):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _origin(base: str) -> str:
    """Return the origin of an address."""
    parts = urlsplit(base)
    return f"{parts.scheme}://{parts.netloc}".lower()


def _whole(most: int, expected: str) -> Callable[[str], int]:
    """Return a parser of numbers from 1."""

    def read(text: str) -> int:
        return int(between(1, most, expected)(text))

    return read


def add(parser: argparse.ArgumentParser) -> None:
    add_graph(parser, "?")
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on; 0.0.0.0 for all of this computer")
    parser.add_argument("--port", type=read_port, metavar="N", help="the port (default 8501, or the next)")
    parser.add_argument(
        "--sessions", type=_whole(10_000, "--sessions is a number from 1"), default=SESSIONS, metavar="N",
        help=f"how many may use the whole program at once (default {SESSIONS})",
    )  # fmt: skip
    parser.add_argument(
        "--memory", type=between(0.1, 10_000, "--memory is a number of GB from 0.1"), default=MEMORY, metavar="GB",
        help=f"memory of the process above which nobody else gets a session (default {MEMORY:g})",
    )  # fmt: skip
    parser.add_argument("--room", metavar="FILE", help="keeps the room until it ends (default room-PORT.sqlite)")
    parser.add_argument("--votes", metavar="FILE.csv", help="where to write all votes when the room ends")
    parser.add_argument("--base-url", dest="base", default="", metavar="URL", help="where others reach it, as a proxy")
    parser.add_argument(
        "--origin", dest="origins", type=read_origin, action="append", default=[], metavar="URL",
        help="pages of this origin may connect to the app and hold it in a frame; repeatable",
    )  # fmt: skip
    scenes.add_options(parser, step)


COMMAND = Command("serve", "serve a class, which follows the lecturer and votes", run_serve, add, takes_graph=False)
