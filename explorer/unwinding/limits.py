"""Limits of the size of a tree, and of the work to count it."""

from __future__ import annotations

LEAST_BUDGET, BUDGET, MOST_BUDGET = 10, 300, 5_000  # nodes of a tree; the first and the last on the page Unwind
MOST_LEVELS = 60  # on the page Unwind
WORK = 200_000  # steps of counting, after which the size is a lower bound
