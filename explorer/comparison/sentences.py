"""Parts of the sentences about claimed values, distances and moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.model.graph import GameGraph
from explorer.model.words import counted, short_name

BY_ITSELF = "by themselves"
FOLLOWING = "only following from others"

_MOST_NAMED = 8  # successors or nodes of a cycle
_LONGEST = 40  # characters of a name


def shorten_id(id: str) -> str:
    """Return an id, shortened if it is long."""
    return short_name(id, _LONGEST)


def name_of(graph: GameGraph, row: int) -> str:
    """Return the id of a node, shortened if it is long."""
    return shorten_id(graph.ids[row])


def first_few(words: Sequence[str]) -> list[str]:
    """Return the first few of a list of words, with dots for the rest."""
    return [*words] if len(words) <= _MOST_NAMED else [*words[: _MOST_NAMED - 1], "…"]


def examples(ids: Sequence[str]) -> str:
    """Return the first few of some node ids as one text: "a, b, …"."""
    return ", ".join(first_few([shorten_id(id) for id in ids[: _MOST_NAMED + 1]]))


def wrong_counts(noun: str, counts: Mapping[str, int]) -> str:
    """Return how many claims are wrong in each way: "3 values are wrong: 1 by itself, 2 only following from others".

    Examples
    --------
    >>> wrong_counts("value", {BY_ITSELF: 1, FOLLOWING: 0})
    '1 value is wrong: by itself'
    """
    total = sum(counts.values())
    ways = {words.replace("themselves", "itself") if count == 1 else words: count for words, count in counts.items()}
    named = [f"{count:,} {words}" if total > 1 else words for words, count in ways.items() if count]
    return f"{counted(total, noun)} {'is' if total == 1 else 'are'} wrong: {', '.join(named)}"
