"""Views of the open graph: the base class of their pages, and the functions that find and switch them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from explorer.app.state import Session
from explorer.drawing.graph_view import GraphView
from explorer.scenes.scene import Page, Scene


class PageView:
    """State of a page that shows the open graph, and its conversion from and to a scene.

    Each subclass stands in the module `state` of the page's package, and is found there.
    """

    page: Page

    def begin(self, session: Session, scene: Scene) -> None:
        """Take over a scene of the open graph, whichever page shows it."""

    def in_scene(self, session: Session, scene: Scene) -> Scene:
        """Return the scene of the page, from the scene of Explore with the same graph and run."""
        return scene

    def on_screen(self, session: Session) -> GraphView:
        """Return the view of the graph on the screen, for an export.

        Raises
        ------
        GraphError, LimitError, OptionError
            If the page shows nothing that can be exported.
        """
        raise NotImplementedError

    def catch_up(self, session: Session) -> None:
        """Take over the messages of the browser to the page's stages since the last run."""

    def enter(self, session: Session) -> None:
        """React to a switch to this page."""

    def leave(self, session: Session) -> None:
        """React to a switch to another page."""


@cache
def _view_classes() -> dict[Page, type[PageView]]:
    """Return the classes of all views by page."""
    for module in iter_modules([str(Path(__file__).parent)]):
        if module.ispkg:
            import_module(f"explorer.app.{module.name}.state")
    return {kind.page: kind for kind in PageView.__subclasses__()}


def views(session: Session) -> list[PageView]:
    """Return all views of a session."""
    return [session.of(kind) for kind in _view_classes().values()]


def view(session: Session) -> PageView:
    """Return the current view of the session."""
    return session.of(_view_classes()[session.page])


def catch_up(session: Session) -> None:
    """Take over the messages of the browser to all stages since the last run."""
    session.take_edits()
    for each in views(session):
        each.catch_up(session)


def turn_to(session: Session, page: Page) -> None:
    """Switch to the view of a page, unless it is the current one."""
    if page is not session.page:
        view(session).leave(session)
        session.page = page
        view(session).enter(session)
