"""What networkx reads of a GraphML text, after a survey of it."""

from __future__ import annotations

import warnings
from xml.etree.ElementTree import Element, ParseError, tostring

from defusedxml.ElementTree import fromstring

from explorer.formats.graphml_survey import Survey, note_left_out, survey
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.late_networkx import nx

_OF_NO_INTEREST = ("No key type for id", "GraphML port tag")  # networkx's warnings of what is read or said elsewhere


def parsed(text: str, fields: FieldReader) -> tuple[Survey, nx.Graph[str]]:
    """What is found in a text, and what networkx reads of it, which must be directed."""
    found = survey(text, fields)
    note_left_out(fields, found.undeclared, found.ports)
    return found, network_of(text, found, fields)


def network_of(text: str, found: Survey, fields: FieldReader) -> nx.Graph[str]:
    """What networkx reads of a text in which this is found; it must be directed."""
    if found.has_directions and found.undirected is not None:
        source, target, line = found.undirected
        raise FormatError(
            f"line {line}: a game graph is directed, but the edge {quoted(source)} → {quoted(target)} has no direction "
            'here; write directed="true"'
        )
    network = _network(text, found, fields)
    if not network.is_directed():
        raise FormatError(f'line {found.graph_line}: a game graph is directed; write edgedefault="directed"')
    return network


def _readable(text: str, found: Survey) -> str:
    """The text without values that are not of their type or no key, or made of elements; groups marked as in yEd.

    Keys stand before the graphs, where alone networkx looks for them.  Where each edge says that it is directed, so are
    the graphs.
    """
    if not (
        found.untyped
        or found.undeclared
        or found.has_groups
        or found.has_inner_keys
        or found.has_parts
        or found.has_directions
    ):
        return text
    top = fromstring(text.encode(errors="replace"), forbid_dtd=True)
    values = (element for element in top.iter() if _local(element) in ("data", "default"))
    for index, element in enumerate(values):
        if index in found.untyped or len(element) or element.get("key") in found.undeclared:
            element.tag = "left-out"
    for element in top.iter():
        if _local(element) == "node" and any(_local(child) == "graph" for child in element):
            element.set("yfiles.foldertype", "group")
    for graph in [element for element in top if _local(element) == "graph"]:
        if found.has_directions:
            graph.set("edgedefault", "directed")
        for key in [element for element in graph if _local(element) == "key"]:
            graph.remove(key)
            top.insert(0, key)
    return tostring(top, encoding="unicode")


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _network(text: str, found: Survey, fields: FieldReader) -> nx.Graph[str]:
    """What networkx reads of a text; its warnings are noted."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            network = nx.parse_graphml(_readable(text, found))
        except ParseError as error:
            reason, (line, column) = str(error).partition(":")[0], error.position
            raise FormatError(f"not valid XML at line {line}, column {column + 1}: {reason}") from None
        except (
            nx.NetworkXException,
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            OverflowError,
        ) as error:
            where = f"line {found.graph_line}: " if found.graph_line else ""
            raise FormatError(f"{where}not GraphML that can be read: {quoted(str(error)).strip(chr(34))}") from None
    for message in dict.fromkeys(str(warning.message) for warning in caught):
        if not message.startswith(_OF_NO_INTEREST):
            fields.warn(message.rstrip("."))
    return network
