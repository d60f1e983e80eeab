"""`python -m tests.frontend.circles`: finds circles of imports among TypeScript modules, imports of types included."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import networkx as nx

from .build import EXPLORER

IMPORTED = re.compile(r"^(?:import|export)\b[^;]*?'(\.[^']+)';", re.MULTILINE)


def circles(paths: Iterable[Path]) -> Iterator[list[Path]]:
    """Yield one circle, as modules each of which imports the next, for each set that import one another."""
    imports = nx.DiGraph()
    for path in sorted(path.resolve() for path in paths):
        found = IMPORTED.findall(path.read_text(encoding="utf-8"))
        imports.add_edges_from((path, (path.parent / other).resolve()) for other in found)
    for modules in nx.strongly_connected_components(imports):
        among = imports.subgraph(modules)
        if among.size():
            yield [module for module, _ in nx.find_cycle(among)]


def main() -> str | None:
    """Return a line for each circle, or nothing."""
    paths = [path for path in EXPLORER.rglob("*.ts*") if "vendor" not in path.parts]
    lines = [
        " → ".join(path.relative_to(EXPLORER.resolve()).as_posix() for path in [*circle, circle[0]])
        for circle in circles(paths)
    ]
    return "\n".join(["These modules import each other in a circle:", *lines]) if lines else None


if __name__ == "__main__":
    sys.exit(main())
