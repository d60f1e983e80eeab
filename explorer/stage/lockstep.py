"""One control that steps several stages side by side, in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from explorer.comparison.align import Alignment, By
from explorer.drawing.messages.to_browser import SceneData
from explorer.drawing.stage_data import strict_json
from explorer.stage.component import mount

TITLES = {By.STEP: "By step", By.VISIT: "By visit"}


@dataclass
class Lockstep:
    """A control, kept in the session under its own id.

    Attributes
    ----------
    id : names the control in the browser; it keeps its moment while the page is away.
    leads : the ids of the two stages that it steps.
    """

    id: str
    leads: tuple[str, str]
    _alignments: dict[str, Alignment] = field(default_factory=dict)
    _ways: str = "[]"
    _seq: int = 0
    _at: int = 0

    @property
    def key(self) -> str:
        return f"lockstep_{self.id}"

    def set_ways(self, alignments: Sequence[Alignment], *, at: int = 0) -> None:
        """Step by other alignments, from a moment of the first one on; without any the control is empty."""
        self._alignments = {str(alignment.by): alignment for alignment in alignments}
        self._ways = strict_json([_way_data(alignment) for alignment in alignments])
        self._seq, self._at = self._seq + 1, at

    @property
    def steps(self) -> tuple[int, int] | None:
        """The steps at which the two stages stood when the user last turned to something else; None if not known."""
        told = (st.session_state.get(self.key) or {}).get("moment")
        if not told or told["seq"] != self._seq or told["way"] not in self._alignments:
            return None
        way = self._alignments[told["way"]]
        return way.left[told["at"]], way.right[told["at"]]

    def show(self, scene: SceneData | None = None) -> None:
        """Mount the control in the page; at the moment of a scene that is shown for the first time."""
        head = strict_json({"id": self.id, "leads": self.leads, "seq": self._seq, "at": self._at, "scene": scene})[:-1]
        mount(f'{head},"ways":{self._ways}}}'.encode(), key=self.key, height="content")


def _way_data(alignment: Alignment) -> dict[str, Any]:
    """An alignment as JSON data: for each stage its steps by moment, the moments at which a difference begins,
    and how far was looked."""
    return {
        "name": str(alignment.by),
        "title": TITLES[alignment.by],
        "steps": [alignment.left, alignment.right],
        "differences": alignment.differences,
        "limit": alignment.limit,
    }
