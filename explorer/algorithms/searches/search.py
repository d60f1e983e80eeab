"""What the depth-first searches share: calls without Python recursion, the path, and the words for their steps.

A search is written as a recursive function in its pseudocode and runs on a stack of frames, so that a path of
100,000 nodes is no deeper than any other.  A search that builds on `Search` adds what its function does at the top
(`call`) and at the bottom (`leave`); what lies between, trying the moves and keeping the best, is the same for all.
Endless play is worth 0, as in Kars, sections 6 and 7; an open node counts as endless play.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from typing import ClassVar, NamedTuple

from explorer.algorithms.captions import counted, listed, superlative
from explorer.algorithms.searches.search_steps import NAMED, node_step
from explorer.model.graph import GameGraph, Kind, Move, describe
from explorer.model.scores import Score, format_score
from explorer.trace import Activity, Finality, Path, Result, Step, Steps

Needs = frozenset[int]

NOTHING: Needs = frozenset()


class Lines(NamedTuple):
    """The lines of a search's pseudocode, from 1, that its steps name."""

    done: int
    cut: int
    leaf: int
    enter: int
    compare: int
    leave: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call returns.

    Attributes
    ----------
    score : from Max's view, or in a negamax graph from the view of the player to move at the node.
    needs : places of nodes on the path that the score takes for a draw; it holds while they are on the path.
    sure : False if an open node was counted as 0, or a memo entry was used that may be wrong here.
    """

    score: Score
    needs: Needs = NOTHING
    sure: bool = True

    @property
    def finality(self) -> Finality:
        if not self.sure:
            return Finality.TENTATIVE
        return Finality.CONDITIONAL if self.needs else Finality.FINAL


@dataclass(slots=True)
class Frame:
    """A call that is waiting for the value of one of its moves."""

    place: int
    trail: Path
    moves: Iterator[int]
    best: Score  # ∓∞ until the first value is in
    tried: int = -1  # place of the successor whose value is waited for
    needs: Needs = NOTHING
    sure: bool = True


Call = Generator[Step, None, Answer | None]


class Search(ABC):
    """A depth-first search of a graph, one `Step` at a time.

    Attributes
    ----------
    frames : the calls under way, from the root's.
    position : place of every node on the path, with its position on the path.
    counts : the counters; `visits` counts calls, cut-offs and memo hits included.
    made : how many steps there were.
    """

    lines: ClassVar[Lines]
    counters: ClassVar[tuple[str, ...]] = ("visits", "depth", "cuts")

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.frames: list[Frame] = []
        self.position: dict[int, int] = {}
        self.counts = dict.fromkeys(self.counters, 0)
        self.made = 0
        self._scored: set[int] = set()  # nodes that were left with a score

    # ---- the walk

    @abstractmethod
    def call(self, place: int) -> Call:
        """The answer of a call that needs no search, or None after `enter`."""

    @abstractmethod
    def leave(self) -> Generator[Step, None, Answer]:
        """The answer of the innermost call, all moves tried; takes its node off the path (`pop`)."""

    @abstractmethod
    def join(self, one: Needs, other: Needs) -> Needs:
        """What a score needs that was computed from two others."""

    def run(self) -> Steps:
        """The steps of the whole search; returns its result."""
        answer = yield from self._search()
        yield self._done(answer)
        return self.result(answer)

    def result(self, answer: Answer) -> Result:
        """What the search found: `value` of the root, and the counters."""
        return {"value": answer.score} | {name: count for name, count in self.counts.items() if name != "depth"}

    def _search(self) -> Generator[Step, None, Answer]:
        answer = yield from self.call(self.graph.root_place)
        while True:
            if answer is not None:
                if not self.frames:
                    return answer
                yield self._compare(self.frames[-1], answer)
            frame = self.frames[-1]
            frame.tried = next(frame.moves, -1)
            answer = yield from (self.leave() if frame.tried < 0 else self.call(frame.tried))

    def pop(self) -> tuple[Frame, Answer]:
        """The innermost frame, taken off the path, and its answer: the node itself is needed no longer."""
        frame = self.frames.pop()
        del self.position[frame.place]
        self._scored.add(frame.place)
        needs = frame.needs - {frame.place} if frame.place in frame.needs else frame.needs
        return frame, Answer(frame.best, needs, frame.sure)

    def leaf_answer(self, place: int) -> Answer:
        """The answer of a leaf, or of an open node, which counts as endless play."""
        score = self.graph.nodes[place].score
        return Answer(0, sure=False) if score is None else Answer(score)

    # ---- the steps that all searches have

    def cut(self, place: int) -> Step:
        """The step at a back link."""
        self.counts["cuts"] += 1
        frame = self.frames[-1]
        source, name = (self.graph.nodes[end].name for end in (frame.place, place))
        return self.step(
            place,
            f"{source} → {name} is a back link: {name} is on the path already, so play can "
            "repeat for ever. The draw scores 0.",
            self.lines.cut,
            trail=frame.trail,
            activity={place: Activity.CUT},
        )

    def read(self, place: int, answer: Answer, *, ending: str = "", note: str | None = None) -> Step:
        """The step at a leaf or an open node."""
        node = self.graph.nodes[place]
        if node.kind is Kind.LEAF:
            caption = f"{node.name} is a leaf: its score is {format_score(answer.score)}{ending}."
        else:
            caption = f"{node.name} is open: nothing is known of it, so it counts as 0, like endless play{ending}."
        return self.step(
            place,
            caption,
            self.lines.leaf,
            trail=self.trail_to(place),
            activity={place: Activity.EVALUATED},
            shown=(answer.score, answer.finality),
            note=note,
        )

    def enter(self, place: int) -> Step:
        """The step that puts an inner node on the path and begins to search it."""
        trail = self.trail_to(place)
        minus = "−" if self.graph.sign < 0 else ""
        names = [minus + self.graph.nodes[other].name for other in self.graph.successors[place]]
        again = " again, its earlier score dropped" if place in self._scored else ""
        step = self.step(
            place,
            f"Enter {describe(self.graph.nodes[place])}{again}: it takes {superlative(self.graph, place)} "
            f"{listed(names, NAMED)}.",
            self.lines.enter,
            trail=trail,
            shown=(None, Finality.UNKNOWN),
            note="",
        )
        self._scored.discard(place)
        self.position[place] = len(self.frames)
        worst = -math.inf * self.graph.orientation[place]
        self.frames.append(Frame(place, trail, iter(self.graph.successors[place]), worst))
        return step

    def _compare(self, frame: Frame, answer: Answer) -> Step:
        value = answer.score if self.graph.sign > 0 else 0 - answer.score
        sense = self.graph.orientation[frame.place]
        before, better = frame.best, sense * value > sense * frame.best
        frame.best = value if better else before
        frame.needs = self.join(frame.needs, answer.needs)
        frame.sure = frame.sure and answer.sure
        return self.step(
            frame.place,
            f"{self.graph.nodes[frame.place].name}: the move to {self._gives(frame.tried, value)}, "
            f"{_compared(value, before, sense)}.",
            self.lines.compare,
            trail=frame.trail,
            activity={frame.tried: Activity.COMPARED} | ({frame.place: Activity.CHANGED} if better else {}),
            shown=(frame.best, Finality.TENTATIVE),
            move=self._move(frame.place, frame.tried),
        )

    def _done(self, answer: Answer) -> Step:
        root = self.graph.root_place
        return self.step(
            root,
            f"The score of the root, {self.graph.nodes[root].name}, is {format_score(answer.score)}, found in "
            f"{counted(self.counts['visits'], 'visit')}{self.verdict(answer)}.",
            self.lines.done,
            trail=None,
        )

    def verdict(self, answer: Answer) -> str:
        """What the last caption adds to the root's score."""
        return "" if answer.sure else ", with open nodes counted as 0"

    # ---- making steps

    def step(
        self,
        place: int,
        caption: str,
        line: int,
        *,
        trail: Path | None,
        activity: Mapping[int, Activity] | None = None,
        shown: tuple[Score | None, Finality] | None = None,
        note: str | None = None,
        move: Move | None = None,
    ) -> Step:
        """A step about one node; `shown` is its score and finality from now on, `note` its note; None leaves them."""
        self.made += 1
        return node_step(
            self.graph,
            self.counts,
            place,
            caption,
            line,
            trail=trail,
            activity=activity,
            shown=shown,
            note=note,
            move=move or self._arriving(place),
        )

    def trail_to(self, place: int) -> Path:
        """The path with one more node at its end."""
        id = self.graph.nodes[place].id
        return self.frames[-1].trail.then(id) if self.frames else Path(id)

    def named(self, places: Iterable[int]) -> str:
        """The names of some nodes, in node order, the first few of them."""
        first = nsmallest(NAMED + 1, places)
        return listed((self.graph.nodes[place].name for place in first), NAMED)

    def _arriving(self, place: int) -> Move | None:
        return self._move(self.frames[-1].place, place) if self.frames else None

    def _move(self, source: int, target: int) -> Move:
        return self.graph.nodes[source].id, self.graph.nodes[target].id

    def _gives(self, place: int, value: Score) -> str:
        """What a move is worth to its player: "b gives 2", or "b gives −b = 2" where a move negates."""
        name = self.graph.nodes[place].name
        return f"{name} gives {f'−{name} = ' if self.graph.sign < 0 else ''}{format_score(value)}"


def _compared(value: Score, before: Score, sense: int) -> str:
    """How a value compares with the best before it, and what is the best now."""
    if math.isinf(before):
        return "the first value and so the best yet"
    word = "larger" if sense > 0 else "smaller"
    if sense * value > sense * before:
        return f"{word} than the best so far, {format_score(before)}: it takes its place"
    how = "the same as" if value == before else f"not {word} than"
    return f"{how} the best so far, {format_score(before)}, which stays"
