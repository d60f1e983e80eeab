"""Ways to export the screen; the registry is every module of this package that has an `EXPORT`.

To add one, write one file here: a function that makes the content, and an `Export` that describes it.  It then appears
in the app, on the command line and in the tests that run over all of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from explorer.drawing.exports.export import Export, ExportProgress, silent
from explorer.drawing.graph_view import GraphView, Style
from explorer.model.errors import FormatError
from explorer.trace.registry import discover, find_entry

__all__ = ["Export", "ExportProgress", "GraphView", "Style", "export", "export_of", "find", "registered", "silent"]


@cache
def registered() -> dict[str, Export]:
    """Return all exports by name, in the order in which menus show them."""
    return discover(__name__, __path__, Export)


def find(name: str) -> Export:
    """Return the export with this name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    return find_entry(name, registered(), "export")


def export_of(path: str | Path) -> Export:
    """Return the export for the end of a file's name; of several that fit the longest counts.

    Raises
    ------
    FormatError
        If there is none; the message lists the suffixes.
    """
    fitting = [entry for entry in registered().values() if Path(path).name.lower().endswith(entry.suffix)]
    if not fitting:
        listed = ", ".join(entry.suffix for entry in registered().values())
        raise FormatError(f"{path}: the name must end in one of {listed}")
    return max(fitting, key=lambda entry: len(entry.suffix))


def export(view: GraphView, name: str, style: Style | None = None, progress: ExportProgress = silent) -> bytes:
    """Return the view as the content of a file.

    Raises
    ------
    FormatError
        If the export shows a trace and there is none.
    ExplorerError
        If it cannot be made of this.
    """
    entry = find(name)
    if entry.needs_trace and view.trace is None:
        raise FormatError(f"{entry.title} shows steps; choose an algorithm (on the command line --algorithm)")
    return entry.write(entry.exported_view(view), style or Style(), progress)
