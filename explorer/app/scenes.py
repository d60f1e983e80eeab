"""The scene of a slide, opened in a session."""

from __future__ import annotations

from dataclasses import replace

from explorer.app import links
from explorer.app.state import Origin, Session
from explorer.lessons.scenes import SlideScene
from explorer.scenes.reference import GAME, SAMPLE
from explorer.scenes.scene import Page


def open_scene(session: Session, shown: SlideScene, step: int) -> None:
    """Show a scene at a step as it is meant: nothing that the user has chosen before makes a difference.

    The step of a tree is its depth.
    """
    is_tree = shown.scene.page is Page.UNWIND
    scene = replace(shown.scene, depth=step) if is_tree else replace(shown.scene, step=step)
    session.open(shown.loaded, _origin(shown))
    session.stage.keep = None if session.view_only else False  # no document of the user's before it is edited
    links.show(session, scene)
    session.going = None  # it is shown on the page where it is asked for


def _origin(shown: SlideScene) -> Origin:
    """Where the graph came from; a file beside the lesson is the reader's own graph."""
    named = shown.scene.graph
    title = shown.loaded.graph.name or shown.file or "Scene"
    if named.startswith(SAMPLE):
        return Origin(title, sample=named.removeprefix(SAMPLE))
    if named.startswith(GAME):
        return Origin(title, game=named.removeprefix(GAME))
    return Origin(title, shared=named or None)
