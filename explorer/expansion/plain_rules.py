"""The rules of a game, queried about very many positions, as long as all answers are plain and correct.

An odd answer ends the work here at once; `explorer.expansion.checked_rules` then queries again, and reports the error
or accepts the answer.  Both make the same nodes from the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from explorer.expansion.checked_rules import (
    MAX_MOVES,
    MAX_TEXT,
    OWNERS,
    PICTURE,
    CheckedRules,
    Position,
    as_score,
    as_text,
)
from explorer.intake.cells import MAX_ID_LENGTH
from explorer.model.board_json import BOARD
from explorer.model.columns import CODES, LEAF, MOVER, OPEN, NodeColumns, ranks_and_scale
from explorer.model.rules import Rules
from explorer.model.scores import Score


class OddAnswerError(Exception):
    """An answer is not plain: it needs a closer look."""


class PlainGame:
    """The discovered positions of a game, the initial one first, and the nodes of those expanded.

    Raises
    ------
    OddAnswerError
        In every method, if the rules fail or give anything unusual.
    """

    def __init__(self, checked: CheckedRules) -> None:
        self.rules: Rules = checked.rules
        self.positions: list[Position] = [checked.initial]
        self._range = checked.score_range
        self._cells = None if checked.board is None else len(checked.board.cells)
        self._kinds: list[int] = []
        self._scores: list[Score | None] = []

    def expansions(self) -> Iterator[list[int]]:
        """Yield for each position in turn the indices of its successors in `positions`, which gets the new ones."""
        numbers = {self.positions[0]: 0}
        for position in self.positions:  # grows while it is walked
            try:
                row = self._checked_successors(position, numbers)
            except (Exception, SystemExit):
                raise OddAnswerError from None
            yield row

    def _checked_successors(self, position: Position, numbers: dict[Position, int]) -> list[int]:
        moves = self.rules.moves(position)
        if not isinstance(moves, list | tuple):
            _require_plain(isinstance(moves, Iterator))
            moves = list(islice(moves, MAX_MOVES + 1))
        _require_plain(len(moves) <= MAX_MOVES)
        if not moves:
            self._kinds.append(LEAF)
            self._scores.append(as_score(self.rules.score(position)))
            return []
        self._kinds.append(MOVER if self.rules.negamax else self._owner_kind(position))
        self._scores.append(None)
        row = []
        for successor in moves:
            number = numbers.setdefault(successor, len(self.positions))
            if number == len(self.positions):
                self.positions.append(successor)
            row.append(number)
        return list(dict.fromkeys(row)) if len(set(row)) < len(row) else row

    def _owner_kind(self, position: Position) -> int:
        """Return the kind of a node by the player who moves there."""
        owner = self.rules.owner(position)
        _require_plain(type(owner) in (str, int))
        return CODES[OWNERS[owner]]

    def columns(self) -> NodeColumns:
        """Return the nodes; those of positions that were not expanded are open."""
        try:
            return self._node_columns()
        except (Exception, SystemExit):
            raise OddAnswerError from None

    def _node_columns(self) -> NodeColumns:
        opens = len(self.positions) - len(self._kinds)
        ids = tuple(map(self.rules.name, self.positions))
        _require_plain(set(map(type, ids)) == {str} and max(map(len, ids)) <= MAX_ID_LENGTH)
        _require_plain(len(set(ids)) == len(ids) and all(map(str.strip, ids)))
        labels = self._texts("label", lambda text: text)
        ranks, scale = ranks_and_scale([*self._scores, *[None] * opens])
        _require_plain(self._range is None or not scale or self._range[0] <= scale[0] <= scale[-1] <= self._range[1])
        kinds = np.array([*self._kinds, *[OPEN] * opens], np.int8)
        return NodeColumns(ids, kinds, ranks, scale, labels, extras=self._extras())

    def _extras(self) -> dict[int, dict[str, Any]]:
        pictures = self._texts("picture", as_text)
        cells = None if self._cells is None else self._texts("cells", lambda text: text)
        _require_plain(cells is None or {len(text) for text in cells if text is not None} <= {self._cells})
        extras: dict[int, dict[str, Any]] = {}
        for key, texts in ((PICTURE, pictures), (BOARD, cells)):
            for index, text in enumerate(texts or ()):
                if text is not None:
                    extras.setdefault(index, {})[key] = text
        return extras

    def _texts(self, method: str, take: Callable[[Any], Any]) -> list[str | None] | None:
        """Return the text that a method of the rules gives for every position; None without such a method."""
        if getattr(type(self.rules), method) is getattr(Rules, method) and method not in vars(self.rules):
            return None
        texts = [take(text) for text in map(getattr(self.rules, method), self.positions)]
        _require_plain(all(text is None or (type(text) is str and len(text) <= MAX_TEXT) for text in texts))
        return texts


def _require_plain(is_plain: bool) -> None:
    """Raise OddAnswerError if an answer is not plain."""
    if not is_plain:
        raise OddAnswerError
