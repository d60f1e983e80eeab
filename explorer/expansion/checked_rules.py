"""The rules of a game, queried about one position at a time, with every answer checked.

Rules are written by users, so any answer is possible: a method fails, returns nothing, never ends, gives two positions
one name.  Every error becomes one sentence that names the game, the method and the position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import islice
from numbers import Integral
from typing import Any

from explorer.intake.cells import MAX_ID_LENGTH
from explorer.model.board import Board, Gesture
from explorer.model.board_json import BOARD, board_from_json, board_to_json
from explorer.model.errors import ExplorerError, FormatError, GraphError, quoted
from explorer.model.graph import Convention, Kind, Move, Node
from explorer.model.rules import Rules
from explorer.model.scores import Range, Score, format_range, format_score, parse_range, parse_score
from explorer.model.user_code import error_words, line_in

Position = Any  # hashable

MAX_MOVES = 10_000  # of one position; past it the moves are taken for endless
MOST_NAMED = 20_000  # moves
MAX_TEXT = 10_000  # characters of a label or a picture
PICTURE = "picture"  # key of a node, in memory and in files: lines of text, shown beside the canvas
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>")
OWNERS: dict[object, Kind] = {"max": Kind.MAX, "min": Kind.MIN, 0: Kind.MAX, 1: Kind.MIN}


class CheckedRules:
    """The rules of a game, checked, with the positions discovered so far and those expanded.

    A position that was discovered but not expanded is an open node, even if the game is over there.  The rules are
    queried once for each position; later answers repeat the first.

    Raises
    ------
    GraphError
        In every method: if the rules fail or give an impossible answer, in one sentence that says where.

    Examples
    --------
    >>> class Halve(Rules):
    ...     negamax, initial = True, 2
    ...     def moves(self, number):
    ...         return [number // 2, number - 1] if number > 1 else []
    ...     def score(self, number):
    ...         return -1
    >>> game = CheckedRules(Halve())
    >>> node = game.node(game.initial)
    >>> node.id, node.kind.value, game.expand(2)[0].kind.value, game.expand(2)[1], game.expand(1)[0].score
    ('2', 'open', 'mover', (1,), -1)
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title = title_of(rules)
        self.board = self._checked_board()
        self.score_range = self._checked_range()
        self._nodes: dict[Position, Node] = {}
        self._successors: dict[Position, tuple[Position, ...]] = {}
        self._positions: dict[str, Position] = {}

    @property
    def description(self) -> str:
        """The description of the game and of its boards for users."""
        return " ".join(str(text) for text in (self.rules.description, self.rules.board_note) if text)

    @property
    def convention(self) -> Convention:
        """The convention of the game's scores."""
        return Convention.NEGAMAX if self.rules.negamax else Convention.MINIMAX

    @property
    def initial(self) -> Position:
        """The position where play starts."""
        try:
            position = self.rules.initial
        except AttributeError:
            raise GraphError(
                f"{self.title}: there is no initial position; give the class an attribute initial"
            ) from None
        except Exception as error:
            raise GraphError(f"{self.title}: initial failed{line_in(error)}: {error_words(error)}") from None
        if not _is_hashable(position):
            raise GraphError(f"{self.title}: initial is the position {_mutable_words(position)}")
        return position

    def require_steady(self) -> None:
        """Raise GraphError if moves() changes the initial position, where that is of a user's class.

        Raises
        ------
        GraphError
            If it does.
        """
        position = self.initial
        before = _copy_of(position)
        if before is None:
            return
        self._answer("moves", position, _move_list)
        if _has_changed(before, position):
            raise self._answer_error(
                "moves", position, "changes this position; copy it first, and give the changed copy"
            )

    def node(self, position: Position) -> Node:
        """Return the node of a position as it is known now: open until the position has been expanded."""
        known = self._nodes.get(position)
        if known is None:
            id, label = self._new_id(position), self._checked_label(position)
            known = self._nodes[position] = Node(id, Kind.OPEN, label=label, extra=self._position_extra(position))
        return known

    def expand(self, position: Position) -> tuple[Node, tuple[Position, ...]]:
        """Return the node of an expanded position, and the positions after its moves, in order, each once."""
        node = self.node(position)
        if position not in self._successors:
            successors = self._checked_moves(position)
            kind = self._checked_kind(position) if successors else Kind.LEAF
            score = None if successors else self._checked_score(position)
            node = self._nodes[position] = Node(node.id, kind, score, node.label, extra=node.extra)
            self._successors[position] = successors
        return node, self._successors[position]

    def position(self, id: str) -> Position:
        """Return the position whose node has this id; it must have been discovered."""
        if id not in self._positions:
            raise GraphError(f"{self.title}: no position with the name {quoted(id)} has been met yet")
        return self._positions[id]

    def picture(self, position: Position) -> str | None:
        """Return the picture of a position, lines of text, if the game has one."""
        return self._text_answer("picture", position, as_text)

    def move_name(self, position: Position, after: Position) -> str | None:
        """Return the name of the move between two positions, if the game gives one."""
        name = self._answer("move_name", position, lambda answer: answer, after)
        if name is not None and not isinstance(name, str):
            raise self._answer_error("move_name", position, f"must give a text or None, got {_text_of(name)}")
        return name[:MAX_TEXT] if name else None

    def gestures(self, position: Position) -> list[tuple[Position, Gesture]]:
        """Return the gestures that the game lists for moves of a position, after checking their form and cells."""
        listed: list[tuple[Position, Gesture]] = self._answer("gestures", position, list)
        cells = 0 if self.board is None else len(self.board.cells)
        for pair in listed:
            if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[1], Gesture):
                raise self._answer_error(
                    "gestures", position, f"must give pairs of a position and a Gesture, got {_text_of(pair)}"
                )
            if not all(cell in range(cells) for cell in pair[1].all_cells):
                raise self._answer_error(
                    "gestures", position, f"gives a cell that the board has not: {_text_of(pair[1])}"
                )
        return listed

    @property
    def names_moves(self) -> bool:
        """Return whether the game has names of moves."""
        return type(self.rules).move_name is not Rules.move_name or "move_name" in vars(self.rules)

    def names_of(self, moves: Sequence[Move], positions: Mapping[str, Position]) -> dict[Move, str]:
        """Return the names of those moves that have one; of more moves than `MOST_NAMED`, none."""
        if not self.names_moves or len(moves) > MOST_NAMED:
            return {}
        names = ((move, self.move_name(positions[move[0]], positions[move[1]])) for move in moves)
        return {move: name.strip() for move, name in names if name and name.strip()}

    @property
    def marks_progress(self) -> bool:
        """Return whether the game marks moves as progress."""
        return type(self.rules).progress is not Rules.progress or "progress" in vars(self.rules)

    def progress_of(self, moves: Iterable[Move], positions: Mapping[str, Position]) -> frozenset[Move]:
        """Return the moves that are progress."""
        if not self.marks_progress:
            return frozenset()
        return frozenset(move for move in moves if self._is_progress(positions[move[0]], positions[move[1]]))

    def _is_progress(self, position: Position, after: Position) -> bool:
        return bool(self._answer("progress", position, bool, after))

    def value(self, position: Position) -> Score | None:
        """Return the exact value of a position, if the game knows it without its graph."""
        value = self._answer("value", position)
        if value is None:
            return None
        try:
            return as_score(value)
        except ExplorerError as error:
            raise self._answer_error("value", position, f"must give a score or None: {error}") from None

    @property
    def extra(self) -> dict[str, Any]:
        """The data of the game's graph besides nodes and moves: the board as JSON, if it has one."""
        return {} if self.board is None else {BOARD: board_to_json(self.board)}

    # ---- for each method of the rules, one here

    def _checked_range(self) -> Range | None:
        """Return the range of scores, if the game has one."""
        if self.rules.range is None:
            return None
        try:
            return parse_range(self.rules.range)
        except ExplorerError as error:
            raise GraphError(f"{self.title}: range: {error}") from None

    def _checked_board(self) -> Board | None:
        """Return the board that all positions share, checked."""
        board = self.rules.board
        if board is None:
            return None
        if not isinstance(board, Board):
            raise GraphError(
                f"{self.title}: board must be an explorer.model.board.Board or None, got {_text_of(board)}"
            )
        try:
            return board_from_json(board_to_json(board))
        except FormatError as error:
            raise GraphError(f"{self.title}: the board cannot be drawn: {error}") from None
        except Exception as error:
            raise GraphError(f"{self.title}: the board cannot be drawn: {error_words(error)}") from None

    def _position_extra(self, position: Position) -> dict[str, str]:
        """Return the data that a node keeps of its position: its picture, and the cells of the board."""
        texts = {PICTURE: self.picture(position), BOARD: self._checked_cells(position)}
        return {key: text for key, text in texts.items() if text is not None}

    def _checked_cells(self, position: Position) -> str | None:
        cells = None if self.board is None else self._text_answer("cells", position)
        if self.board is not None and cells is not None and len(cells) != len(self.board.cells):
            expected = f"one character for each of the {len(self.board.cells)} cells of the board"
            raise self._answer_error("cells", position, f"must give {expected}, got {_text_of(cells)}")
        return cells

    def _new_id(self, position: Position) -> str:
        """Return the name of a position that is new; it is no other position's."""
        name = self._answer("name", position)
        if not isinstance(name, str) or not name.strip():
            raise self._answer_error("name", position, f"must give a text that is not empty, got {_text_of(name)}")
        if len(name) > MAX_ID_LENGTH:
            raise self._answer_error(
                "name", position, f"gives more than {MAX_ID_LENGTH:,} characters; give a shorter one"
            )
        if _ADDRESS.search(name) and not _has_own_comparison(position):
            raise self._answer_error("name", position, f"gives where it lies in memory; {_comparison_advice(position)}")
        other = self._positions.setdefault(name, position)
        if other is not position and not self._are_equal(other, position):
            both = f"the different positions {_text_of(other)} and {_text_of(position)}"
            advice = "make them differ" if _has_own_comparison(position) else _comparison_advice(position)
            raise GraphError(f"{self.title}: name() gives {both} the same name {quoted(name)}; {advice}")
        return name

    def _checked_label(self, position: Position) -> str | None:
        return self._text_answer("label", position)

    def _checked_moves(self, position: Position) -> tuple[Position, ...]:
        answer = self._answer("moves", position, _move_list)
        if isinstance(answer, _BadMoves):
            raise self._answer_error("moves", position, str(answer))
        unusable = [successor for successor in answer if not _is_hashable(successor)]
        if unusable:
            raise self._answer_error("moves", position, f"gives the position {_mutable_words(unusable[0])}")
        try:
            distinct = tuple(dict.fromkeys(answer))
            for successor in distinct:
                self._nodes.get(successor)  # compares it with those discovered, as happens from here on
        except Exception as error:
            raise self._answer_error("moves", position, _incomparable_words(error)) from None
        return distinct

    def _are_equal(self, one: Position, other: Position) -> bool:
        try:
            return bool(one == other)
        except Exception as error:
            raise self._answer_error("name", other, _incomparable_words(error)) from None

    def _checked_kind(self, position: Position) -> Kind:
        if self.rules.negamax:
            return Kind.MOVER
        owner = self._answer("owner", position)
        if isinstance(owner, bool) or not isinstance(owner, str | Integral) or owner not in OWNERS:
            raise self._answer_error(
                "owner", position, f'must give "max" or "min", or 0 or 1 for them, got {_text_of(owner)}'
            )
        return OWNERS[owner]

    def _checked_score(self, position: Position) -> Score:
        answer = self._answer("score", position)
        try:
            score = as_score(answer)
        except ExplorerError as error:
            raise self._answer_error("score", position, f"must give the score of a finished game: {error}") from None
        if self.score_range is not None and not self.score_range[0] <= score <= self.score_range[1]:
            limits = format_range(self.score_range)
            raise self._answer_error(
                "score", position, f"gives {format_score(score)}, outside range, {limits}; correct one"
            )
        return score

    def _text_answer(
        self, method: str, position: Position, take: Callable[[Any], Any] = lambda answer: answer
    ) -> str | None:
        """Return the text that a method of the rules gives for a position; raise GraphError for any other answer."""
        text = self._answer(method, position, take)
        if text is not None and not isinstance(text, str):
            raise self._answer_error(method, position, f"must give a text or None, got {_text_of(text)}")
        if text is not None and len(text) > MAX_TEXT:
            raise self._answer_error(method, position, f"gives more than {MAX_TEXT:,} characters; give a shorter one")
        return text

    # ---- queries

    def _answer(
        self, method: str, position: Position, take: Callable[[Any], Any] = lambda answer: answer, *more: Position
    ) -> Any:
        """Return the answer of a method of the rules for a position, passed through `take`."""
        try:
            return take(getattr(self.rules, method)(position, *more))
        except NotImplementedError:
            raise self._answer_error(method, position, f"is needed; write a method {method}(self, position)") from None
        except ExplorerError as error:  # a sentence already
            raise GraphError(f"{self.title}: {error}") from None
        except (Exception, SystemExit) as error:  # who calls exit() there ends no program
            raise self._answer_error(method, position, f"failed{line_in(error)}: {error_words(error)}") from None

    def _call_words(self, method: str, position: Position) -> str:
        """Return the words that name a method of the rules and the position it was called for."""
        return f"{method}() at position {_text_of(position)}"

    def _answer_error(self, method: str, position: Position, message: str) -> GraphError:
        """Return the error that a method of the game gave a wrong answer for a position."""
        return GraphError(f"{self.title}: {self._call_words(method, position)} {message}")


def title_of(rules: Rules) -> str:
    """Return the title of the game, or the name of its class."""
    return str(rules.title or type(rules).__name__)


class _BadMoves(str):
    """Reason why the answer of moves() is no list of moves."""


def _move_list(moves: object) -> list[Position] | _BadMoves:
    """Return the answer of moves() as a list, or the reason why it is no list of moves."""
    if isinstance(moves, str | bytes):
        return _BadMoves(
            f"must give a list of positions, got the text {_text_of(moves)}; write [{_text_of(moves)}] for one"
        )
    if isinstance(moves, set | frozenset):
        return _BadMoves("gives a set, which has no order; give a list, such as sorted(…)")
    if not isinstance(moves, Iterable):
        return _BadMoves(f"must give a list of positions, [] if the game is over; got {_text_of(moves)}")
    listed = list(islice(moves, MAX_MOVES + 1))
    return listed if len(listed) <= MAX_MOVES else _BadMoves(f"gives more than {MAX_MOVES:,} moves; they seem endless")


def as_text(picture: object) -> object:
    """Return a list of lines as one text; anything else as it is."""
    if isinstance(picture, list | tuple) and all(isinstance(line, str) for line in picture):
        return "\n".join(picture)
    return picture


def _is_hashable(position: object) -> bool:
    try:
        hash(position)
    except Exception:
        return False
    return True


def _mutable_words(position: object) -> str:
    return f"{_text_of(position)}, a {type(position).__name__}, which can change; use a number, text or tuple"


def _has_own_comparison(position: object) -> bool:
    """Return whether the class of a position has its own comparison."""
    return type(position).__eq__ is not object.__eq__


def _comparison_advice(position: object) -> str:
    """Return advice for users on how to make equal positions of their class one."""
    name = type(position).__name__
    return (
        f"give {name} __eq__, __hash__ and __str__, so that equal positions are one; a frozen dataclass has the "
        "first two, and a tuple or text needs none"
    )


def _copy_of(position: object) -> object | None:
    """Return a copy of a position of a user's class; None for any other, or if it cannot be copied."""
    if not hasattr(position, "__dict__"):
        return None
    try:
        return deepcopy(position)
    except Exception:
        return None


def _has_changed(before: object, position: object) -> bool:
    """Return whether a position differs from its earlier copy: by its own comparison, or by its attributes."""
    try:
        if _has_own_comparison(position):
            return before != position
        return any(vars(position).get(key) != value for key, value in vars(before).items() if _equals_its_copy(value))
    except Exception:
        return False


def _equals_its_copy(value: object) -> bool:
    """Return whether a copy of a value equals it, as that of an object without a comparison does not."""
    return isinstance(value, list | tuple | dict | set | str | int | float | None) and value == deepcopy(value)


def _incomparable_words(error: Exception) -> str:
    return f"gives positions that cannot be compared{line_in(error)}: {error_words(error)}"


def as_score(score: object) -> Score:
    """Return the score that rules gave, a number of any library.

    Raises
    ------
    OptionError
        If it is no number, or not finite.
    """
    return parse_score(_python_number(score))


def _python_number(score: object) -> object:
    """Return a number of numpy, or of any other library, as one of Python's own types."""
    if isinstance(score, bool):
        return score
    if isinstance(score, Integral):
        return int(score)
    return float(score) if isinstance(score, float) else score


def _text_of(value: object) -> str:
    """Return any value as text for a message."""
    try:
        return " ".join(quoted(value).split())
    except Exception:
        return f"<{type(value).__name__}>"
