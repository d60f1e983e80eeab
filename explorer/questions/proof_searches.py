"""Questions about searches by proof numbers: the successor that is searched next."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.questions.question import Form, Question, QuestionKind, Questions, by_step, name_of
from explorer.trace import Trace

SUCCESSOR = QuestionKind("successor", Form.NODE, 2)  # which successor is searched next

LINES = {"proof-number": (3, 4), "df-pn": (12,)}
"""The lines of the pseudocode in which a search goes to a successor."""


def about_successor(trace: Trace, step: int) -> Iterator[Question]:
    """Ask to which successor the search goes next (Allis and others, 1994)."""
    here = trace[step]
    if here.line not in LINES.get(trace.algorithm, ()) or here.move is None:
        return
    graph, (above, chosen) = trace.graph, here.move
    row = graph.ids_after(above)
    if len(row) < 2:
        return
    view = graph.sign ** (len(here.path) - 2)
    is_provers = graph.orientation[graph.index[above]] * view > 0
    mover, kind, other = ("prover", "proof", "disproof") if is_provers else ("opponent", "disproof", "proof")
    name = name_of(graph, above)
    larger = f"Its {kind} number is not the smallest, or another with the same number stands before it."
    yield Question.of(
        step,
        SUCCESSOR,
        f"The {mover} moves at {name}. To which successor does the search go next? Of equal ones it takes the first.",
        [chosen],
        *((id, larger) for id in row),
        *((id, f"The search goes on with a successor of {name}.") for id in here.path[:-1]),
        about=above,
        remark=f"Where the {mover} moves the {kind} number decides, not the {other} number.",
    )


QUESTIONS = Questions("proof searches", 6, (SUCCESSOR,), by_step(about_successor), tuple(LINES))
