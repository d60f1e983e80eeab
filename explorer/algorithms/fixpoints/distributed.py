"""Scores by processes that send each other messages (Kars, section 5), with detection of the end.

The source gives every node a process with its value S, and every move a link against it; in each round a process sends
S to its predecessors, awaits the S of its successors and takes the best, so that round n gives s_n.  Without rounds a
process sends S whenever it has changed, and messages arrive in any order that keeps the order of each link.

The scores are the same.  In the order in which the value of endless play is least (Kars, Definition 5.1) the operator
is monotone, and all begin at the least element.  So S only ever rises, at most |K| times, and neither it nor the values
that others have heard of it are ever above the least fixpoint, which is the score.  When no message is left, S of every
process is the best of the S of its successors: a fixpoint that is not above the least one.

The source leaves open how the end is detected.  Here it is by the acknowledgements of Dijkstra and Scholten
(`explorer.algorithms.fixpoints.network`); a value that only repeats the one before needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import NAMED, OTHER, best, compared_nodes, counter, extreme, names, term
from explorer.algorithms.fixpoints.network import ENVIRONMENT, Delivery, Message, MessageKind, Network
from explorer.algorithms.fixpoints.sweeps import change_words
from explorer.expansion.finalities import roles_of_scores
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.scores import Score, format_score
from explorer.model.words import counted, plural
from explorer.solver.states import State, index_of, numbers_of, state_of
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, When, Words, caption, listing, named
from explorer.trace.options import choice, endless_worth, name_list, whole_number
from explorer.trace.step import Transit

PSEUDOCODE = (
    "S(p) := the value of endless play, for every process p;  the environment starts every leaf",
    "in every round:  every process sends S to its predecessors and awaits the S of its successors",
    "when p is started:  S(p) := its score",
    "when p receives the S of a successor:  S(p) := the best of what it last heard, for the player to move",
    "    if S(p) has changed:  p sends it to its predecessors",
    "when p receives a start or a new value:  if p has no parent, the sender is its parent;  else p acknowledges it",
    "when every new value that p sent is acknowledged:  p acknowledges to its parent, and has none any more",
    "when every leaf has acknowledged to the environment:  the scores are stable",
)
START, ROUND, LEAF, VALUE, SIGNAL, STABLE = 1, 2, 3, 4, 7, 8
SYNCHRONOUS, ASYNCHRONOUS = "synchronous", "asynchronous"
MOST_SHOWN = 1000  # messages that a step shows on moves
REPEATED = "·"  # a value that the sender has sent before


def steps(
    graph: GameGraph,
    *,
    mode: str = SYNCHRONOUS,
    detail: str = "round",
    order: str = "oldest",
    seed: int = 1,
    first: tuple[str, ...] = (),
    endless: Score = 0,
) -> Steps:
    """Yield the steps of the messages, until the environment knows that the scores are stable.

    Parameters
    ----------
    mode : "synchronous" for rounds as in the source, "asynchronous" without.
    detail : the length of a step, "round" or "message".  In asynchronous mode a round ends when all messages have
        arrived that were under way when it began.
    order : the message that arrives next, of those that are the first of their link: the oldest, the newest, or any at
        random with a `seed`.
    first : moves, as "a → b", whose messages come before all others, in this order.
    endless : the value of endless play, in a negamax graph to the player to move at the node.  If that is not 0, a node
        of a negamax graph has a process for either turn, since its score depends on whose turn it is.

    Returns
    -------
    `scores` (by id), `rounds`, `settled` (the round of the last change), `messages` (values that were sent) and
    `control` (starts and acknowledgements).
    """
    run = _Run(graph, mode, endless, _service_order(graph, order, seed, first))
    yield run.first_step()
    while not run.network.is_stable:
        run.network.begin_round()
        if detail == "message" and run.network.is_synchronous:
            yield run.round_start_step()
        while run.network.left:
            delivery = run.deliver()
            if detail == "message":
                yield run.step_of(delivery)
        if detail == "round":
            yield run.step_of_round()
    yield run.last_step()
    return run.result()


def _service_order(
    graph: GameGraph, order: str, seed: int, first: Sequence[str]
) -> Callable[[Message, int], tuple[float, ...]]:
    """Return a function that gives a message its place in the order of delivery: by move, then age or chance."""
    ranks = {move: rank for rank, move in enumerate(_moves(graph, first))}
    random = Random(seed)

    def place(message: Message, serial: int) -> tuple[float, ...]:
        ends = message.ends
        move = None if ends is None else (graph.ids[index_of(ends[0])], graph.ids[index_of(ends[1])])
        age = {"oldest": serial, "newest": -serial}.get(order)
        return ranks.get(move, len(ranks)) if move else len(ranks), random.random() if age is None else age

    return place


def _moves(graph: GameGraph, texts: Iterable[str]) -> list[Move]:
    """Return the moves with these names, "a → b" or "a -> b"."""
    known = {_with_plain_arrow(f"{source}→{target}"): (source, target) for source, target in graph.moves}
    moves: list[Move] = []
    for text in texts:
        move = known.get(_with_plain_arrow(text))
        if move is None:
            raise OptionError(f'first must be a list of moves such as "a → b", got {quoted(text)}')
        moves.append(move)
    return moves


def _with_plain_arrow(text: str) -> str:
    """Return the name of a move with "→" for "->" and no spaces around the arrow."""
    return "→".join(part.strip() for part in text.replace("->", "→").split("→"))


class _Run:
    """The network, with captions for its steps.

    Attributes
    ----------
    before : the old S of the processes whose S changed since the last step.
    touched : the processes that received a message since then.
    arrived : the messages that arrived since then.
    """

    def __init__(
        self, graph: GameGraph, mode: str, endless: Score, place: Callable[[Message, int], tuple[float, ...]]
    ) -> None:
        self.graph = graph
        self.endless = endless
        self.network = Network(graph, endless, is_synchronous=mode == SYNCHRONOUS, place=place)
        self.is_whole = all(node.kind is not Kind.OPEN for node in graph.nodes)
        self.before: dict[int, Score] = {}
        self.touched: set[int] = set()
        self.arrived: list[Message] = []
        self.settled = 0

    def deliver(self) -> Delivery:
        """Deliver a message, and record its changes."""
        delivery = self.network.deliver()
        self.arrived.append(delivery.message)
        if delivery.message.receiver != ENVIRONMENT:
            self.touched.add(delivery.message.receiver)
        if delivery.before is not None:
            self.before.setdefault(delivery.message.receiver, delivery.before)
            self.settled = self.network.round
        return delivery

    # ---- steps

    def first_step(self) -> Step:
        everyone = [process for process in self.network.values if state_of(process).view > 0]
        self.touched.update(self.network.values)
        leaves = sum(node.score is not None for node in self.graph.nodes)
        for_whom = " for the player to move there" if self.network.has_turns else ""
        starts = caption(" The environment starts ", self._leaf_words(leaves), ".") if leaves else ""
        return self._step(
            caption(
                "Every process begins with ",
                Value(self.endless, Quantity.ENDLESS),
                f", the value of endless play{for_whom}.",
                starts,
            ),
            START,
            changed=everyone,
        )

    def _leaf_words(self, count: int) -> Caption:
        """Return the words "the leaf" or "the leaves" with the leaves' names."""
        leaves = (index for index, node in enumerate(self.graph.nodes) if node.score is not None)
        return caption("the leaf " if count == 1 else "the leaves ", names(self.graph, leaves, NAMED))

    def round_start_step(self) -> Step:
        return self._step(
            f"Round {self.network.round} begins: every process sends its S to its predecessors, and awaits that of its "
            "successors.",
            ROUND,
        )

    def step_of(self, delivery: Delivery) -> Step:
        """Return the step for a message that has arrived."""
        message = delivery.message
        line = {MessageKind.START: LEAF, MessageKind.VALUE: VALUE, MessageKind.SIGNAL: SIGNAL}[message.kind]
        ends = message.ends
        focus = None if message.receiver == ENVIRONMENT else self._node(message.receiver).id
        changed = [message.receiver] if delivery.before is not None else []
        return self._step(
            self._caption(delivery),
            line,
            changed=changed,
            focus=focus,
            move=None if ends is None else (self._node(ends[0]).id, self._node(ends[1]).id),
        )

    def step_of_round(self) -> Step:
        """Return the step for all messages that arrived in a round."""
        changed = [process for process in sorted(self.before) if state_of(process).view > 0]
        if changed:
            words = change_words(changed, self._change_words)
        elif self.before:
            words = caption("no score changes, but some do with the other player to move")
        else:
            words = caption("no score changes")
        line = LEAF if changed and not any(self.network.successors[process] for process in changed) else VALUE
        return self._step(caption(f"Round {self.network.round}: ", words, "."), line, changed=changed, is_round=True)

    def last_step(self) -> Step:
        finality = dict(zip(self.graph.ids, roles_of_scores(self.graph, self.endless), strict=True))
        loose = sum(role is not Finality.FINAL for role in finality.values())
        root = self.graph.nodes[self.graph.root_index]
        network = self.network
        return Step(
            caption(
                "Every leaf has acknowledged to the environment: no new value is under way, the scores are stable. ",
                "The score of the root, ", named(root), ", is ",
                Value(self._scores[self.graph.root_index], Quantity.RESULT, root.id, "scores"),
                ". It took ",
                Value(network.round, Quantity.RESULT, key="rounds"), f" {plural(network.round, 'round')}, ",
                counter("messages", network.messages, "value"), " and ",
                Value(network.control, Quantity.COUNTER, key="control"), " starts and acknowledgements.",
                f" {counted(loose, 'score')} may still change when open nodes are expanded." if loose else "",
            ),
            STABLE,
            finality=finality,
            focus=root.id,
            counters=self._counters(0),
        )  # fmt: skip

    def result(self) -> Result:
        network = self.network
        return {
            "scores": dict(zip(self.graph.ids, self._scores, strict=True)),
            "rounds": network.round,
            "settled": self.settled,
            "messages": network.messages,
            "control": network.control,
        }

    def _step(
        self,
        words: Caption | str,
        line: int,
        *,
        changed: Sequence[int] = (),
        focus: str | None = None,
        move: Move | None = None,
        is_round: bool = False,
    ) -> Step:
        """Return a step with the messages under way on moves, or those of the whole round."""
        plain = [process for process in changed if state_of(process).view > 0]
        activity = {self._node(process).id: Activity.CHANGED for process in plain if line != START}
        is_few = self.network.count_under_way <= MOST_SHOWN
        messages = self.arrived if is_round else self.network.under_way if is_few else ()
        noted = sorted({index_of(process) for process in self.touched})
        step = Step(
            words,
            line,
            scores={self._node(process).id: self.network.values[process] for process in plain},
            finality={self._node(process).id: self._finality_of(process) for process in plain},
            activity=activity,
            focus=focus,
            move=move,
            counters=self._counters(len(plain) if line != START else 0),
            notes={self.graph.ids[index]: self._node_note(index) for index in noted},
            transits=_transits(self.graph, messages),
        )
        self.before.clear()
        self.touched.clear()
        self.arrived.clear()
        return step

    # ---- state

    def _node(self, process: int) -> Node:
        return self.graph.nodes[index_of(process)]

    @property
    def _scores(self) -> list[Score]:
        """The score S of every node's process, as the step shows it."""
        return [self.network.values[State(index).number] for index in range(len(self.graph.nodes))]

    def _finality_of(self, process: int) -> Finality:
        """Return the finality of a process: values move away from that of endless play and never back."""
        node, value = self._node(process), self.network.values[process]
        if node.score == value:
            return Finality.FINAL
        if not self.is_whole or value == self.endless:
            return Finality.TENTATIVE
        return Finality.LOWER if value > self.endless else Finality.UPPER

    def _counters(self, changed: int) -> dict[str, int]:
        network = self.network
        return {
            "n" if network.is_synchronous else "rounds": network.round,
            "changed": changed,
            "messages": network.messages,
            "control": network.control,
            "under way": network.count_under_way,
        }

    # ---- words

    def _node_note(self, index: int) -> str:
        """Return the last values that the processes of a node heard, and the state of their acknowledgements."""
        plain, other = numbers_of(index)
        if not self.network.has_turns:
            return self._process_note(plain)
        value = format_score(self.network.values[other])
        return f"{self._process_note(plain)}; other player to move: S = {value}, {self._process_note(other)}"

    def _process_note(self, process: int) -> str:
        heard = [
            f"{format_score(value)} from {self._node(other).name}"
            for other, value in islice(self.network.move_values(process).items(), NAMED)
        ]
        more = [] if len(self.network.successors[process]) <= NAMED else ["…"]
        parent = self.network.parents.get(process)
        missing = self.network.deficits[process]
        return "; ".join(
            [
                *([f"last heard {', '.join([*heard, *more])}"] if heard else []),
                "no parent" if parent is None else f"parent {self._name_text(parent)}",
                *([f"{counted(missing, 'acknowledgement')} outstanding"] if missing else []),
            ]
        )

    def _name_text(self, process: int) -> str:
        return "the environment" if process == ENVIRONMENT else self._node(process).name

    def _name(self, process: int) -> Caption:
        """Return a process in words: its node, and the turn if it is not the one shown at the node."""
        if process == ENVIRONMENT:
            return caption("the environment")
        return caption(named(self._node(process)), OTHER if state_of(process).view < 0 else "")

    def _names(self, processes: Sequence[int]) -> Caption:
        return listing((self._name(process) for process in processes), NAMED)

    def _caption(self, delivery: Delivery) -> Caption:
        message = delivery.message
        receiver, sender = self._name(message.receiver), self._name(message.sender)
        if message.kind is MessageKind.SIGNAL:
            if message.receiver == ENVIRONMENT:
                return caption("The environment receives the acknowledgement of ", sender, ".")
            return caption(
                receiver, " receives the acknowledgement of ", sender, ".", self._acknowledgement_words(delivery)
            )
        if message.kind is MessageKind.START:
            head = caption("The environment starts ", receiver, ": ")
        else:
            head = caption(receiver, " receives ", self._heard_value(message.receiver, message.sender), ": ")
        return caption(head, self._score_effect_words(delivery), ".", self._acknowledgement_words(delivery))

    def _score_effect_words(self, delivery: Delivery) -> Words:
        """Return the words on how a received value, or a start, changes the score of a process."""
        process = delivery.message.receiver
        if delivery.before is None:
            if self.network.is_awaiting_values(process):
                return "it awaits the S of its other successors"
            return caption(self._score_equation(process), ", as before")
        row = self.network.predecessors[process]
        if not row:
            return self._change_words(process)
        when = " in the next round" if self.network.is_synchronous else ""
        return caption(self._change_words(process), f", which it sends{when} to ", self._names(row))

    def _acknowledgement_words(self, delivery: Delivery) -> Words:
        """Return the sentences on the parent and the acknowledgements of a process that got a message."""
        words: list[Words] = []
        sender = self._name(delivery.message.sender)
        if delivery.is_engaging:
            words.append(caption(" Its parent is ", sender, "."))
        if delivery.is_answered:
            words.append(caption(" Already active: it acknowledges ", sender, " at once."))
        if delivery.parent is not None:
            words.append(self._release_words(delivery))
        return caption(*words)

    def _release_words(self, delivery: Delivery) -> Caption:
        """Return the sentence on a process that has no acknowledgement outstanding and so signals its parent."""
        process, parent = self._name(delivery.message.receiver), self._name(delivery.parent or 0)
        return caption(" No acknowledgement is outstanding, so ", process, " acknowledges to its parent ", parent, ".")

    def _change_words(self, process: int) -> Caption:
        """Return the new score of a process with its terms and the old score."""
        old = self._value(process, self.before[process], When.BEFORE)
        return caption(self._score_equation(process), " (was ", old, ")")

    def _value(self, process: int, number: Score, when: When = When.NOW) -> Value:
        turn = state_of(process).view
        return Value(number, Quantity.SCORE if turn > 0 else Quantity.OTHER_TURN, self._node(process).id, when=when)

    def _score_equation(self, process: int) -> Caption:
        """Return the score S of a process and its terms: "S(c) = min{2 from d, 1 from a} = 1"."""
        node, row = self._node(process), self.network.successors[process]
        value = self._value(process, self.network.values[process])
        head = caption(term("S", node), OTHER if state_of(process).view < 0 else "", " = ")
        if not row:
            return caption(head, value, ", its score as a leaf")
        seen = self.network.move_values(process)
        shown = compared_nodes(row, lambda other: seen[other] == value.number)
        terms = extreme(best(self.graph, index_of(process)), shown, lambda other: self._heard_value(process, other))
        return caption(head, terms, " = ", value)

    def _heard_value(self, process: int, other: int) -> Caption:
        """Return the value that a process last heard from a successor, in its own view: "−2 from d"."""
        number = self.network.move_values(process)[other]
        key = self._node(process).id + (OTHER if state_of(process).view < 0 else "")
        value = Value(number, Quantity.HEARD, self._node(other).id, key, sign=self.graph.sign)
        return caption(value, " from ", named(self._node(other)))


def _transits(graph: GameGraph, messages: Iterable[Message]) -> dict[Move, Transit]:
    """Return messages on moves, values in the receivers' view; of many no repeated values, of very many none."""
    transits: dict[Move, Transit] = {}
    shown: Collection[Message] = list(messages)
    if len(shown) > MOST_SHOWN:
        shown = [message for message in shown if message.is_new or message.kind is MessageKind.SIGNAL]
    for message in shown if len(shown) <= MOST_SHOWN else ():
        if (ends := message.ends) is None:
            continue
        move = graph.ids[index_of(ends[0])], graph.ids[index_of(ends[1])]
        known = transits.get(move, Transit())
        if message.kind is MessageKind.SIGNAL:
            transits[move] = replace(known, signals=known.signals + 1)
        else:
            value = format_score(graph.sign * message.value) if message.is_new else REPEATED
            transits[move] = replace(known, values=f"{known.values}, {value}" if known.values else value)
    return transits


ALGORITHM = Algorithm(
    name="distributed",
    title="Messages between the nodes",
    source="Kars, section 5, after Theorem 5.4; the end by Dijkstra and Scholten, 1980",
    summary=(
        "Every node is a process that knows only what its successors send. In rounds, or in any order of the messages, "
        "they come to the scores, and acknowledgements that go back tell when they are stable."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        choice(
            "mode",
            "Messages",
            {SYNCHRONOUS: "in rounds, from all at once", ASYNCHRONOUS: "when something changed, in any order"},
            "Synchronous, as in the source: in each round every process sends and awaits values. "
            "Asynchronous: a process sends when its value has changed, and messages take any time.",
        ),
        choice(
            "detail",
            "A step is",
            {"round": "a round", "message": "one message"},
            "A round ends when all messages have arrived that were under way when it began.",
        ),
        choice(
            "order",
            "Arrives first",
            {"oldest": "the oldest message", "newest": "the newest message", "random": "any message, at random"},
            "Which message arrives next; two on one link arrive in the order in which they were sent.",
        ),
        whole_number("seed", "Seed", 1, "For the order at random.", minimum=0, maximum=2**31 - 1),
        name_list("first", "By hand", 'Moves, as "a → b", whose messages arrive before all others, in this order.'),
        endless_worth(),
    ),
    rank=61,
    group=Group.CYCLES,
    also="distributed, asynchronous, network, termination detection, diffusing computation",
    notes_title="Processes",
    line_options={ROUND: ("mode", ASYNCHRONOUS)},
)
