"""Views of the open graph: the base class of their pages, and the one that is on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from explorer.app.session.place import Place
from explorer.app.session.session import Session
from explorer.app.session.stage_messages import StageMessages
from explorer.drawing.graph_view import GraphView
from explorer.scenes.scene import Page, Scene


class PageView:
    """State of a page that shows the open graph, and its conversion from and to a scene.

    Each subclass stands in the module `state` of the page's package, and is found there.
    """

    page: Page

    def begin(self, scene: Scene) -> None:
        """Take over a scene of the open graph, whichever page shows it."""

    def in_scene(self, scene: Scene) -> Scene:
        """Return the scene of the page, from the scene of Explore with the same graph and run."""
        return scene

    def on_screen(self) -> GraphView:
        """Return the view of the graph on the screen, for an export.

        Raises
        ------
        GraphError, LimitError, OptionError
            If the page shows nothing that can be exported.
        """
        raise NotImplementedError

    def catch_up(self) -> None:
        """Take over the messages of the browser to the page's stages since the last run."""

    def enter(self) -> None:
        """React to a switch to this page."""

    def leave(self) -> None:
        """React to a switch to another page."""


@cache
def _view_classes() -> dict[Page, type[PageView]]:
    """Return the classes of all views by page."""
    for file in sorted(Path(__file__).parent.glob("*/state.py")):
        import_module(f"explorer.app.{file.parent.name}.state")
    return {kind.page: kind for kind in PageView.__subclasses__()}


@dataclass
class Views:
    """The views of a session, one of which is on the screen."""

    session: Session
    place: Place
    messages: StageMessages

    @property
    def all(self) -> list[PageView]:
        """All views."""
        return [self.session.of(kind) for kind in _view_classes().values()]

    @property
    def current(self) -> PageView:
        """The view of the current page."""
        return self.session.of(_view_classes()[self.place.page])

    def catch_up(self) -> None:
        """Take over the messages of the browser to all stages since the last run."""
        self.messages.take()
        for each in self.all:
            each.catch_up()

    def turn_to(self, page: Page) -> None:
        """Switch to the view of a page, unless it is the current one."""
        if page is not self.place.page:
            self.current.leave()
            self.place.page = page
            self.current.enter()
