"""Traces as short text, to be compared whole."""

from __future__ import annotations

from explorer.model.scores import format_score
from explorer.trace import Trace


def trace_text(trace: Trace) -> str:
    """A line a step: the pseudocode's line, the path, the known scores, the caption."""
    return "\n".join(
        f"{step.line} [{' '.join(step.path)}] {_scores(trace, number)} | {step.caption}"
        for number, step in enumerate(trace)
    )


def _scores(trace: Trace, number: int) -> str:
    return " ".join(f"{id}={format_score(score)}" for id, score in sorted(trace.scores_at(number).items())) or "-"
