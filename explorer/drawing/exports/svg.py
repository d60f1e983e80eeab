"""SVG: a picture made of shapes and letters that stay sharp at any size and can be edited.

Each node and each move is a group with a title, which browsers show where the pointer rests.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.picture import Picture, picture_of
from explorer.drawing.picture.lettering import FAMILY
from explorer.drawing.picture.primitives import Circle, Coordinates, Curve, Polygon, Polyline, Shape, ShapeGroup, Text

_FAMILIES = f"'{FAMILY}', Verdana, sans-serif"  # Verdana is as wide


def svg_text(picture: Picture) -> str:
    """Return the picture as the text of an SVG element, for a file or for a page."""
    width, height = f"{picture.width}", f"{picture.height}"
    size = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"}
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img", "font-family": _FAMILIES})
    if picture.name:
        SubElement(svg, "title").text = picture.name
    if picture.paper:
        SubElement(svg, "rect", {"width": width, "height": height, "fill": picture.paper})
    for group in picture.groups:
        _add_group(svg, group)
    return tostring(svg, encoding="unicode")


def shapes_svg(width: int, height: int, shapes: Sequence[Shape]) -> str:
    """Return bare shapes as the text of an SVG element for a page, whose background stays visible."""
    return svg_text(Picture(width, height, "", "", (ShapeGroup("graph", "", 0, 0, tuple(shapes)),)))


def _add_group(svg: Element, group: ShapeGroup) -> None:
    position = (
        {"transform": f"translate({_number_text(group.x)} {_number_text(group.y)})"} if group.x or group.y else {}
    )
    parent = SubElement(svg, "g", {"class": group.part, **position})
    if group.name:
        SubElement(parent, "title").text = group.name
    for shape in group.shapes:
        _add_shape(parent, shape)


def _add_shape(parent: Element, shape: Shape) -> None:
    if isinstance(shape, Text):
        _add_text(parent, shape)
    elif isinstance(shape, Circle):
        position = {"cx": _number_text(shape.x), "cy": _number_text(shape.y), "r": _number_text(shape.radius)}
        SubElement(parent, "circle", position | _paint_attributes(shape))
    elif isinstance(shape, Polygon):
        SubElement(parent, "polygon", {"points": _points_text(shape.points)} | _paint_attributes(shape))
    elif isinstance(shape, Polyline):
        SubElement(parent, "polyline", {"points": _points_text(shape.points)} | _paint_attributes(shape))
    else:
        bends = " ".join(f"C{_points_text(bend)}" for bend in shape.bends)
        SubElement(parent, "path", {"d": f"M{_points_text((shape.start,))} {bends}"} | _paint_attributes(shape))


def _paint_attributes(shape: Circle | Polygon | Polyline | Curve) -> dict[str, str]:
    """Return the SVG attributes for the fill, the stroke and the opacity of a shape."""
    fill = None if isinstance(shape, Polyline | Curve) else shape.fill
    paint = {"fill": fill or "none"}
    if shape.stroke:
        paint |= {"stroke": shape.stroke.colour, "stroke-width": _number_text(shape.stroke.width)}
        if shape.stroke.dash:
            paint["stroke-dasharray"] = " ".join(map(_number_text, shape.stroke.dash))
        if shape.stroke.round:
            paint |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return paint | ({"opacity": _number_text(shape.opacity)} if shape.opacity < 1 else {})


def _add_text(parent: Element, text: Text) -> None:
    """Add the text, after a broad outline of it if it has one."""
    position = {"x": _number_text(text.x), "y": _number_text(text.y), "font-size": _number_text(text.size)}
    weight = {"font-weight": "bold"} if text.bold else {}
    anchor = {"text-anchor": text.anchor} if text.anchor != "start" else {}
    if text.outline:
        pen = {
            "stroke": text.outline.colour,
            "stroke-width": _number_text(text.outline.width),
            "stroke-linejoin": "round",
        }
        hidden = {"fill": "none", **pen, "aria-hidden": "true"}
        SubElement(parent, "text", {**position, **weight, **anchor, **hidden}).text = text.text
    SubElement(parent, "text", {**position, **weight, **anchor, "fill": text.colour}).text = text.text


def _points_text(points: Sequence[Coordinates]) -> str:
    """Return points as the text of an SVG attribute."""
    return " ".join(f"{_number_text(x)},{_number_text(y)}" for x, y in points)


def _number_text(value: float) -> str:
    """Return the text of a number, with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return (head + svg_text(picture_of(view, style)) + "\n").encode()


EXPORT = Export(
    name="svg",
    title="Vector picture (SVG)",
    suffix=".svg",
    mime="image/svg+xml",
    write=_write,
    styled_by=("title", "legend", "caption", "dark"),
    rank=20,
    holds_both=True,
)
