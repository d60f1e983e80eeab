"""Cat and mouse on a graph, against plain iteration and the answers that are known."""

from __future__ import annotations

import random

import pytest

from explorer import solve
from explorer.games import generate
from explorer.games.cat_mouse import EXAMPLE, random_rooms, rooms_in, text_of
from explorer.model.errors import OptionError

KNOWN = {
    EXAMPLE: 0,
    "1 3/0/3/0 2": 1,
    "5 6/3 4/6/1 4 5/1 3 5/0 3 4 6/0 2 5": -1,
    "3/2 4 5 6/1 5/0 4 5 6/1 3 6/1 2 3/1 3 4": -1,
    "3/5 7 9/4 8 9/0 4 5 6 7 12/2 3 8 10 11/1 3 6 12/3 5 7/1 3 6 11/2 4 12/1 2 12/4 11/4 7 10/3 5 8 9": -1,
}


def _plain_score(rooms):
    """The score of the start by sweeps over all positions until nothing changes."""
    size = len(rooms)
    positions = [(m, c, turn) for m in range(size) for c in range(1, size) for turn in (0, 1)]
    score = {(m, c, t): 1 if m == 0 else -1 if m == c else 0 for m, c, t in positions}
    while True:
        after = dict(score)
        for m, c, turn in positions:
            if m not in (0, c):
                after[m, c, turn] = (
                    min((score[m, cat, 0] for cat in rooms[c] if cat), default=0)
                    if turn
                    else max(score[mouse, c, 1] for mouse in rooms[m])
                )
        if after == score:
            return score[1, 2, 0]
        score = after


@pytest.mark.parametrize("text", KNOWN)
def test_known_answers(text):
    rooms = [[int(part) for part in row.split()] for row in text.split("/")]
    assert _plain_score(rooms) == KNOWN[text]
    assert solve(generate("cat-mouse", graph=text)).score == KNOWN[text]


@pytest.mark.parametrize("seed", range(20))
def test_scores_of_random_rooms(seed):
    rooms = random_rooms(4 + seed % 6, random.Random(seed))
    assert rooms_in(text_of(rooms)) == rooms == rooms_in(str([list(row) for row in rooms]))
    assert solve(generate("cat-mouse", graph=text_of(rooms))).score == _plain_score(rooms)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 7/0 2/1", "room 0 has a door to 7"),
        ("1/0 2//1", "such as random-7-1"),
        ("1/0 2/1 3/0", "room 3 has no door but to the hole"),
        ("[[1], [0, 2], []]", "such as random-7-1"),
        ("[[1], 3, [1]]", "no list of lists"),
        ("random-99-1", "3 to 60 rooms; got 99"),
    ],
)
def test_rooms_that_cannot_be_are_refused(text, message):
    with pytest.raises(OptionError, match=message):
        generate("cat-mouse", graph=text)
