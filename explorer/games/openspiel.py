"""Games of OpenSpiel by name: two players, zero sum, moves in turn, no chance, nothing hidden.

OpenSpiel (M. Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games, arXiv:1908.09453, 2019) is an
optional extra and is imported when a game of it is asked for.

A state of OpenSpiel has a history.  Here a position is what OpenSpiel prints of a state together with whose turn it is,
so that different ways to one position meet, and a game may come back to it.  Rules that look at more than the print,
such as a draw by repetition, are no part of such a graph: play that repeats goes on for ever and is worth what endless
play is worth.  Where a second way to a position is seen to allow other moves or to end otherwise, the game is refused
with a sentence; `merged=no` keeps every history apart and is always exact, as a tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.model.board import Board, Piece, Role, squares
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.libraries import needed_for
from explorer.model.rules import Owner, Rules
from explorer.model.scores import Score
from explorer.trace.options import Option, yes_no

LONGEST_NAME = 300  # with its parameters
LARGEST_SIZE = 1_000  # of anything that a parameter counts, such as rows
MOST_MOVES = 1_000_000  # after which a game may be over by a parameter such as max_game_length
LONGEST_LABEL = 24  # characters
MOST_TRIED = 12  # actions of a state whose prints are compared when the state occurs again
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # of a terminal
_EMPTY = ".-"
_VARIANTS = {"misere"}  # of another game, which is their parameter


@dataclass(frozen=True, repr=False)
class Position:
    """A state of OpenSpiel.

    Attributes
    ----------
    key : equal for equal positions: the print and the player to move, or the whole history.
    text : the print of OpenSpiel.
    player : the player to move, 0 or 1; negative where the game is over.
    history : the actions that lead to it, by their numbers; of several ways the one that was found first.
    """

    key: tuple[object, ...]
    text: str = field(compare=False)
    player: int = field(compare=False)
    history: tuple[int, ...] = field(compare=False)

    def __repr__(self) -> str:
        return repr(self.text)


class OpenSpiel(Rules):
    """A game of OpenSpiel; player 0 is Max."""

    def __init__(self, *, name: str, merged: bool) -> None:
        self._game = load(name)
        self._merged = merged
        self._futures: dict[tuple[object, ...], int] = {}
        state = self._game.new_initial_state()
        self.initial = self._position_of_state(state)
        self.range = (_as_score(self._game.min_utility()), _as_score(self._game.max_utility()))
        self.board = _board_of_print(self.initial.text)
        self.title = name
        self.description = f"{self._game.get_type().long_name} of OpenSpiel; player 0 is Max." + (
            "" if merged else " Every history is a position of its own."
        )

    def owner(self, position: Position) -> Owner:
        """Return the player to move: "max" for player 0."""
        return "max" if position.player == 0 else "min"

    def moves(self, position: Position) -> list[Position]:
        """Return the position after each legal action.

        Raises
        ------
        GraphError
            If a position was met before with another future, so that its print does not tell all.
        """
        return [self._position_of_state(after) for _, after in self._states_after(position)]

    def score(self, position: Position) -> Score:
        """Return the score of player 0."""
        return _as_score(self._state_at(position).returns()[0])

    def name(self, position: Position) -> str:
        """Return the print with "/" between lines and the player to move; of a history, its moves."""
        if not self._merged:
            return " ".join(self._action_names(position.history)) or "start"
        text = position.text.replace(" ", "·").replace("\n", "/")
        return text if position.player < 0 else f"{text} {position.player}"

    def label(self, position: Position) -> str:
        """Return the print if it is short; else the last move after its number."""
        rows = (line.split() for line in position.text.splitlines())
        text = "/".join(("" if all(len(word) == 1 for word in row) else " ").join(row) for row in rows if row)
        if 0 < len(text) <= LONGEST_LABEL:
            return text
        *_, last = "start", *self._action_names(position.history)
        return f"{len(position.history)}. {last}" if position.history else last

    def picture(self, position: Position) -> str:
        """Return the print of OpenSpiel."""
        return position.text

    def cells(self, position: Position) -> str | None:
        """Return the characters of the print, if it is a grid as at the start."""
        text = "".join(position.text.split())
        return text if self.board is not None and len(text) == len(self.board.cells) else None

    def move_name(self, position: Position, after: Position) -> str | None:
        """Return the action as OpenSpiel writes it."""
        state = self._state_at(position)
        found = (action for action, child in self._states_after(position) if self._position_of_state(child) == after)
        return next((str(state.action_to_string(position.player, action)) for action in found), None)

    # ---- states

    def _state_at(self, position: Position) -> Any:
        """Return the OpenSpiel state after a position's history."""
        state = self._game.new_initial_state()
        for action in position.history:
            state.apply_action(action)
        return state

    def _states_after(self, position: Position) -> Iterator[tuple[int, Any]]:
        """Yield each legal action at a position with the state after it."""
        state = self._state_at(position)
        for action in state.legal_actions():
            yield action, state.child(action)

    def _position_of_state(self, state: Any) -> Position:
        """Return the position of a state; raise GraphError if an equal print had another future."""
        text = _COLOUR.sub("", str(state)).rstrip()
        player, history = int(state.current_player()), tuple(state.history())
        key: tuple[object, ...] = (text, player) if self._merged else history
        future = hash(_future_key(state))
        if self._futures.setdefault(key, future) != future:
            raise GraphError(
                f"OpenSpiel prints different positions alike, such as {quoted(' '.join(text.split()))}; keep their "
                "histories apart with merged=no"
            )
        return Position(key, text, player, history)

    def _action_names(self, history: tuple[int, ...]) -> Iterator[str]:
        """Yield the actions of a history as OpenSpiel writes them."""
        state = self._game.new_initial_state()
        for action in history:
            yield str(state.action_to_string(state.current_player(), action)).strip()
            state.apply_action(action)


def _as_score(worth: float) -> Score:
    """Return a number of OpenSpiel's as a score, a whole number if it is one."""
    return int(worth) if float(worth).is_integer() else float(worth)


def _future_key(state: Any) -> tuple[object, ...]:
    """Return a key that tells apart states that print alike: scores, or legal actions and a few prints."""
    if state.is_terminal():
        return tuple(state.returns())
    actions = state.legal_actions()
    return tuple((action, str(state.child(action)) if len(actions) <= MOST_TRIED else "") for action in actions)


def load(name: str) -> Any:
    """Return the game of OpenSpiel with this name, such as "go(board_size=2)".

    Raises
    ------
    OptionError
        If OpenSpiel is not installed, has no such game, or the game is of another kind.
    """
    pyspiel = _pyspiel()
    if len(name) > LONGEST_NAME:
        raise OptionError(f"the name of a game of OpenSpiel has at most {LONGEST_NAME} characters, got {quoted(name)}")
    try:
        parameters = pyspiel.game_parameters_from_string(name)
        _require_names(pyspiel, parameters)
        game = pyspiel.load_game(name)
        str(game.new_initial_state())  # some sizes fail only here
    except (RuntimeError, ValueError, MemoryError) as error:  # a SpielError is a RuntimeError
        reason = " ".join(str(error).split())
        raise OptionError(f"OpenSpiel cannot load {quoted(name)}: {reason:.200}") from None
    reasons = _reasons_against(pyspiel, game.get_type(), game.num_players())
    if reasons:
        raise _refusal_error(name, reasons)
    return game


def _pyspiel() -> Any:
    with needed_for("games of OpenSpiel"):
        import pyspiel
    return pyspiel


def _require_names(pyspiel: Any, parameters: Mapping[str, Any]) -> None:
    """Raise OptionError for unknown or large parameters before loading, as some games read files."""
    types = {each.short_name: each for each in pyspiel.registered_games()}
    name = parameters.get("name", "")
    if name not in types:
        fitting = (other for other, each in types.items() if not _reasons_against(pyspiel, each))
        raise OptionError(f"OpenSpiel has no game {quoted(name)}; choose one of {', '.join(fitting)}")
    known = types[name].parameter_specification
    for parameter, value in parameters.items():
        if parameter != "name" and parameter not in known:
            raise OptionError(f"{name} has no parameter {quoted(parameter)}; it has {', '.join(known) or 'none'}")
        most = MOST_MOVES if parameter.startswith("max") else LARGEST_SIZE
        if isinstance(value, int) and not 0 <= value <= most:
            raise OptionError(f"{name}: {parameter} must lie between 0 and {most:,}, got {value:,}")
        is_list = isinstance(value, str) and parameter != "name"
        if is_list and any(len(number) > 4 or int(number) > LARGEST_SIZE for number in re.findall(r"\d+", value)):
            raise OptionError(f"{name}: the numbers of {parameter} must be at most {LARGEST_SIZE:,}")
    if name in _VARIANTS:
        inner = parameters.get("game")
        if not isinstance(inner, Mapping):
            raise OptionError(f"{name} needs a game with brackets, as in {name}(game=tic_tac_toe())")
        _require_names(pyspiel, inner)
    elif reasons := _reasons_against(pyspiel, types[name]):
        raise _refusal_error(name, reasons)


def _reasons_against(pyspiel: Any, kind: Any, players: int | None = None) -> list[str]:
    """Return the reasons against a graph of this type of game; `players` is None before the game is loaded."""
    wanted = (
        (kind.chance_mode, pyspiel.GameType.ChanceMode.DETERMINISTIC, "it has chance moves"),
        (kind.dynamics, pyspiel.GameType.Dynamics.SEQUENTIAL, "its players do not move one at a time"),
        (kind.information, pyspiel.GameType.Information.PERFECT_INFORMATION, "something is hidden from its players"),
        (kind.utility, pyspiel.GameType.Utility.ZERO_SUM, "what one player wins is not what the other loses"),
    )
    reasons = [reason for value, other, reason in wanted if value != other]
    least, most = (kind.min_num_players, kind.max_num_players) if players is None else (players, players)
    number = least if least > 2 else most
    return reasons if least <= 2 <= most else [*reasons, f"it has {number} player{'' if number == 1 else 's'}"]


def _refusal_error(name: str, reasons: list[str]) -> OptionError:
    """Return the error that says why a game of OpenSpiel cannot be shown."""
    words = ", and ".join(reasons)
    return OptionError(
        f"{name} of OpenSpiel cannot be shown: {words}; choose a game of two players with perfect information"
    )


def _board_of_print(text: str) -> Board | None:
    """Return a board for a print in rows of equal length; None for any other print."""
    rows = text.split()
    columns = len(rows[0]) if rows else 0
    if len(rows) < 2 or columns < 2 or any(len(row) != columns for row in text.splitlines()):
        return None
    signs = (chr(code) for code in range(33, 127))
    roles: Mapping[str, Role] = {"x": "max", "o": "min"}
    pieces = {sign: Piece("text", roles.get(sign, "ink"), sign) for sign in signs if sign not in _EMPTY}
    return Board(columns, len(rows), tuple(squares(len(rows), columns)), pieces)


def _name_option() -> Option:
    return Option(
        "name",
        "Name",
        "tic_tac_toe",
        'The name of the game, with parameters if it has any: "connect_four(rows=3,columns=3,x_in_row=3)".',
        lambda value: str(value).strip(),
    )


GAME = Game(
    name="openspiel",
    title="OpenSpiel",
    source="M. Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games, arXiv:1908.09453",
    summary="Any game of OpenSpiel by name that two players play in turn with nothing hidden and no chance, such as "
    "breakthrough(rows=4,columns=3), y(board_size=3) or hex(board_size=3).",
    parameters=(
        _name_option(),
        yes_no("merged", "Positions that look the same are one", True, "Without it every history is its own position."),
        positions_option(6_000),
    ),
    rules=OpenSpiel,
    rank=60,
    scene="algorithm=score-iteration&step=last",
)
