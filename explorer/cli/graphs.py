"""Graphs in and out of the command line: a reference or standard input, a file or standard output."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from explorer import formats
from explorer.cli.console import Arguments, detail, note, note_first, progress
from explorer.formats.files import write_files
from explorer.games.chess_ending import ChessEnding
from explorer.intake import Assembled, readings
from explorer.intake.assemble import with_lost_ends, with_turns
from explorer.intake.players import max_is
from explorer.intake.readings import COMMAND_LINE, Turns, reading_notes, rooted_at
from explorer.model.check import LOST, Problem, is_plain, not_expanded, unfinished_in, without_notes
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.model.words import counted
from explorer.scenes.reference import PASSING, absolute_reference, good_graph, load_reference
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.layout import is_solved_folder, solved_place
from explorer.solver import Solution
from explorer.trace.options import ENDLESS
from explorer.unwinding import Repetition, unfold

STANDARD = "-"  # stands for standard input, or for standard output
INPUT, OUTPUT = "standard input", "standard output"
_USUAL = "game-json"  # the format of standard output
_LARGE = 4_000_000  # bytes; a file of 200,000 moves has more in most formats
_UNGUARDED = (
    "a spreadsheet would take cells that begin with =, +, -, @ or a tab for formulas; --guard-formulas guards them"
)
_GUARDED = "cells that begin with =, +, -, @ or a tab have an apostrophe before them, and are read again with it"
SOLVED_COMMANDS = "open, solve, path, why and diff"
EXPANDED = "{done:,} positions expanded, of {total:,} at most"
UNFOLDED = "{done:,} states of play, of {total:,} at most"


def name_of(arguments: Arguments) -> str:
    """Return the name of the graph in messages."""
    return INPUT if arguments.graph == STANDARD else str(arguments.graph)


def load(arguments: Arguments, *, for_drawing: bool = False, ends_are_lost: bool = False) -> Assembled:
    """Return the valid part of the graph that the arguments name, and all problems.

    Parameters
    ----------
    for_drawing : as for `load_reference`.
    ends_are_lost : whether nodes without moves are lost in a plain graph, as for kernels, without the option.
    """
    began = time.monotonic()
    with rooted_at(arguments.root), max_is(arguments.max):
        loaded = _load_input(arguments, for_drawing=for_drawing)
    is_for_lost = ends_are_lost and is_plain(loaded.graph) and unfinished_in(loaded.graph)
    if arguments.lost_without_moves or is_for_lost:
        loaded = with_lost_ends(loaded)
    if arguments.convention is not None:
        loaded = with_turns(loaded, Turns(arguments.convention))
    if arguments.rule is not None:
        loaded = _unfolded(arguments, loaded)
    size = f"{counted(len(loaded.graph.nodes), 'node')}, {counted(len(loaded.graph.moves), 'move')}"
    detail(f"{name_of(arguments)}: {size}, read in {time.monotonic() - began:.2f} s")
    return loaded


def solved_folder(arguments: Arguments) -> SolvedFolder | None:
    """Return the solved folder that the arguments name; None if they name any other graph.

    Raises
    ------
    OptionError
        If there are options for the reading of a graph, of which a solved folder has made up its mind.
    """
    if not is_solved_folder(solved_place(arguments.graph or "")):
        return None
    for name in ("format", "root", "max", LOST.replace("-", "_"), "convention", "rule"):
        if getattr(arguments, name):
            option = f"--{name.replace('_', '-')}"
            raise OptionError(f"{arguments.graph} is a solved folder, to which {option} comes too late; leave it out")
    return SolvedFolder(arguments.graph)


def _unfolded(arguments: Arguments, loaded: Assembled) -> Assembled:
    """Return the graph under the rule about repetition that the arguments name, and note its size."""
    rule, endless = Repetition.parse(arguments.rule), _endless_of(arguments)
    graph = good_graph(name_of(arguments), loaded)
    with progress(UNFOLDED) as tell:
        found = unfold(graph, rule, endless=endless, progress=tell)
    note(f"{name_of(arguments)}: {found.summary}")
    return Assembled(found.graph, tuple(reading_notes(loaded)))


def _endless_of(arguments: Arguments) -> Score:
    """Return the value of endless play that the arguments name: of the command, the scene or the algorithm."""
    values = vars(arguments)
    settings = dict(text.partition("=")[::2] for text in values.get("settings") or ())
    given = (values.get("endless"), values.get("worth"), settings.get(ENDLESS))
    return parse_endless(next((value for value in given if value is not None), 0))


def is_large_file(arguments: Arguments) -> bool:
    """Return whether the arguments name a file whose graph is large enough for compiled code."""
    path = Path(arguments.graph)
    return path.is_file() and path.stat().st_size > _LARGE


def _load_input(arguments: Arguments, *, for_drawing: bool) -> Assembled:
    if is_solved_folder(solved_place(arguments.graph)):
        raise OptionError(f"{arguments.graph} is a solved folder, which {SOLVED_COMMANDS} read a node at a time")
    if arguments.graph == STANDARD:
        return formats.load_stream(sys.stdin.buffer, INPUT, arguments.format)
    with progress(EXPANDED) as tell, redirect_stdout(sys.stderr):  # for output of the rules of a game
        return load_reference(arguments.graph, tell, for_drawing=for_drawing, format_name=arguments.format)


def load_good(arguments: Arguments, *, tells_open: bool = False, ends_are_lost: bool = False) -> GameGraph:
    """Return the graph that the arguments name; raise an error that names it if it has errors.

    Parameters
    ----------
    tells_open : whether the output itself tells of open positions; else a note says that a game is not expanded whole.
    ends_are_lost : as for `load`.
    """
    loaded, name = load(arguments, ends_are_lost=ends_are_lost), name_of(arguments)
    note_warnings(name, loaded)
    graph = good_graph(name, loaded)
    for problem in () if tells_open else not_expanded(graph):
        note(f"{name}: {problem}")
    return graph


def drawable(arguments: Arguments) -> GameGraph:
    """Return the graph that the arguments name, finished or not, and note its problems."""
    loaded = load(arguments, for_drawing=True)
    for problem in without_notes(loaded.problems):
        note(f"{name_of(arguments)}: {with_option(problem)}")
    return loaded.graph


def with_option(problem: Problem) -> str:
    """Return the problem in words, with the option for the other reading of the graph, if any."""
    return readings.with_option(problem, COMMAND_LINE)


def note_warnings(name: str, loaded: Assembled) -> None:
    """Note what was left out or guessed on reading; the command `check` lists all other problems."""
    notes = [f"{name}: {with_option(problem)}" for problem in reading_notes(loaded)]
    note_first(notes, f"{name}: and {{:,}} more warnings; the command check lists them")


def note_clock(arguments: Arguments, solution: Solution) -> None:
    """Note if the fifty-move rule, which no score counts, may end a chess ending before its win."""
    rules = solution.scores.graph.rules
    if (
        isinstance(rules, ChessEnding)
        and solution.score
        and (late := rules.clock_note(solution.distance.get(solution.root, 0)))
    ):
        note(f"{name_of(arguments)}: warning: {late}")


@contextmanager
def shared_reference(graph: GameGraph, arguments: Arguments) -> Iterator[str]:
    """Yield a reference to the graph for another process; if there is none, to a temporary file."""
    values = vars(arguments)
    changes = [values[name] for name in ("root", "convention", "lost_without_moves", "format", "max", "rule")]
    if arguments.graph != STANDARD and not any(changes):
        yield absolute_reference(arguments.graph)
        return
    with TemporaryDirectory(prefix=PASSING) as folder:
        file = Path(folder, f"{Path(name_of(arguments)).name}.game.json")
        formats.write(graph, file)
        yield str(file)


def write(graph: GameGraph, arguments: Arguments) -> None:
    """Write the graph to a file or to standard output, and note what the format cannot carry."""
    path = target(arguments)
    if path is None:
        format = formats.find(arguments.to or _USUAL)
        write_bytes(formats.dump(graph, format.name, guards_formulas=arguments.guard_formulas), None)
    else:
        format = formats.format_of(path)
        formats.write(graph, path, guards_formulas=arguments.guard_formulas)
    if formats.has_formulas(graph, format.name):
        note(f"{path or OUTPUT}: {_GUARDED if arguments.guard_formulas else _UNGUARDED}")
    for loss in formats.losses(graph, format.name):
        note(f"{path or OUTPUT}: {loss}")


def target(arguments: Arguments) -> str | None:
    """Return the file that the arguments name; None for standard output.

    Raises
    ------
    OptionError
        If a format is given for a file, whose suffix determines it.
    """
    if arguments.out == STANDARD:
        return None
    if arguments.to is not None:
        raise OptionError("--to is for standard output, -o -; the format of a file is told by its suffix")
    return str(arguments.out)


def write_bytes(content: bytes, path: str | None) -> None:
    """Write the content to a file; with None, to standard output."""
    if path is not None:
        write_files({path: content})
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
