"""The picture of the packages in layers, made from the import contract; `python -m tests.support.layers` writes it."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "explorer" / "help" / "images" / "layers.svg"

WIDTH, MARGIN, LEFT = 720, 10, 60
ROW, BOX = 46, 34
# A card of its own behind everything: the picture reads alike on a light and on a dark page.
_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"
 role="img">
<title>Packages in layers; each imports only from the layers below it</title>
<rect width="{width}" height="{height}" rx="8" fill="#f6f8fa" stroke="#8c959f"/>
<g font-family="system-ui, sans-serif" font-size="15" fill="#1f2328" text-anchor="middle">
<path d="M30 {top} V{bottom} m-6 -10 l6 10 l6 -10" fill="none" stroke="#57606a" stroke-width="2"/>
<text transform="translate(20 {middle}) rotate(-90)" fill="#57606a">imports</text>
"""
_BOX = """<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height}" rx="5" fill="#ddf4ff" stroke="#0969da"/>
<text x="{middle:g}" y="{base:g}">{name}</text>
"""


def layers() -> list[list[str]]:
    """The names of the packages, the highest layer first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (rows,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    return [[name.strip() for name in row.replace(":", "|").split("|")] for row in rows]


def picture(rows: list[list[str]]) -> str:
    """The layers as SVG, a row of boxes for each."""
    height = 2 * MARGIN + len(rows) * ROW
    head = _HEAD.format(width=WIDTH, height=height, top=MARGIN + 10, bottom=height - MARGIN - 10, middle=height / 2)
    boxes = [_boxes(names, MARGIN + place * ROW) for place, names in enumerate(rows)]
    return f"{head}{''.join(boxes)}</g>\n</svg>\n"


def _boxes(names: list[str], top: float) -> str:
    width = (WIDTH - LEFT - MARGIN) / len(names)
    y = top + (ROW - BOX) / 2
    return "".join(
        _BOX.format(
            x=LEFT + place * width,
            y=y,
            width=width - MARGIN,
            height=BOX,
            middle=LEFT + place * width + (width - MARGIN) / 2,
            base=y + 22,
            name=name,
        )
        for place, name in enumerate(names)
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(layers()), encoding="utf-8")
