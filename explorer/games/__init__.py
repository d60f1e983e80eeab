"""The registry of games: every module of this package that has a `GAME`.

To add one, write one file here: a function that builds the graph, or the rules of the game (`explorer.model.rules`),
and a `Game` that describes it.  It then appears in the app, on the command line, in Python and in the tests that run
over all of them.
"""

from __future__ import annotations

from functools import cache
from urllib.parse import unquote_plus

from explorer.games.from_rules import ExpansionProgress
from explorer.games.game import Game
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.trace.options import parse_options
from explorer.trace.registry import discover, find_entry

__all__ = ["Game", "find", "generate", "parse_reference", "registered"]


@cache
def registered() -> dict[str, Game]:
    """Return all games by name, in the order in which menus show them."""
    return discover(__name__, __path__, Game)


def find(name: str) -> Game:
    """Return the game with this name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    return find_entry(name, registered(), "game")


def generate(name: str, /, *, progress: ExpansionProgress | None = None, **parameters: object) -> GameGraph:
    """Return the graph of a game; missing parameters have their defaults.

    Parameters
    ----------
    progress : called now and then with the number of positions that are expanded and with the most there will be;
        it may raise to cancel.

    Raises
    ------
    UnknownNameError
        If there is no such game.
    OptionError
        If there is no such parameter, or its value is impossible.
    GraphError, LimitError
        If the rules of the game fail, or the graph would be too large.

    Examples
    --------
    >>> len(generate("ladder", layers=3).nodes)
    14
    """
    game = find(name)
    return game.graph(progress=progress, **parse_options(game.name, game.parameters, parameters))


def parse_reference(reference: str) -> tuple[str, dict[str, str]]:
    """Return the name and the parameters of a game written as in a link: "ladder?layers=4".

    Raises
    ------
    OptionError
        If a parameter is not of the form name=value, or is given twice.

    Examples
    --------
    >>> parse_reference("ladder?layers=4"), parse_reference("ladder")
    (('ladder', {'layers': '4'}), ('ladder', {}))
    """
    name, _, query = reference.partition("?")
    parameters: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        key, equals, value = (unquote_plus(piece).strip() for piece in part.partition("="))
        if not equals or not key:
            raise OptionError(
                f"expected name?parameter=value&parameter=value, got {quoted(part)} in {quoted(reference)}"
            )
        if key in parameters:
            raise OptionError(f"the parameter {quoted(key)} is given twice in {quoted(reference)}; give it once")
        parameters[key] = value
    return name.strip(), parameters
