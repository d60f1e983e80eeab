"""Names of algorithms and of their options as types, which editors complete and type checkers check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from explorer.model.scores import Score

AlgorithmName = Literal[
    "score-iteration",
    "depth-first",
    "visited-set",
    "memoised",
    "memoised-naive",
    "bounds",
    "finality",
    "exact-finality",
    "witness",
    "expansion",
    "minimax",
    "solve",
    "alpha-beta",
    "e-valuate",
    "scout",
    "negascout",
    "mtd-f",
    "iterative-deepening",
    "sss-star",
    "status",
    "strategies",
    "kernel",
    "loopy-kernel",
    "retrograde",
    "distributed",
    "proof-number",
    "df-pn",
]


class TraceOptions(TypedDict, total=False):
    """The options of all algorithms of the program; the entry of each lists its own."""

    bound: Literal["lower", "upper"]
    depth: int
    detail: Literal["sweep", "node", "round", "message"]
    endless: Score | str
    entries: Literal["path", "final"]
    fail: Literal["hard", "soft", "strict"]
    finality: Literal["rule", "exact"]
    first: int | str | Sequence[str]
    further: int
    guess: Score | str
    heuristic: Literal["zero", "key"]
    hide: bool
    k: Score | str | None
    labels: Literal["own", "status", "mstatus"]
    method: Literal["levels", "induction"]
    mode: Literal["synchronous", "asynchronous"]
    most: int
    node: str
    order: Literal["drawn", "best", "worst", "random", "killer", "history", "oldest", "newest"]
    seed: int
    strategy: Literal["smallest", "breadth", "proof-number", "witness", "random"]
    sums: Literal["all", "farther"]
    table: Literal["none", "naive", "dependency"]
    variant: Literal["dfs", "bt"]
