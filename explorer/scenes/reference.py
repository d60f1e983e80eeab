"""References to graphs, as the command line names them.

A reference is a file, `sample:NAME`, `game:NAME?param=value`, or a game of one's own as `mygame.py:Game?param=value`.
The last is run, so references are only taken from the person who starts the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import fspath
from pathlib import Path

from explorer import formats, games
from explorer.formats.files import FilePath
from explorer.games import samples
from explorer.games.from_rules import ExpansionProgress
from explorer.games.user_game import load_user_game, user_game
from explorer.intake import Assembled
from explorer.intake.readings import rooted_at, warn_of_reading
from explorer.model.check import Problem, Severity
from explorer.model.errors import ExplorerError, OptionError, UnknownNameError, quoted
from explorer.model.graph import GameGraph
from explorer.trace.options import parse_options

SAMPLE = "sample:"
GAME = "game:"
PASSING = "game-graph-explorer-graph-"  # begins the name of a folder with a file that is there while the app is open


def read(path: FilePath, *, root: str | None = None) -> GameGraph:
    """Return the graph that a reference names, with a `ReadingWarning` of guesses and omissions.

    Parameters
    ----------
    path : a file, whose suffix says its format; "sample:NAME"; "game:NAME?param=value"; or "mygame.py:Game", a game of
        one's own, whose file is run.  Of a large game the positions nearest to the start are expanded, and all others
        are open nodes; the parameter `positions` says how many.
    root : the node where play starts, whatever the file says.

    Raises
    ------
    FormatError
        If the file cannot be read or is not of the format that its suffix promises, naming the file and the line.
    GraphError
        If the graph has errors that the command `check` lists, or the rules of a game fail; it names the node.
    UnknownNameError, OptionError, LimitError
        As `load_reference`.

    Examples
    --------
    >>> read("sample:figure-1").root, len(read("game:ladder?layers=3").nodes)
    ('a', 14)
    """
    reference = fspath(path)
    with rooted_at(root):
        found = load_reference(reference)
    graph = good_graph(reference, found)
    warn_of_reading(found, reference)
    return graph


def good_graph(name: str, reading: Assembled) -> GameGraph:
    """Return the graph of a reading if it has no errors.

    Raises
    ------
    GraphError
        With the first error, after the name.
    """
    try:
        return reading.require_good()
    except ExplorerError as error:
        raise type(error)(f"{name}: {error}" if name else str(error)) from None


def load_reference(
    reference: str,
    progress: ExpansionProgress | None = None,
    *,
    for_drawing: bool = False,
    format_name: str | None = None,
) -> Assembled:
    """Return the valid part of the graph that a reference names, and all problems.

    Parameters
    ----------
    progress : called while a large game is generated, as `explorer.games.generate` does; it may raise to cancel.
    for_drawing : whether it is to be drawn; of a large game of one's own a few positions are enough then.
    format_name : of a file, whatever its suffix promises.

    Raises
    ------
    FormatError
        If it is a file of which nothing can be made.
    UnknownNameError
        If there is no such sample or game.
    OptionError
        If a parameter of a game does not exist or is impossible, or a format is given for a game.
    GraphError, LimitError
        If the rules of a game fail, or give too much.

    Examples
    --------
    >>> load_reference("sample:figure-1").graph.root
    'a'
    """
    own = user_game(reference) if ".py" in reference else None
    if format_name is not None and (own is not None or reference.startswith((SAMPLE, GAME))):
        raise OptionError(f"a format is for a file or standard input, and {quoted(reference)} is a game")
    if reference.startswith(SAMPLE):
        return Assembled.of(samples.load_sample(reference.removeprefix(SAMPLE)))
    if reference.startswith(GAME):
        name, parameters = games.parse_reference(reference.removeprefix(GAME))
        return _read_game(build_game(name, parameters, progress))
    if own is not None:
        return _read_game(load_user_game(own, progress, for_drawing=for_drawing))
    if not Path(reference).exists() and (advice := _prefix_advice(reference)):
        raise UnknownNameError(f"there is no file {quoted(reference)}; for the {advice}{reference}")
    return formats.load(reference, format_name)


def _read_game(graph: GameGraph) -> Assembled:
    """Return the graph of a game, with a warning if its start has unused parts."""
    unused = "" if graph.rules is None else graph.rules.unused_note
    return Assembled.of(graph).with_problems([Problem(Severity.WARNING, unused)] if unused else [])


def _prefix_advice(reference: str) -> str:
    """Return advice about the missing prefix of a sample or a game; empty if there is none of this name."""
    if reference in samples.sample_names():
        return f"sample write {SAMPLE}"
    return f"game write {GAME}" if reference.partition("?")[0] in games.registered() else ""


def build_game(name: str, parameters: Mapping[str, object], progress: ExpansionProgress | None = None) -> GameGraph:
    """Return the graph of a game with parameters as a user wrote them.

    Raises
    ------
    UnknownNameError, OptionError, GraphError, LimitError
        As `load_reference`.
    """
    game = games.find(name)
    return game.graph(progress=progress, **parse_options(game.name, game.parameters, parameters))


def absolute_reference(reference: str) -> str:
    """Return the reference with the absolute path of a file, so that it holds in another folder."""
    if reference.startswith((SAMPLE, GAME)):
        return reference
    own = user_game(reference)
    return str(Path(reference).resolve() if own is None else own.absolute())


def files_of(reference: str) -> list[Path]:
    """Return the files of a reference: none for a sample or a game, two for a table of moves with one of nodes."""
    own = user_game(reference)
    path = Path(reference if own is None else own.file)
    if reference.startswith((SAMPLE, GAME)) or not path.is_file():
        return []
    return [file for file in (path, path.with_suffix(f".nodes{path.suffix}")) if file.is_file()]


def file_versions(reference: str) -> tuple[tuple[int, int], ...]:
    """Return for each file of a reference when it was changed, and its size."""
    stats = [file.stat() for file in files_of(reference)]
    return tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)
