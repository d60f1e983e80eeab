"""One control that steps several stages side by side, in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explorer.comparison.align import Alignment, By
from explorer.drawing.messages import SceneData
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
    _ways: str = "[]"
    _seq: int = 0

    @property
    def key(self) -> str:
        return f"lockstep_{self.id}"

    def set_ways(self, alignments: Sequence[Alignment]) -> None:
        """Step by other alignments, from their first moment on; without any the control is empty."""
        self._ways = strict_json([_way_data(alignment) for alignment in alignments])
        self._seq += 1

    def show(self, scene: SceneData | None = None) -> None:
        """Mount the control in the page; at the moment of a scene that is shown for the first time."""
        head = strict_json({"id": self.id, "leads": self.leads, "seq": self._seq, "scene": scene})[:-1]
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
