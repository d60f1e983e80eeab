"""Steps of searches: the path, the counters, the shading, names and moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from typing import ClassVar

from explorer.algorithms.captions import NAMED, OTHER, names
from explorer.algorithms.searches.calls import Answer, NodeScore
from explorer.algorithms.searches.minimal_tree import LeafCounts
from explorer.algorithms.searches.windows import Window
from explorer.model.graph import GameGraph
from explorer.model.words import plural
from explorer.solver.states import index_of
from explorer.trace import Activity, Bounds, Mark, Notes, Path, SearchEvent, Step, Stored
from explorer.trace.caption import Caption, Named, Quantity, Value, Words, caption, listing, named
from explorer.trace.run import current_demand
from explorer.trace.step import PATH_ENDS

NEEDED = 12  # nodes of a dependency set that a caption names, more than elsewhere, since a condition should be complete


_put = object.__setattr__  # into a frozen step


class Shading:
    """A record of the nodes that a search has visited and skipped, and of the latest changes.

    A cutoff skips the successors that are left and everything below them, but nothing that was visited elsewhere,
    nor anything below that.  A node that is visited later after all is not skipped any more.
    """

    def __init__(self, graph: GameGraph) -> None:
        self._graph = graph
        self._visited: set[int] = set()
        self._shaded: set[int] = set()
        self._changed: dict[int, bool] = {}

    def visit(self, index: int) -> None:
        """Record a visit to a node, which is no longer shaded."""
        self._visited.add(index)
        if index in self._shaded:
            self._shaded.discard(index)
            self._changed[index] = False

    def cutoff(self, indices: Iterable[int]) -> int:
        """Shade these nodes and all below them, and return the number of newly shaded nodes."""
        waiting = list(indices)
        before = len(self._shaded)
        while waiting:
            index = waiting.pop()
            if index not in self._visited and index not in self._shaded:
                self._shaded.add(index)
                self._changed[index] = True
                waiting.extend(self._graph.successors[index])
        return len(self._shaded) - before

    def restart(self) -> None:
        """Begin a new pass: nothing is visited or skipped."""
        self._visited.clear()
        self._changed.update(dict.fromkeys(self._shaded, False))
        self._shaded.clear()

    def changes(self) -> dict[str, bool]:
        """Return which nodes were shaded or unshaded since the last call, by node id."""
        if not self._changed:
            return {}
        changed = {self._graph.nodes[index].id: is_shaded for index, is_shaded in self._changed.items()}
        self._changed.clear()
        return changed


class StepMaker:
    """The maker of a search's steps.

    Attributes
    ----------
    counts : the counters; `visits` counts calls, `leaves` the leaves, back links and open nodes that were evaluated.
    trails : for every node on the path, the path up to it.
    shading : the nodes shown as skipped.
    step_count : the number of steps so far.
    storing : new entries of the memo or the table, for the next step.
    storing_steps : the number of the step that last stored an entry, by state.
    """

    counters: ClassVar[tuple[str, ...]] = ("visits", "leaves", "cutoffs", "depth")
    has_windows: ClassVar[bool] = True

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.counts = dict.fromkeys(self.counters, 0)
        self.trails: list[Path] = []
        self.shading = Shading(graph)
        self.step_count = 0
        self.storing: dict[int, Stored] = {}
        self.storing_steps: dict[int, int] = {}
        self._demand = current_demand()
        self._unread_step = Step("", 0, counters=self.counts)
        self._closing: list[str] = []  # nodes whose windows the next step takes back

    def step(
        self,
        index: int,
        words: Words,
        line: int,
        *,
        trail: Path | None,
        event: SearchEvent | None = None,
        giver: int | None = None,
        activity: Mapping[int, Activity] | None = None,
        node_score: NodeScore | Answer | Callable[[], NodeScore] | None = None,
        window: Window | None = None,
        closes: bool = False,
        note: Words | None = None,
        target: int | None = None,
        is_back: bool = False,
    ) -> Step:
        """Return the step of a search about one node.

        `node_score` is its number from now on, `window` its window, `note` its note; None keeps them, and `closes`
        takes the window back in the step after this one.  The step is about the move to `target`, or else about the one
        that led here; `is_back` if this is a back link.  A comparison is given its value by the step before.
        """
        self.step_count += 1
        self.counts["depth"] = 0 if trail is None else trail.length - 1
        if self._demand.is_over:
            return self._without_changes(index, trail, activity)
        memo, self.storing = self.storing, {}
        node_score = node_score.node_score if isinstance(node_score, Answer) else node_score
        node_score = node_score() if callable(node_score) else node_score
        for state in memo:
            self.storing_steps[state] = self.step_count - 1
        giver = self.step_count - 2 if event is SearchEvent.COMPARE else giver
        ids = self.graph.ids
        id = ids[index]
        windows: dict[str, Bounds | None] = dict.fromkeys(self._closing)
        self._closing = [id] if closes else []
        if self.has_windows and window is not None:
            windows[id] = window.bounds
        arriving = (self.trails[-1].node, id) if self.trails else None
        move = arriving if target is None else (id, ids[target])
        return Step(
            caption(words),
            line,
            scores={} if node_score is None else {id: node_score.score},
            finality={} if node_score is None else {id: node_score.finality},
            relations={} if node_score is None or not node_score.relation.sign else {id: node_score.relation},
            notes={} if note is None else Notes({id: caption(note)}),
            activity={ids[other]: role for other, role in (activity or {}).items()},
            focus=id,
            move=move,
            trail=trail,
            counters=dict(self.counts),
            windows=windows,
            pruned=self.shading.changes(),
            marks={move: Mark.BACK} if is_back and move is not None else {},
            memo=memo,
            event=event,
            giver=giver,
        )

    def _without_changes(self, index: int, trail: Path | None, activity: Mapping[int, Activity] | None) -> Step:
        """Return the one step that stands for all unread ones; it has path, counters and the end of a path."""
        step = self._unread_step
        _put(step, "trail", trail)
        ends_path = activity is not None and activity.get(index) in PATH_ENDS
        if ends_path or step.activity:
            id = self.graph.ids[index]
            _put(step, "focus", id)
            _put(step, "activity", {id: activity[index]} if activity is not None and ends_path else {})
        return step

    @property
    def is_unread(self) -> bool:
        """Return whether nobody reads the steps any more."""
        return self._demand.is_over

    def trail_to(self, index: int) -> Path:
        """Return the path with one more node at its end."""
        id = self.graph.ids[index]
        return self.trails[-1].then(id) if self.trails else Path(id)

    @property
    def depth(self) -> int:
        """The number of moves from the root to the next call."""
        return len(self.trails)

    def name(self, index: int) -> Named:
        """Return a node for a caption."""
        return named(self.graph.nodes[index])

    def names(self, indices: Collection[int]) -> Caption:
        """Return the names of some nodes in their order, the first few of them."""
        return names(self.graph, indices, NAMED)

    def names_of(self, states: Iterable[int]) -> Caption:
        """Return the names of some states on the path, with the player to move if it is not the root's."""
        words = (
            caption(self.name(index_of(state)), OTHER if state & 1 else "") for state in islice(states, NEEDED + 1)
        )
        return listing(words, NEEDED)


def leaves_read(count: int, of_tree: LeafCounts | None, least: int | None, *, premise: str = "") -> Caption:
    """Return the number of leaves read, and in a tree those of minimax and of the smallest proof.

    `premise` is the knowledge of scores before a leaf is read.  Where it is no tree, or has open nodes, paths
    end elsewhere, too.
    """
    read = caption(Value(count, Quantity.COUNTER, key="leaves"), f" {plural(count, 'leaf')} read")
    if of_tree is None or least is None:
        return read
    everything = Value(of_tree.all, Quantity.RESULT, key="minimax_leaves")
    fewest = Value(least, Quantity.RESULT, key="minimal_leaves")
    given = f", where {premise}," if premise else ""
    return caption(read, "; minimax reads ", everything, f", and a smallest proof{given} reads ", fewest)
