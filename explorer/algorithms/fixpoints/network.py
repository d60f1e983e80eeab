"""Processes on the nodes of a game graph that exchange values, and the signals that detect the end.

The computation is that of Kars, section 5.  Its end is detected as by E. W. Dijkstra and C. S. Scholten, Termination
detection for diffusing computations, Information Processing Letters 11 (1980), 1-4: the first message that an idle
process receives is from its parent; every other message is answered with a signal at once, that of the parent when the
process has nothing left to do and has a signal for all that it sent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from heapq import heappop, heappush
from itertools import count

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.states import State, index_of, states_after

ENVIRONMENT = -1  # starts the leaves, and hears when all is at rest


class MessageKind(Enum):
    """The kind of a message."""

    START = auto()  # of the environment to a leaf
    VALUE = auto()  # the S of a process, to a predecessor
    SIGNAL = auto()  # the answer to a start or to a new value


@dataclass(frozen=True, slots=True)
class Message:
    """One message; processes are numbers of states.

    Attributes
    ----------
    value : the S of the sender.
    is_new : whether it asks for a signal: a start, or a value that the sender has not sent before.
    round : the last round that had begun when it was sent.
    """

    kind: MessageKind
    sender: int
    receiver: int
    value: Score = 0
    is_new: bool = False
    round: int = 0

    @property
    def ends(self) -> tuple[int, int] | None:
        """The two processes on the move that it travels along: values against it, signals with it."""
        if ENVIRONMENT in (self.sender, self.receiver):
            return None
        return (self.receiver, self.sender) if self.kind is MessageKind.VALUE else (self.sender, self.receiver)


@dataclass(frozen=True, slots=True)
class Delivery:
    """The effect of a message on the process that receives it.

    Attributes
    ----------
    before : the receiver's old S, if it changed.
    is_engaging : whether the receiver was idle, and the sender is its parent now.
    is_answered : whether the receiver answered with a signal at once.
    parent : the process that the receiver signals because it is idle again; None if it is not.
    """

    message: Message
    before: Score | None = None
    is_engaging: bool = False
    is_answered: bool = False
    parent: int | None = None


class Network:
    """A process for every node, or for every node and turn, and links that keep the order of their messages.

    Attributes
    ----------
    values : S of every process, by the number of its state.
    last_values : the value that each process last heard of every successor; at first the initial value.
    parents : for each process that is not idle, the sender of the message that engaged it.
    deficits : the number of signals that each still waits for, the environment too.
    round, left : the current round, and the number of messages from its start that are still under way.
    messages, control : the number of values, and of starts and signals, that were sent.
    """

    def __init__(
        self,
        graph: GameGraph,
        endless: Score,
        *,
        is_synchronous: bool,
        place: Callable[[Message, int], tuple[float, ...]],
    ) -> None:
        """Set up the processes; `place(message, serial)` gives a message its place in the order of service."""
        self._graph = graph
        self._place = place
        self.is_synchronous = is_synchronous
        self.has_turns = graph.sign < 0 and endless != 0
        views = (1, -1) if self.has_turns else (1,)
        states = [State(index, view) for index in range(len(graph.nodes)) for view in views]
        self.values: dict[int, Score] = {state.number: endless if state.view > 0 else 0 - endless for state in states}
        self.successors = {state.number: self._neighbours_after_move(state) for state in states}
        self.predecessors: dict[int, list[int]] = {number: [] for number in self.values}
        for number, row in self.successors.items():
            for other in row:
                self.predecessors[other].append(number)
        self.last_values = {
            number: {other: self.values[other] for other in row} for number, row in self.successors.items()
        }
        self.parents: dict[int, int] = {}
        self.deficits = dict.fromkeys((ENVIRONMENT, *self.values), 0)
        self.round = self.left = self.messages = self.control = 0
        self._links: dict[tuple[MessageKind, int, int], deque[Message]] = {}
        self._waiting: list[tuple[tuple[float, ...], int, tuple[MessageKind, int, int]]] = []
        self._later: list[Message] = []
        self._serials = count()
        self._fresh: set[int] = set()  # processes whose new value goes out when the next round begins
        self._awaited = dict.fromkeys(self.values, 0)  # values that a process has still to hear in this round
        for number in self.values:
            if graph.nodes[index_of(number)].score is not None:
                self.deficits[ENVIRONMENT] += 1
                self._send(MessageKind.START, ENVIRONMENT, number, is_new=True)
        self._put_on_links()

    def _neighbours_after_move(self, state: State) -> list[int]:
        """Return the processes that a move of this process leads to."""
        if self.has_turns:
            return [other.number for other in states_after(self._graph, state)]
        return [State(index).number for index in self._graph.successors[state.node]]

    # ---- state that steps show

    @property
    def is_stable(self) -> bool:
        """Return whether the environment has a signal from every leaf that it started."""
        return self.deficits[ENVIRONMENT] == 0

    @property
    def under_way(self) -> Iterator[Message]:
        """The messages that were sent and not delivered, those of a link in their order."""
        for queue in self._links.values():
            yield from queue
        yield from self._later

    @property
    def count_under_way(self) -> int:
        """The number of messages under way."""
        return len(self._waiting) + len(self._later)

    def move_values(self, process: int) -> dict[int, Score]:
        """Return, by successor, the last values that a process received, in its own view and move order."""
        return {other: self._graph.sign * value for other, value in self.last_values[process].items()}

    def is_awaiting_values(self, process: int) -> bool:
        """Return whether a process still has to receive a successor's value in this round."""
        return self._awaited[process] > 0

    # ---- events

    def begin_round(self) -> None:
        """Begin a round, with all messages under way; a synchronous process sends its value to each predecessor."""
        if self.is_synchronous:
            for process in self.values:
                self._send_values(process)
            self._fresh.clear()
            self._awaited = {process: len(row) for process, row in self.successors.items()}
        self._put_on_links()
        self.round += 1
        self.left = self.count_under_way

    def deliver(self) -> Delivery:
        """Deliver the next message."""
        _, _, link = heappop(self._waiting)
        queue = self._links[link]
        message = queue.popleft()
        if not queue:
            del self._links[link]
        self.left -= message.round < self.round
        if message.kind is MessageKind.SIGNAL:
            return self._receive_signal(message)
        is_engaging = message.is_new and message.receiver not in self.parents
        is_answered = message.is_new and not is_engaging
        if is_engaging:
            self.parents[message.receiver] = message.sender
        elif is_answered:
            self._send(MessageKind.SIGNAL, message.receiver, message.sender)
        before = self._receive_value(message)
        return Delivery(message, before, is_engaging, is_answered, self._signal_parent_if_idle(message.receiver))

    def _receive_signal(self, message: Message) -> Delivery:
        self.deficits[message.receiver] -= 1
        return Delivery(message, parent=self._signal_parent_if_idle(message.receiver))

    def _receive_value(self, message: Message) -> Score | None:
        """Accept a start or a value at a process, and return its old score if that changed, else None."""
        process = message.receiver
        if message.kind is MessageKind.VALUE:
            self.last_values[process][message.sender] = message.value
            self._awaited[process] -= self.is_synchronous
            if self._awaited[process]:
                return None
        before, now = self.values[process], self._recomputed_score(process)
        if now == before:
            return None
        self.values[process] = now
        self.deficits[process] += len(self.predecessors[process])
        if self.predecessors[process]:
            self._fresh.add(process)
        if not self.is_synchronous:
            self._send_values(process)
            self._fresh.discard(process)
        return before

    def _recomputed_score(self, process: int) -> Score:
        """Return the score of a process from the last values of its successors; a leaf's own score."""
        index = index_of(process)
        score = self._graph.nodes[index].score
        if score is not None:
            return score
        return (min if self._graph.orientation[index] < 0 else max)(self.move_values(process).values())

    def _send_values(self, process: int) -> None:
        for predecessor in self.predecessors[process]:
            self._send(MessageKind.VALUE, process, predecessor, self.values[process], is_new=process in self._fresh)

    def _signal_parent_if_idle(self, process: int) -> int | None:
        """Signal the parent of a process that has nothing left to do, and return the parent; else None."""
        is_busy = process in self._fresh or self.deficits[process] or self._awaited.get(process)
        if is_busy or process not in self.parents:
            return None
        parent = self.parents.pop(process)
        self._send(MessageKind.SIGNAL, process, parent)
        return parent

    def _send(self, kind: MessageKind, sender: int, receiver: int, value: Score = 0, *, is_new: bool = False) -> None:
        self.messages += kind is MessageKind.VALUE
        self.control += kind is not MessageKind.VALUE
        self._later.append(Message(kind, sender, receiver, value, is_new, self.round))
        if not self.is_synchronous:
            self._put_on_links()

    def _put_on_links(self) -> None:
        """Move the messages that processes have sent onto the links between them."""
        for message in self._later:
            serial = next(self._serials)
            link = message.kind, message.sender, message.receiver
            self._links.setdefault(link, deque()).append(message)
            heappush(self._waiting, (self._place(message, serial), serial, link))
        self._later.clear()
