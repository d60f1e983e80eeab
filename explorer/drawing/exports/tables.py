"""What the exports of tables share."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.drawing.shown import Shown
from explorer.model.errors import FormatError, LimitError
from explorer.trace import Trace


def trace_of(shown: Shown) -> Trace:
    """The trace that is shown.

    Raises
    ------
    FormatError
        If there is none.
    """
    if shown.trace is None:
        raise FormatError("a table shows the steps of an algorithm; choose one")
    return shown.trace


def checked_size(trace: Trace, steps: range, most: int) -> None:
    """Nothing, if the steps make a table of at most that many cells.

    Raises
    ------
    LimitError
        If they make a larger one.
    """
    nodes = len(trace.graph.nodes)
    if len(steps) * nodes > most:
        raise LimitError(
            f"{len(steps):,} steps of {nodes:,} nodes are {len(steps) * nodes:,} cells, the limit is {most:,}; "
            "choose fewer steps or a smaller graph"
        )


def text_within(pieces: Iterable[str], most: int) -> bytes:
    """The text that is given in pieces, of at most that many characters, for a file.

    Raises
    ------
    LimitError
        As soon as there are more.
    """
    listed: list[bytes] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise LimitError(
                f"the file would have more than {most:,} characters, the limit here; the command `trace` writes it "
                "without one, or choose a smaller graph"
            )
        listed.append(piece.encode(errors="replace"))  # half of a character is no text
    return b"".join(listed)
