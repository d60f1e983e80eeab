"""Cards of what a lecturer can open: the samples, and scenes of games, by source and topic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from explorer.games import registered
from explorer.games.samples import load_sample, sample_names


@dataclass(frozen=True)
class Card:
    """A sample or a game that can be opened.

    Attributes
    ----------
    name : of the sample or the game.
    scene : the query of the scene that shows it best.
    sample : whether it is a sample, and not a game.
    """

    name: str
    title: str
    description: str
    source: str
    topic: str
    scene: str
    sample: bool = True

    @property
    def group(self) -> str:
        """The heading under which the card stands."""
        return f"{self.source}: {self.topic}"


@cache
def cards() -> tuple[Card, ...]:
    """Return the cards in the order in which to teach with them; those of a group stand together."""
    listed = [*map(_sample_card, sample_names()), *_game_cards()]
    groups = list(dict.fromkeys(card.group for card in listed))
    return tuple(sorted(listed, key=lambda card: groups.index(card.group)))


def _sample_card(name: str) -> Card:
    """Return the card of a sample."""
    graph = load_sample(name)
    source, topic = (str(graph.extra.get(key, "Others")) for key in ("source", "topic"))
    return Card(name, graph.name or name, graph.description, source, topic, urlencode({"sample": name}))


def _game_cards() -> list[Card]:
    """Return the cards of the games that stand among the samples."""
    return [
        Card(game.name, game.title, game.summary, game.source.split(",")[0], game.topic, game.card, sample=False)
        for game in registered().values()
        if game.card
    ]
