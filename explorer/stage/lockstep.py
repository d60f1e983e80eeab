"""One control that steps several stages side by side, in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from explorer.comparison.align import Alignment
from explorer.drawing.messages.to_browser import SceneData, StripData
from explorer.drawing.stage_data import control_data, strict_json
from explorer.stage.component import mount


@dataclass
class Lockstep:
    """A control, held in the session under its own id.

    Attributes
    ----------
    id : names the control in the browser; it keeps its moment while the page is away.
    leads : the ids of the two stages that it steps.
    listens : whether the page depends on each moment, and so hears of it at once.
    """

    id: str
    leads: tuple[str, str]
    listens: bool = False
    _alignments: dict[str, Alignment] = field(default_factory=dict)
    _data: str = ""
    _seq: int = 0

    def __post_init__(self) -> None:
        self.set_ways([])

    @property
    def key(self) -> str:
        return f"lockstep_{self.id}"

    def set_ways(self, alignments: Sequence[Alignment], *, at: int = 0, strip: StripData | None = None) -> None:
        """Step by other alignments, from a moment of the first one on; without any the control is empty.

        With a `strip` the second stage has a row of the number of each moment, and the control has one caption for
        both.
        """
        self._alignments = {str(alignment.by): alignment for alignment in alignments}
        self._seq += 1
        self._data = strict_json(control_data(self.id, self.leads, alignments, seq=self._seq, at=at, strip=strip))

    @property
    def moment(self) -> int | None:
        """The moment at which the two stages stood when the user last turned to something else, if it is known."""
        return int(self._last_message["at"]) if self._last_message else None

    @property
    def _last_message(self) -> Mapping[str, Any]:
        """The last message of the browser on the present alignments."""
        message: Mapping[str, Any] = (st.session_state.get(self.key) or {}).get("moment") or {}
        return message if message.get("seq") == self._seq and message.get("way") in self._alignments else {}

    def lead(self, at: int) -> None:
        """Have both stages go to a moment, wherever they stand."""
        self.set_ways(list(self._alignments.values()), at=at)

    @property
    def position(self) -> tuple[Alignment, int] | None:
        """The present alignment and the moment at which the stages stand; None for an empty control. The moment is
        the one at which the user last turned to something else, or the last one if that is not known."""
        if self._last_message:
            return self._alignments[self._last_message["way"]], int(self._last_message["at"])
        return next(((way, len(way) - 1) for way in self._alignments.values()), None)

    def show(self, scene: SceneData | None = None) -> None:
        """Mount the control in the page, at the moment of a scene if it is new."""
        more = strict_json({"scene": scene, "listens": self.listens})
        mount(f"{self._data[:-1]},{more[1:]}".encode(), key=self.key, height="content")
