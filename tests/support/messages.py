"""Processes that send each other their values, simulated plainly: one list of messages, and cornets for the signals.

It shares nothing with the package: the signals are those of the first version of Dijkstra and Scholten, in which a
process remembers every message that it has not answered, and answers all but the oldest at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score

Process = tuple[str, int]  # a node, and 1 for the turn that it is not shown with
OUTSIDE: Process = ("", -1)  # which starts the leaves


@dataclass(frozen=True)
class Letter:
    """A message: "start", "value" or "signal"; `is_new` if it is to be answered."""

    kind: str
    sender: Process
    receiver: Process
    value: Score = 0
    is_new: bool = False
    round: int = 0


class PlainNetwork:
    """The processes of a graph, with all messages that are under way, the oldest first."""

    def __init__(self, graph: GameGraph, endless: Score, *, in_rounds: bool) -> None:
        self.graph = graph
        self.in_rounds = in_rounds
        self.turns = (0, 1) if graph.sign < 0 and endless != 0 else (0,)
        self.processes: list[Process] = [(node.id, turn) for node in graph.nodes for turn in self.turns]
        self.s: dict[Process, Score] = {here: -endless if here[1] else endless for here in self.processes}
        self.heard = {here: {other: self.s[other] for other in self.after(here)} for here in self.processes}
        self.cornets: dict[Process, list[Process]] = {here: [] for here in self.processes}
        self.missing = dict.fromkeys([OUTSIDE, *self.processes], 0)
        self.letters: list[Letter] = []
        self.fresh: set[Process] = set()
        self.to_hear = dict.fromkeys(self.processes, 0)
        self.round = self.values = self.control = 0
        for here in self.processes:
            if graph.node(here[0]).score is not None:
                self.post("start", OUTSIDE, here, is_new=True)

    def after(self, here: Process) -> list[Process]:
        return [
            (other.id, here[1] if len(self.turns) == 1 else 1 - here[1]) for other in self.graph.successors_of(here[0])
        ]

    def before(self, here: Process) -> list[Process]:
        return [other for other in self.processes if here in self.after(other)]

    def sees(self, here: Process, other: Process) -> Score:
        return self.graph.sign * self.heard[here][other]

    def best(self, here: Process) -> Score:
        node = self.graph.node(here[0])
        if node.score is not None:
            return node.score
        if node.kind is Kind.OPEN:
            return self.s[here]
        return (min if node.kind is Kind.MIN else max)(self.sees(here, other) for other in self.after(here))

    def post(self, kind: str, sender: Process, receiver: Process, *, is_new: bool = False) -> None:
        self.letters.append(Letter(kind, sender, receiver, self.s.get(sender, 0), is_new, self.round))
        self.missing[sender] += is_new
        self.values += kind == "value"
        self.control += kind != "value"

    def send(self, here: Process) -> None:
        for other in self.before(here):
            self.post("value", here, other, is_new=here in self.fresh)
        self.fresh.discard(here)

    def begin(self) -> None:
        """Begin a round; where processes go by rounds each of them sends its value."""
        for here in self.processes if self.in_rounds else ():
            self.send(here)
            self.to_hear[here] = len(self.after(here))
        self.round += 1

    @property
    def left(self) -> list[Letter]:
        """The messages under way that were sent before the round began."""
        return [letter for letter in self.letters if letter.round < self.round]

    def arrive(self, letter: Letter) -> None:
        """Take a message that is the first of its link."""
        link = letter.kind, letter.sender, letter.receiver
        assert letter is next(each for each in self.letters if (each.kind, each.sender, each.receiver) == link)
        self.letters.remove(letter)
        here = letter.receiver
        if letter.kind == "signal":
            self.missing[here] -= 1
        else:
            self.take(letter)
        if here == OUTSIDE:
            return
        is_busy = here in self.fresh or self.missing[here] or self.to_hear[here]
        if self.cornets[here] and not is_busy:
            self.post("signal", here, self.cornets[here].pop())

    def take(self, letter: Letter) -> None:
        here = letter.receiver
        if letter.is_new:
            self.cornets[here].append(letter.sender)
        while len(self.cornets[here]) > 1:
            self.post("signal", here, self.cornets[here].pop())
        if letter.kind == "value":
            self.heard[here][letter.sender] = letter.value
            self.to_hear[here] -= self.in_rounds
        if self.to_hear[here]:
            return
        now = self.best(here)
        if now != self.s[here]:
            self.s[here] = now
            if self.before(here):
                self.fresh.add(here)
            if not self.in_rounds:
                self.send(here)

    def run(self, choose: Callable[[list[Letter]], Letter] = lambda letters: letters[0]) -> Iterator[int]:
        """Let messages arrive until the outside has all signals; yields the round after each of them."""
        while self.missing[OUTSIDE]:
            self.begin()
            while left := self.left:
                self.arrive(choose(left if self.in_rounds else self.letters))
                yield self.round

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is under way that is to be answered or is an answer, and nothing would change."""
        best = all(self.s[here] == self.best(here) for here in self.processes)
        heard = all(value == self.s[other] for row in self.heard.values() for other, value in row.items())
        return best and heard and not any(each.is_new or each.kind == "signal" for each in self.letters)


def newest_link(letters: list[Letter]) -> Letter:
    """The first message of the link on which the newest one is."""
    newest = letters[-1]
    link = newest.kind, newest.sender, newest.receiver
    return next(each for each in letters if (each.kind, each.sender, each.receiver) == link)
