"""The scripts of the pages, which `python -m tests.frontend.build` builds from TypeScript, and vis-network."""

from __future__ import annotations

from functools import cache
from importlib.metadata import distribution
from pathlib import Path

FRONTEND = Path(__file__).parents[1] / "stage" / "frontend"
BUILT = FRONTEND.with_name("built")
ENTRY, STYLE = "stage.js", "stage.css"


@cache
def built(name: str) -> str:
    """Return the JavaScript that was built from the TypeScript entry of this name."""
    return (BUILT / f"{name}.js").read_text(encoding="utf-8")


@cache
def script() -> str:
    """Return vis-network and the stage as one script, with the exports of the stage in the constant
    `gameGraphStage`."""
    return f"{vis_network()}\n{built('stage')}"


@cache
def module() -> str:
    """Return one JavaScript module with all that the stage needs, whose default export mounts it."""
    return f"{script()}export default gameGraphStage.default;\n"


@cache
def style_sheet(*, with_bar: bool = True) -> str:
    """Return the style sheet of the stage and of the bar."""
    names = (STYLE, "bar.css") if with_bar else (STYLE,)
    return "".join((FRONTEND / name).read_text(encoding="utf-8") for name in names)


@cache
def vis_network() -> str:
    """Return the script of vis-network 9.1.2, as pyvis brings it."""
    from explorer.model.libraries import needed_for  # and with it what a game graph is, which pages do without

    with needed_for("networks"):
        pyvis = distribution("pyvis")
    file = pyvis.locate_file("pyvis/lib/vis-9.1.2/vis-network.min.js")
    return Path(str(file)).read_text(encoding="utf-8")
