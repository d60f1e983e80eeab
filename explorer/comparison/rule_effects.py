"""Sentences on what a rule about repetition changes: scores under the rule beside those under endless play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from explorer.model.graph import Kind
from explorer.model.scores import Score, format_score
from explorer.model.words import counted
from explorer.solver import solve
from explorer.unwinding import End, RepetitionKind, Unfolded

MOST_COPIES = 10  # of a position, each with a sentence
_MOST_MOVES = 40  # of a play that shows why


@dataclass(frozen=True)
class RuleEffects:
    """Scores of a graph with and without a rule about repetition."""

    unfolded: Unfolded

    @cached_property
    def plain_scores(self) -> Mapping[str, Score]:
        """The scores of the plain graph, by position; at the root the value of endless play is meant for its player."""
        return solve(self.unfolded.source, endless=self.unfolded.endless).scores

    @cached_property
    def _plain_scores_of_other(self) -> Mapping[str, Score]:
        return solve(self.unfolded.source, endless=-self.unfolded.endless).scores

    def plain_score(self, id: str) -> Score:
        """Return the score under endless play of the position that a node is a copy of."""
        is_other = bool(self.unfolded.sides[self.unfolded.graph.index_of(id)])
        return (self._plain_scores_of_other if is_other else self.plain_scores)[self.unfolded.origin(id)]

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The positions of which a copy has another score than under endless play, in the order of the plain graph."""
        found = {
            self.unfolded.origin(id)
            for id in self.unfolded.graph.ids
            if self.unfolded.scores[id] != self.plain_score(id)
        }
        return tuple(id for id in self.unfolded.source.ids if id in found)

    def sentence_of_root(self) -> str:
        """Return whether the score of the root is another than under endless play, and why."""
        return self._sentence(self.unfolded.graph.ids[self.unfolded.graph.root_index], "")

    def sentences_of(self, position: str) -> list[str]:
        """Return a sentence for each copy of a position, nearest to the root first, at most `MOST_COPIES`."""
        copies = self.unfolded.copies_of(position)
        name = self._name(position)
        if not copies:
            return [f"No play under the rule reaches {name}."]
        sentences = [self._sentence(id, self._after(id)) for id in copies[:MOST_COPIES]]
        more = len(copies) - MOST_COPIES
        return sentences if more <= 0 else [*sentences, f"There are {more:,} more nodes of {name}."]

    def _sentence(self, id: str, after: str) -> str:
        """Return the sentence on one node."""
        score, plain = self.unfolded.scores[id], self.plain_score(id)
        start = f"{after}{self._name(self.unfolded.origin(id))} is worth {format_score(score)}"
        if score == plain:
            return f"{start}, as under endless play."
        why = self._reason(id)
        return f"{start}, and not {format_score(plain)} as under endless play{f': {why}' if why else ''}."

    def _after(self, id: str) -> str:
        """Return the history of a node as the beginning of a sentence; "" at the root."""
        path = self.unfolded.history(id)
        return f"After {self._path(path)}, " if len(path) > 1 else ""

    def _reason(self, id: str) -> str:
        """Return where the rule acts in the best play from a node; "" if it does not act there."""
        path = before = self.unfolded.history(id)
        for step, each in enumerate(self._best_play(id)):
            path = (*path, self.unfolded.origin(each)) if step else path
            if words := self.act(each):
                return f"after {self._path(path[len(before) - 1 :])}, {words}" if step else words
        return ""

    def act(self, id: str) -> str:
        """Return what the rule does in a node, as a part of a sentence; "" for nothing."""
        end, name = self.unfolded.end(id), self._name(self.unfolded.origin(id))
        if end is End.ENDLESS:
            kind = self.unfolded.rule.kind
            if kind is RepetitionKind.NO_REPEATS:
                return f"no move is left at {name}, and the play ends"
            if kind is RepetitionKind.CLOCK:
                return "the clock ends the play"
            return f"the play ends, since {name} has come {counted(self.unfolded.rule.number, 'time')}"
        if end is not End.NONE:
            return f"who moved to {name} has lost"
        if forbidden := self.unfolded.forbidden_after(id):
            names = " or ".join(map(self._name, forbidden))
            return f"{self._player(self.unfolded.origin(id))} may not move to {names}"
        return ""

    @cached_property
    def _best(self) -> Mapping[str, str]:
        return solve(self.unfolded.graph, endless=self.unfolded.endless).best

    def _best_play(self, id: str) -> list[str]:
        """Return the nodes of the best play from a node, until it repeats one or ends."""
        play = [id]
        while len(play) < _MOST_MOVES and (after := self._best.get(play[-1])) is not None and after not in play:
            play.append(after)
        return play

    def _player(self, position: str) -> str:
        kind = self.unfolded.source.node(position).kind
        return {Kind.MAX: "Max", Kind.MIN: "Min"}.get(kind, "the player to move")

    def _name(self, position: str) -> str:
        return self.unfolded.source.node(position).name

    def _path(self, path: tuple[str, ...]) -> str:
        return " → ".join(map(self._name, path))
