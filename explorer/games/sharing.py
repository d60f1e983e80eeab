"""The sharing games on graphs: MAX proposes a colour, MIN gives it to an element, MAX gets the two-coloured.

e-Valuate, section 5: in game(G, A, B, [k], f) the elements of A (vertices, edges or faces of G) are coloured one by
one, and the elements of B are shared: x belongs to MAX if the elements S(x) of A that it hangs on have at least two
colours, and to MIN if they have one.  A play is won by doing better than the minimax value of the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from math import factorial
from operator import itemgetter
from textwrap import wrap
from typing import Any, NamedTuple

from explorer.games.from_rules import all_positions_option
from explorer.games.game import Game
from explorer.games.plane import LARGEST
from explorer.games.sharing_board import LETTERS, NOTHING, board, cells
from explorer.games.sharing_setting import (
    EDGES,
    FACES,
    VERTICES,
    description,
    setting,
    symmetric_note,
    symmetries,
    with_article,
)
from explorer.games.sharing_values import SharingValues
from explorer.games.undirected import NAMES, from_networkx, undirected_graph
from explorer.model.board import Board, Gesture
from explorer.model.errors import LimitError, OptionError
from explorer.model.late_networkx import nx
from explorer.model.rules import Owner, Rules
from explorer.model.scores import Score, format_score
from explorer.trace.options import Option, choice, score_list, whole_number, yes_no

DIFFERENT, PARITY = "different", "parity"
_SYMMETRIES = 250  # of a graph that are made use of
_VALUE_STATES = 20_000  # beyond which positions have no value: a second or two
_LINE = 40  # characters of a picture


class Position(NamedTuple):
    """A letter for each element of A, "." for one without a colour; and the colour that MIN must give, or ""."""

    letters: str
    proposal: str


class Sharing(Rules):
    """A sharing game; Max proposes first.

    Parameters
    ----------
    graph : a text that `undirected_graph` reads, or a graph of networkx.
    color, share : the kinds of element to colour and to share.
    colors : the number of colours.
    rule : `DIFFERENT`, or `PARITY`: Max gets what hangs on an odd number of elements with the colour A.
    weights : of the elements of B, or one for all.
    outer : the outer face, as `explorer.games.plane.plane` takes it.
    symmetric : whether positions count as one that a symmetry of the graph, or an exchange of colours, turns into
        each other.

    Raises
    ------
    OptionError, GraphError
        If there is no such game.
    """

    judged_by_minimax = True
    board: Board

    def __init__(
        self,
        *,
        graph: str | nx.Graph[Any],
        color: str = VERTICES,
        share: str = EDGES,
        colors: int = 2,
        rule: str = DIFFERENT,
        weights: tuple[Score, ...] = (1,),
        outer: str = LARGEST,
        symmetric: bool = False,
    ) -> None:
        if rule == PARITY and colors != 2:
            raise OptionError(f"the parity rule needs 2 colours, got {colors}")
        played = undirected_graph(graph) if isinstance(graph, str) else from_networkx(graph)
        self.setting = setting(played, color, share, outer)
        self.shares = self.setting.shares(weights, parity=rule == PARITY)
        self.range = (0, self.shares.weight(iter(range(len(self.shares.sets)))))
        self.letters, self.symmetric = LETTERS[:colors], symmetric
        self.title = f"Sharing the {share} of {played.name:.40} by colouring its {color}"
        self.description = description(self.setting, self.shares, self.letters)
        self.board_note = symmetric_note(self.shares) if symmetric else ""
        self.initial = Position(NOTHING * self.shares.elements, "")
        self._known: dict[Position, Position] = {}  # the one that stands for each, where positions count as one
        self.board = board(self.setting)

    # ---- the game

    def owner(self, position: Position) -> Owner:
        """Return the player to move: "min" where a colour is proposed, else "max"."""
        return "min" if position.proposal else "max"

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after each colour or element, in order."""
        return [self._canonical_position(after) for after in self._positions_after(position)]

    def score(self, position: Position) -> Score:
        """Return the weight of Max's share at the end."""
        return self.shares.share(self._colour_indices(position))

    def _positions_after(self, position: Position) -> list[Position]:
        """Return the positions after each move, before symmetries are applied."""
        letters, proposal = position
        if NOTHING not in letters:
            return []
        if not proposal:
            return [Position(letters, letter) for letter in self.letters]
        free = (index for index, letter in enumerate(letters) if letter == NOTHING)
        return [Position(letters[:index] + proposal + letters[index + 1 :], "") for index in free]

    def _canonical_position(self, position: Position) -> Position:
        """Return the position that stands for all that symmetries make of it."""
        if not self.symmetric:
            return position
        known = self._known.get(position)
        if known is None:
            letters = position.letters
            turned = {letters, *("".join(indices(letters)) for indices in self._symmetries)}
            known = min(self._with_ordered_colours(each, position.proposal) for each in turned)
            self._known[position] = known
        return known

    def _with_ordered_colours(self, letters: str, proposal: str) -> Position:
        """Return the position with its colours renamed in order of first use, where the rule allows it."""
        if self.shares.parity:
            return Position(letters, proposal)
        names = _letter_map("".join(dict.fromkeys(letters + proposal)))
        return Position(letters.translate(names), proposal.translate(names))

    @cached_property
    def _symmetries(self) -> list[Callable[[str], tuple[str, ...]]]:
        """Functions from the letters of a position to those of a symmetric one."""
        if self.shares.elements == 1:
            return []
        return [itemgetter(*indices) for indices in symmetries(self.shares, most=_SYMMETRIES)]

    def _colour_indices(self, position: Position) -> list[int | None]:
        """Return the colour of each element as an index; None without one."""
        return [None if letter == NOTHING else LETTERS.index(letter) for letter in position.letters]

    @property
    def estimated_count(self) -> int:
        """About how many positions there are; exact without symmetries."""
        elements, colours = self.shares.elements, len(self.letters)
        partly, wholly = (colours + 1) ** elements, colours**elements
        exact: int = partly + colours * (partly - wholly)
        alike = (
            max(1, len(self._symmetries)) * (1 if self.shares.parity else factorial(colours)) if self.symmetric else 1
        )
        return exact if alike == 1 else 1 + 2 * exact // alike

    # ---- its value

    def value(self, position: Position) -> Score | None:
        """Return Max's share at the end, or None if the game is too large."""
        proposal = LETTERS.index(position.proposal) if position.proposal else None
        if self._values is None:
            return None
        try:
            return self._values.value(self._colour_indices(position), proposal)
        except LimitError:
            return None

    @cached_property
    def _values(self) -> SharingValues | None:
        values = SharingValues(self.shares, len(self.letters), states=_VALUE_STATES)
        try:
            values.value()
        except LimitError:
            return None
        return values

    # ---- how it looks

    def name(self, position: Position) -> str:
        """Return the colours in the order of the elements, and the proposed one with a question mark."""
        return f"{position.letters} {position.proposal}?" if position.proposal else position.letters

    def gestures(self, position: Position) -> Iterator[tuple[Position, Gesture]]:
        """Yield each move's position with its gesture: the bar of the colour, or the element."""
        nobody = [None] * len(self.shares.sets)
        for after in self._positions_after(position):
            new = (
                NOTHING if now == before else now for now, before in zip(after.letters, position.letters, strict=True)
            )
            shown = cells(self.setting, "".join(new), nobody, after.proposal)
            yield (
                self._canonical_position(after),
                Gesture((next(at for at, each in enumerate(shown) if each != NOTHING),)),
            )

    def move_name(self, position: Position, after: Position) -> str | None:
        """Return "colour A", or "A → v2"."""
        at = next(
            (at for at, each in enumerate(self._positions_after(position)) if self._canonical_position(each) == after),
            None,
        )
        if at is None:
            return None
        if not position.proposal:
            return f"colour {self.letters[at]}"
        free = [index for index, letter in enumerate(position.letters) if letter == NOTHING]
        return f"{position.proposal} → {self.setting.coloured_names[free[at]]}"

    def cells(self, position: Position) -> str:
        """Return the graph with its colours and the owner of each element."""
        return cells(self.setting, position.letters, self._owners(position), position.proposal)

    def picture(self, position: Position) -> str:
        """Return the colour of each element of A, and the owners in B."""
        owners = self._owners(position)
        shared = self.setting.shared_names
        lines = [", ".join(map(" ".join, zip(self.setting.coloured_names, position.letters, strict=True)))]
        for whose, said in ((True, "Max has"), (False, "Min has"), (None, "open")):
            names = [name for name, owner in zip(shared, owners, strict=True) if owner is whose]
            lines += [f"{said}: {', '.join(names)}"] if names else []
        return "\n".join(wrapped for line in [*lines, self._turn_text(position)] for wrapped in wrap(line, _LINE))

    def _owners(self, position: Position) -> list[bool | None]:
        """Return for each shared element whether it is Max's; None while that is open."""
        colours = self._colour_indices(position)
        return [self.shares.is_max(x, colours) for x in range(len(self.shares.sets))]

    def _turn_text(self, position: Position) -> str:
        """Return a line on whose turn it is, or Max's share at the end."""
        if NOTHING not in position.letters:
            return f"Max's share: {format_score(self.score(position))}"
        if position.proposal:
            return f"Min gives {position.proposal} to {with_article(self.setting.color)}"
        return "Max proposes a colour"


@cache
def _letter_map(used: str) -> dict[int, str]:
    """Return a translation of the used letters to A, B, … in order of first use."""
    return str.maketrans(dict(zip(used.replace(NOTHING, ""), LETTERS, strict=False)))


def _estimated_count(*, positions: int, **values: Any) -> int:
    """Return about how many positions a game has, expanded or not."""
    return Sharing(**values).estimated_count


def _text_option(name: str, title: str, default: str, help: str) -> Option:
    """Return an option for a text of one line."""

    def parse(value: object) -> str:
        return " ".join(str(value).split())

    return Option(name, title, default, help, parse)


_KINDS = {kind: kind for kind in (VERTICES, EDGES, FACES)}

GAME = Game(
    name="sharing",
    title="Sharing game on a graph",
    source="e-Valuate, section 5, Example 1",
    summary="Max proposes colours, Min gives them to vertices, edges or faces; what has two colours belongs to Max.",
    parameters=(
        _text_option("graph", "Graph", "cycle-3", f"Edges such as a-b b-c c-a, or a name: {NAMES}."),
        choice("color", "What is coloured", _KINDS, "The elements that get the colours."),
        choice(
            "share", "What is shared", {kind: kind for kind in (EDGES, VERTICES, FACES)}, "What the players divide."
        ),
        whole_number("colors", "Colours", 2, "How many colours there are.", minimum=1, maximum=len(LETTERS)),
        choice(
            "rule",
            "Rule",
            {
                DIFFERENT: "Max gets what has two colours",
                PARITY: "Max gets what has the colour A an odd number of times",
            },
            "What makes an element belong to Max; the second rule needs 2 colours.",
        ),
        score_list(
            "weights", "Weights", (1,), "One number for all elements that are shared, or one for each in order."
        ),
        _text_option(
            "outer",
            "Outer face",
            LARGEST,
            f"{LARGEST}: the face with the longest boundary; or vertices that lie on the outer face, such as v0 v1.",
        ),
        yes_no(
            "symmetric",
            "Symmetric positions are one",
            False,
            "Whether positions are one that differ by a symmetry of the graph or by an exchange of colours.",
        ),
        all_positions_option(),
    ),
    rules=Sharing,
    rank=28,
    count=_estimated_count,
    scene="algorithm=retrograde&step=last",
)
