"""Place of the user in the app: the page, and the scene with which it begins."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.drawing.messages.to_browser import SceneData
from explorer.scenes.scene import Page


@dataclass
class Place:
    """The page on the screen, and what its address says.

    Attributes
    ----------
    page : the view of the open graph that is on the screen, or was there last.
    path : the path of the current page, whether it shows the graph or not.
    view_only : whether a link asked for the stage alone, without editing.
    sent_query : the query string that the browser got last for this page.
    initial_scene : settings with which the browser begins the scene that was opened last.
    """

    page: Page = Page.EXPLORE
    path: str = ""
    view_only: bool = False
    sent_query: dict[str, str] = field(default_factory=dict)
    initial_scene: SceneData | None = None

    def begin_path(self, path: str) -> str:
        """Take over the path of the current page, and return the previous one; another page has its own address."""
        previous, self.path = self.path, path
        if previous != path:
            self.sent_query = {}
        return previous

    @property
    def suffix(self) -> str:
        """The end of keys of widgets, by which those of another scene begin with its values."""
        return f"_{self.initial_scene['number']}" if self.initial_scene and self.initial_scene["number"] > 1 else ""
