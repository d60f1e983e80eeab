"""From roles to colours, shapes and words: the only place that knows how anything looks.

The fill of a node is its score (`explorer.drawing.node_colours`).  Its ring is its finality, the left half for the
lower bound and the right half for the upper: solid and thick is final, dashed and thin is not, so the ring reads
without colour too.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.theme import BoardColour
from explorer.drawing.node_colours import DARK_INK, NEUTRAL, UNKNOWN
from explorer.model.board import Role as BoardRole
from explorer.model.graph import Kind
from explorer.trace import Activity, Finality, Relation
from explorer.unwinding import CopyRole

OUTLINE = "#4b5563"
EDGE, EDGE_SELECTED, EDGE_HOVERED = "#8b93a0", "#2563eb", OUTLINE


@dataclass(frozen=True)
class Ring:
    """Half of a ring: a colour on a light and on a dark background, a width in canvas pixels, a dash pattern."""

    light: str
    dark: str
    width: float
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Background:
    """Colours of the page under a picture, as `.streamlit/config.toml` sets them: background, text, accent."""

    paper: str
    ink: str
    accent: str
    is_dark: bool

    def ring(self, ring: Ring) -> str:
        """Return the colour of a ring on this page."""
        return ring.dark if self.is_dark else ring.light


LIGHT, DARK = Background("#ffffff", "#15181d", "#2563eb", False), Background("#14171c", "#eceff3", "#3b82f6", True)


@dataclass(frozen=True)
class FinalityLook:
    """The look of a finality and its sign at the node's lower right; the words are true after the last step, too."""

    left: Ring
    right: Ring
    meaning: str
    of_bounds: str
    sign: str | None = None

    @property
    def border(self) -> Ring:
        """The one ring of the look where it cannot have two halves: with the colour of a final half and the dashes of
        the other."""
        final, other = sorted((self.left, self.right), key=lambda ring: len(ring.dash))
        return replace(final, dash=other.dash)


_UNKNOWN = Ring("#9aa1ab", "#78808c", 1.5)
_MOVES = Ring("#c2410c", "#fb923c", 2.5, (4, 3))
_HOLDS = Ring("#7c3aed", "#a78bfa", 4, (2, 3))
_FINAL = Ring("#15803d", "#4ade80", 5)
_WRONG = Ring("#dc2626", "#f87171", 4, (9, 3))

_CONDITIONAL = "conditional: valid on certain paths"
_CONTRADICTS = "wrong: contradicts the true score"

FINALITY: dict[Finality, FinalityLook] = {
    Finality.UNKNOWN: FinalityLook(_UNKNOWN, _UNKNOWN, "no score", "no bounds"),
    Finality.TENTATIVE: FinalityLook(_MOVES, _MOVES, "may still rise or fall", "neither bound final"),
    Finality.CONDITIONAL: FinalityLook(_HOLDS, _HOLDS, _CONDITIONAL, _CONDITIONAL),
    Finality.LOWER: FinalityLook(_FINAL, _MOVES, "lower bound final, may still rise", "left half: lower bound final"),
    Finality.UPPER: FinalityLook(_MOVES, _FINAL, "upper bound final, may still fall", "right half: upper bound final"),
    Finality.FINAL: FinalityLook(_FINAL, _FINAL, "final: cannot change", "both bounds final"),
    Finality.WRONG: FinalityLook(_WRONG, _WRONG, _CONTRADICTS, _CONTRADICTS, "≠"),
}

SHAPES: dict[Kind, tuple[str, str]] = {
    Kind.MAX: ("circle", "Max to move"),
    Kind.MIN: ("square", "Min to move"),
    Kind.MOVER: ("circle", "position; scores are for the player to move"),
    Kind.LEAF: ("leaf", "leaf: the game is over"),
    Kind.OPEN: ("cloud", "open: not expanded yet"),
}

PYVIS_SHAPES = {"circle": "dot", "square": "square", "leaf": "diamond", "cloud": "dot"}
"""What pyvis calls these shapes; an open node's outline is dotted there."""

ACTIVITY: dict[Activity, tuple[str, str]] = {
    Activity.CHANGED: ("#8250df", "changed in this step"),
    Activity.COMPARED: ("#60a5fa", "compared"),
    Activity.EVALUATED: ("#84cc16", "leaf read"),
    Activity.BACK_LINK: ("#d6336c", "back link: counts as endless play"),
    Activity.STORED: ("#0d9488", "stored in the memo"),
    Activity.HIT: ("#5eead4", "answered from the memo"),
    Activity.REFUSED: ("#9a3412", "memo entry refused"),
    Activity.WRONG: ("#ff0000", "differs from the true score"),
}

SIGNS: dict[Activity, str] = {
    Activity.CHANGED: "Δ",
    Activity.BACK_LINK: "↺",
    Activity.STORED: "↓",
    Activity.HIT: "↑",
    Activity.REFUSED: "×",
    Activity.WRONG: "≠",
}
"""Of what is done to a node, at its lower right: so that a halo tells more than its colour does."""

MARKS = {
    "path": ("#f0b400", "current path"),
    "focus": ("#f0b400", "node of this step"),
    "move": ("#e08600", "move of this step"),
    "back": ("#d6336c", "back link to a node on the path"),
    "plus": ("#0072b2", "chosen by the strategy of Max"),
    "minus": ("#d55e00", "chosen by the strategy of Min"),
    "reply": ("#94a3b8", "a reply of the other player: the strategy has them all"),
    "stalling": ("#6b7280", "keeps the score but makes no progress"),
    "value": ("#0e7490", "a value sent to a predecessor, as it is seen there; a dot repeats the one before"),
    "signal": ("#be185d", "an acknowledgement of a new value"),
    "cycle": ("#dc2626", "a cycle, in which play can repeat for ever"),
    "played": ("#a0702e", "played"),
    "here": ("#a0702e", "the position now"),
    "lasso": ("#d6336c", "the loop that play has completed"),
    "leave": ("#0d9488", "leaves the loop for something better"),
    "best": ("#15803d", "the best move"),
    "edited": ("#c026d3", "another score since the last edit"),
    "holds": ("#16a34a", "the minimax rule holds with the values on trial"),
    "fails": ("#dc2626", "the minimax rule fails with the values on trial"),
    "agrees": ("#16a34a", "the value given agrees with the score"),
    "wrong": ("#dc2626", "x ≠ y: the score is x, the value given is y"),
    "chain": ("#14b8a6", "what the explanation follows"),
    "selected": ("#2563eb", "selected"),
    "copies": ("#a21caf", "copies of the selected node"),
    "problem": ("#dc2626", "has a problem"),
    "endless": ("#7c3aed", "two bounds: the fill depends on the value of endless play"),
    "warning": ("#b45309", "please check"),
}


DASHED = ("back", "stalling")
"""Marks that are drawn dashed."""

BOARD: dict[BoardRole | Literal["grid"], tuple[str, str]] = {
    "surface": ("#f7f2e7", "#2a2f38"),
    "shade": ("#d8cbb0", "#434b59"),
    "grid": ("#8f8570", "#6f7a8a"),
    "ink": (DARK_INK, "#eceff3"),
    "max": ("#005ab5", "#4da3ff"),
    "min": ("#dc5000", "#ff8a3d"),
    "highlight": ("#f0b400", "#f0b400"),
    "hue-1": ("#0072b2", "#2a86d0"),
    "hue-2": ("#e69f00", "#e69f00"),
    "hue-3": ("#009e73", "#00ab7e"),
    "hue-4": ("#cc79a7", "#dc8fba"),
    "hue-5": ("#56b4e9", "#80cdf7"),
    "hue-6": ("#d55e00", "#dd6410"),
    "hue-7": ("#f0e442", "#f4ea60"),
    "hue-8": ("#4d4a45", "#e3e6ea"),
}
"""Of boards, on a light page and on a dark one; the hues are about those of Okabe and Ito (2008)."""


MEANINGS = {
    "unfinished": "no moves yet: algorithms count it as an open node",
    "root": "root: where play starts",
    "unread": "a leaf's own score, which the algorithm has not read",
    "own": "the leaf's own score (not yet used)",
    "bounds": "lower bound at the left, upper bound at the right; one number where they are equal",
    "window": "window: values outside it cannot matter any more",
    "pruned": "pale: skipped after a cutoff",
    "unreached": "pale: play never gets there",
    "hidden": "n successors are not shown: click to show more",
    "opacity": "the paler a move, the more it gives away",
}
"""Of what stands over, in, under or for a node."""


RELATIONS: dict[Relation, str] = {
    Relation.AT_LEAST: "a bound: the score is at least n",
    Relation.AT_MOST: "a bound: the score is at most n",
    Relation.ABOVE: "a bound: the score is greater than n",
    Relation.BELOW: "a bound: the score is less than n",
    Relation.ABOUT: "an estimate of the score: heuristic values went into it",
    Relation.ABOUT_AT_LEAST: "an estimated lower bound: heuristic values went into it",
    Relation.ABOUT_AT_MOST: "an estimated upper bound: heuristic values went into it",
    Relation.MERIT: "the merit h of a live state: no score of this node",
}
"""Of numbers on nodes that are not scores, by the sign before them."""

COPIES: dict[CopyRole, tuple[str, str]] = {
    CopyRole.FRESH: ("dashed", "cut-off: counts as endless play"),
    CopyRole.UNREAD: ("dashed", "cut-off leaf: counts as s₀, not as its own score"),
    CopyRole.BACK_LINK: ("barred", "back link: the position is on the path already and counts as endless play"),
    CopyRole.HIDDEN: ("dotted", "has successors that are not shown"),
}


def as_data() -> dict[str, Any]:
    """Return the whole theme as JSON data, for drawing in the browser; roles are keyed by their names."""
    return {
        "finality": {role.name.lower(): _finality_data(role) for role in Finality},
        "roles": [role.name.lower() for role in Finality],
        "shapes": {str(kind): {"shape": shape, "meaning": text} for kind, (shape, text) in SHAPES.items()},
        "activity": {str(role): {"colour": colour, "meaning": text} for role, (colour, text) in ACTIVITY.items()},
        "signs": {str(role): sign for role, sign in SIGNS.items()},
        "copies": {str(role): {"style": style, "meaning": text} for role, (style, text) in COPIES.items()},
        "board": board_colours(),
        "edge": EDGE,
        "largestDrawn": LARGEST_DRAWN,
        "marks": {name: {"colour": colour, "meaning": text} for name, (colour, text) in MARKS.items()},
        "dashed": DASHED,
        "meanings": MEANINGS,
        "relations": {relation.sign: meaning for relation, meaning in RELATIONS.items()},
        "noScore": asdict(UNKNOWN),
        "zero": asdict(NEUTRAL),
    }


def board_colours() -> dict[str, BoardColour]:
    """Return the colours of boards by role, on a light page and on a dark one."""
    return {role: {"light": light, "dark": dark} for role, (light, dark) in BOARD.items()}


def finality_words(role: Finality, *, of_bounds: bool = False) -> str:
    """Return the words of the legend for a finality, of a score or of a pair of bounds."""
    look = FINALITY[role]
    return look.of_bounds if of_bounds else look.meaning


def _finality_data(role: Finality) -> dict[str, Any]:
    """Return the look and the words of a finality as JSON data."""
    words = {"meaning": finality_words(role), "of_bounds": finality_words(role, of_bounds=True)}
    return {**asdict(FINALITY[role]), **words, "name": role.words}
