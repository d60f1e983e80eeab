"""A game in the user's own Python file, as the command line names it: `mygame.py:Game?name=value`.

To load it is to run it.  So only the reference that the person who started the program gave to it comes here; links,
uploads and everything else that reaches the app from outside hold graphs, never code.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from explorer.games import parse_reference
from explorer.games.from_rules import (
    DEFAULT_POSITIONS,
    MOST_USER_POSITIONS,
    POSITIONS,
    ExpansionProgress,
    from_rules,
    positions_option,
    preview,
)
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules
from explorer.model.user_code import error_words, line_in, run_file
from explorer.trace.options import yes_no

_REFERENCE = re.compile(r"(?P<file>.+?\.py)(:(?P<game>\w*))?(?P<query>\?.*)?", re.DOTALL)
Parameter = int | float | str | bool
_KINDS: Mapping[object, type[Parameter]] = {
    each: kind for kind in (int, float, str, bool) for each in (kind, kind.__name__)
}
_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_WORDS = {int: "a whole number", float: "a number", str: "a text"}


class UserGame(NamedTuple):
    """A reference to a game in a Python file, in its parts.

    Attributes
    ----------
    file : as it was written.
    game : the name of the class; "" for the only one in the file.
    query : the parameters as they were written, with the question mark; "" for none.
    """

    file: str
    game: str = ""
    query: str = ""

    def __str__(self) -> str:
        return f"{self.file}{':' if self.game else ''}{self.game}{self.query}"

    def absolute(self) -> UserGame:
        """Return the same reference with the absolute path of the file."""
        return self._replace(file=str(Path(self.file).resolve()))


def user_game(reference: str) -> UserGame | None:
    """Return the parts of a reference to a game in a Python file; None for any other reference.

    Examples
    --------
    >>> user_game("mygame.py:Game?size=3"), user_game("graph.csv")
    (UserGame(file='mygame.py', game='Game', query='?size=3'), None)
    """
    parts = _REFERENCE.fullmatch(reference)
    return None if parts is None else UserGame(parts["file"], parts["game"] or "", parts["query"] or "")


def load_user_game(
    game: UserGame, progress: ExpansionProgress | None = None, *, for_drawing: bool = False
) -> GameGraph:
    """Run a Python file and return the graph of its game, of a large one the first positions.

    The parameter `positions` says how many positions are expanded; without it `DEFAULT_POSITIONS` at most, or what
    `preview` gives `for_drawing`.  All other parameters go to the class.

    Raises
    ------
    FormatError
        If the file cannot be read or run, or there is no such game in it.
    OptionError
        If the class does not take a parameter, or needs one that is not given.
    GraphError, LimitError
        If the rules fail or give what cannot be.
    """
    _, parameters = parse_reference(f"{game.game}{game.query}")
    wanted = parameters.pop(POSITIONS, None)
    rules = load_rules(game, parameters)
    if wanted is None and for_drawing:
        return preview(rules)
    positions = DEFAULT_POSITIONS if wanted is None else positions_option(maximum=MOST_USER_POSITIONS).parse(wanted)
    return from_rules(rules, positions=positions, progress=progress)


def load_rules(game: UserGame, parameters: Mapping[str, str]) -> Rules:
    """Run a Python file and return its rules, with parameters as the user wrote them.

    Raises
    ------
    FormatError, OptionError
        As `load_user_game`.
    """
    kind = _game_class(game, run_file(game.file, "mygame.py:Game"))
    values = _constructor_arguments(game, kind, parameters)
    try:
        return kind(**values)
    except (Exception, SystemExit) as error:
        raise FormatError(
            f"{game.file}{line_in(error, game.file)}: {kind.__name__} cannot be made: {error_words(error)}"
        ) from None


# ---- the class in it


def _game_class(game: UserGame, module: ModuleType) -> type[Rules]:
    """Return the class that a reference names, or the only game in the file."""
    if game.game:
        found = getattr(module, game.game, None)
        if isinstance(found, type) and issubclass(found, Rules):
            return found
        if found is None:
            raise FormatError(f"{game.file} has no class {quoted(game.game)}; {_class_advice(module, game.file)}")
        raise FormatError(f"{game.game} in {game.file} is no game; write class {game.game}(Rules)")
    names = _games_in(module)
    if len(names) != 1:
        raise FormatError(f"{game.file} has {len(names) or 'no'} games; {_class_advice(module, game.file)}")
    only: type[Rules] = getattr(module, names[0])
    return only


def _games_in(module: ModuleType) -> list[str]:
    """Return the names of the games that the module itself defines, in its order."""
    kinds = {name: each for name, each in vars(module).items() if isinstance(each, type) and issubclass(each, Rules)}
    return [name for name, each in kinds.items() if each.__module__ == module.__name__]


def _class_advice(module: ModuleType, file: str) -> str:
    """Return advice on the class to name in a reference, by the games in the file."""
    names = _games_in(module)
    if not names:
        return "write one, as in class Game(Rules)"
    return f"choose one of {', '.join(f'{file}:{name}' for name in names)}"


def _constructor_arguments(game: UserGame, kind: type[Rules], texts: Mapping[str, str]) -> dict[str, Parameter]:
    """Return the arguments for the constructor of the rules."""
    takes = inspect.signature(kind).parameters
    named = {name: each for name, each in takes.items() if each.kind in _BY_NAME}
    kinds = {name: mark for name, each in named.items() if (mark := _parameter_type(each)) is not None}
    for name in texts:
        if name not in kinds:
            has = f"it takes {', '.join(kinds)}" if kinds else "it takes none"
            raise OptionError(
                f"{kind.__name__} takes no parameter {quoted(name)}; {has} "
                "(keywords of __init__ whose mark or default is an int, float, str or bool)"
            )
    for name, each in takes.items():
        if name not in texts and each.default is each.empty and each.kind not in _ANY_NUMBER:
            raise OptionError(
                f"{kind.__name__} needs a value for {quoted(name)}; "
                f"give it a default in __init__, as in {name}: int = 3"
            )
    return {name: _parse_argument(name, text, kinds[name]) for name, text in texts.items()}


def _parameter_type(parameter: inspect.Parameter) -> type[Parameter] | None:
    """Return the type of a parameter, by its annotation or else by its default."""
    marked = parameter.annotation if isinstance(parameter.annotation, type | str) else None
    return _KINDS.get(marked) or _KINDS.get(type(parameter.default))


def _parse_argument(name: str, text: str, kind: type[Parameter]) -> Parameter:
    """Return a text as a value of the parameter's type; raise OptionError if it is none."""
    if kind is bool:
        return bool(yes_no(name, name, default=False, help="").parse(text))
    try:
        return kind(text)
    except ValueError:
        raise OptionError(f"{name} must be {_WORDS[kind]}, got {quoted(text)}") from None
