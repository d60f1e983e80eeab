"""The pages that show the open graph, which are views of it: what each makes of a scene, and what it shows of one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from explorer.app.state import Session
from explorer.drawing.graph_view import GraphView
from explorer.scenes.scene import Page, Scene


class PageView:
    """What one of these pages keeps, and how it comes to a scene and tells of it.

    The class stands in the module `state` of the package of the page, and is found there.
    """

    page: Page

    def begin(self, session: Session, scene: Scene) -> None:
        """Take over a scene of the graph that was opened, on whichever page it is shown."""

    def in_scene(self, session: Session, scene: Scene) -> Scene:
        """What the page shows, given the scene that Explore would show of the same graph and run."""
        return scene

    def on_screen(self, session: Session) -> GraphView:
        """What is on the screen, for an export.

        Raises
        ------
        GraphError, LimitError, OptionError
            If nothing is there that could be exported.
        """
        raise NotImplementedError

    def catch_up(self, session: Session) -> None:
        """Take over what the browser sent to the stages of the page since the last run."""

    def enter(self, session: Session) -> None:
        """The page is shown in place of another one."""

    def leave(self, session: Session) -> None:
        """Another page is shown."""


@cache
def _kinds() -> dict[Page, type[PageView]]:
    """The classes of all views."""
    for module in iter_modules([str(Path(__file__).parent)]):
        if module.ispkg:
            import_module(f"explorer.app.{module.name}.state")
    return {kind.page: kind for kind in PageView.__subclasses__()}


def views(session: Session) -> list[PageView]:
    """All views of a session."""
    return [session.of(kind) for kind in _kinds().values()]


def view(session: Session) -> PageView:
    """The view that the session shows."""
    return session.of(_kinds()[session.page])


def catch_up(session: Session) -> None:
    """Take over what the browser sent to all stages since the last run."""
    session.take_edits()
    for each in views(session):
        each.catch_up(session)


def turn_to(session: Session, page: Page) -> None:
    """Show another view, as far as it is another one."""
    if page is not session.page:
        view(session).leave(session)
        session.page = page
        view(session).enter(session)
