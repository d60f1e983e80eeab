"""Limits of the size of a tree or an unfolded graph, and of the work to count a tree."""

from __future__ import annotations

LEAST_BUDGET, BUDGET, MOST_BUDGET = 10, 300, 5_000  # nodes of a tree; the first and the last on the page Unwind
MOST_LEVELS = 60  # on the page Unwind
WORK = 200_000  # steps of counting, after which the size is a lower bound
MOST_STATES, MOST_STATE_MOVES = 200_000, 2_000_000  # of a graph that a rule about positions unfolds
MOST_STATE_WORK = 20_000_000  # steps of searches for the positions that can come back
MOST_CLOCK_STATES, MOST_CLOCK_MOVES = 2_000_000, 20_000_000  # of one that a clock unfolds
