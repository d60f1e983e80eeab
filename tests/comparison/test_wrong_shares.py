"""How often the naive memo is wrong on cat and mouse, against a plain program that shares nothing."""

from __future__ import annotations

import random

from explorer import solve, trace
from explorer.comparison.wrong_shares import game_on, smallest_wrong, wrong_shares
from explorer.games.cat_mouse import random_rooms, rooms_in, text_of


def _plain_memo(rooms):
    """The score of the start by the usual program: depth first, a repetition is 0, each value kept."""
    memo, path = {}, set()

    def value(mouse, cat, mouse_moves):
        key = mouse, cat, mouse_moves
        if mouse == 0:
            return 1
        if mouse == cat:
            return -1
        if key in memo or key in path:
            return memo.get(key, 0)
        path.add(key)
        if mouse_moves:
            memo[key] = max([value(room, cat, False) for room in rooms[mouse]])
        else:
            memo[key] = min([value(mouse, room, True) for room in rooms[cat] if room])
        path.discard(key)
        return memo[key]

    return value(1, 2, True)


def test_wrong_shares_are_those_of_a_plain_program():
    sizes, games = (6, 8), 40
    for share in wrong_shares(sizes, games=games, seed=5):
        chance = random.Random(f"5 {share.rooms}")
        drawn = [random_rooms(share.rooms, chance) for _ in range(games)]
        wrong = [rooms for rooms in drawn if _plain_memo(rooms) != solve(game_on(rooms)).score]
        assert (share.wrong, share.example) == (len(wrong), text_of(wrong[0]))


def test_the_smallest_wrong_game_is_wrong_and_small():
    (share,) = wrong_shares((8,), games=15, seed=5)
    tried = []
    rooms = smallest_wrong([share.example], progress=tried.append)
    graph = game_on(rooms)
    assert trace(graph, "memoised-naive").result["value"] != solve(graph).score
    assert len(rooms) <= share.rooms
    assert len(graph.nodes) < len(game_on(rooms_in(share.example)).nodes)
    assert tried == [*range(1, len(tried) + 1)]
