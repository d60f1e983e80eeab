"""Entry of the registry of exports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.drawing.graph_view import GraphView, Style

ExportProgress = Callable[[int, int], None]

PICTURES = "Pictures"


def silent(number: int, total: int) -> None:
    """Take a report of progress and do nothing with it."""


@dataclass(frozen=True)
class Export:
    """A kind of file that can be made of a view.

    Attributes
    ----------
    name : as Python and the command line write it.
    title : as menus show it.
    suffix : the end of file names.
    mime : the media type of the content.
    write : the content of the file; calls `ExportProgress` with steps done and steps in all where that takes a while.
        Raises `ExplorerError` if it cannot be made of this.
    needs_trace : whether a bare graph is not enough.
    styled_by : the attributes of `Style` that make a difference, in the order in which menus show them.
    group : the heading in menus.
    rank : order in menus.
    is_painted : whether letters are painted with a font that comes along and does not have all characters.
    holds_both : whether it holds both of two runs side by side, and not the left one alone.
    """

    name: str
    title: str
    suffix: str
    mime: str
    write: Callable[[GraphView, Style, ExportProgress], bytes]
    needs_trace: bool = False
    styled_by: tuple[str, ...] = ()
    group: str = PICTURES
    rank: int = 100
    is_painted: bool = False
    holds_both: bool = False

    def exported_view(self, view: GraphView) -> GraphView:
        """Return the part of the view that the file holds."""
        return view if self.holds_both else view.left

    def left_out(self, view: GraphView) -> str:
        """Return a sentence on the parts of the view that the file leaves out, or ""."""
        if view.beside is not None and not self.holds_both:
            return f"{self.title} holds one run: that of the left side"
        if self.is_painted and (number := len(_undrawable_names(view))):
            names = "1 name has" if number == 1 else f"{number:,} names have"
            return f"{names} characters that the font of the picture lacks, each shown as □; SVG and HTML keep them"
        return ""

    @property
    def shows_why(self) -> bool:
        """Return whether the export can light an explanation: a picture of one step."""
        return "caption" in self.styled_by and "first" not in self.styled_by


def _undrawable_names(view: GraphView) -> set[str]:
    """Return the names of nodes with characters that the font of painted pictures does not have."""
    from explorer.drawing.picture.lettering import drawable, printable  # heavy

    graphs = [view.graph] if view.beside is None else [view.graph, view.beside.graph]
    return {
        name
        for graph in graphs
        for id, name in zip(graph.ids, graph.columns.names, strict=True)
        if not name.isascii() and drawable(text := printable(name), bold=id == graph.root) != text
    }
