"""Dodgem n × n as a user wrote it: Max's cars go up, Min's go right.

A car may go forward or sideways onto an empty cell, and off the board only forwards.  Whoever has got all cars off, or
cannot move, wins.
"""

from __future__ import annotations

from explorer import Rules


class Dodgem(Rules):
    title = "Dodgem"
    description = "Max goes up, Min goes right; whoever has no cars left, or is blocked, wins."

    def __init__(self, *, size: int = 3, cars: int = 2):
        self.n = size
        maxs = tuple((0, c) for c in range(size - cars, size))
        mins = tuple((r, 0) for r in range(size - cars, size))
        self.initial = (maxs, mins, 0)

    def _steps(self, position):
        maxs, mins, turn = position
        mine = maxs if turn == 0 else mins
        occupied = {*maxs, *mins}
        out = []
        for i, (r, c) in enumerate(mine):
            rest = mine[:i] + mine[i + 1 :]
            for dr, dc in ((1, 0), (0, -1), (0, 1)) if turn == 0 else ((0, 1), (1, 0), (-1, 0)):
                nr, nc = r + dr, c + dc
                forward = dr == 1 if turn == 0 else dc == 1
                if 0 <= nr < self.n and 0 <= nc < self.n:
                    if (nr, nc) in occupied:
                        continue
                    new = tuple(sorted((*rest, (nr, nc))))
                elif forward and (nr if turn == 0 else nc) == self.n:
                    new = rest
                else:
                    continue
                out.append((new, mins, 1) if turn == 0 else (maxs, new, 0))
        return out

    def moves(self, position):
        maxs, mins, _ = position
        return self._steps(position) if maxs and mins else []

    def owner(self, position):
        return "max" if position[2] == 0 else "min"

    def score(self, position):
        maxs, mins, turn = position
        if not maxs:
            return 1
        if not mins:
            return -1
        return 1 if turn == 0 else -1  # blocked: who cannot move wins

    def name(self, position):
        maxs, mins, turn = position
        cars = ("".join("abcdefgh"[c] + str(r + 1) for r, c in each) or "-" for each in (maxs, mins))
        return f"{' '.join(cars)} {'MN'[turn]}"
