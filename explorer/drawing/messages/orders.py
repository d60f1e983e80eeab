"""Orders of Python to change the document of the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from explorer.drawing.messages.document import Ends, Meta, NodeRecord


class PutOrder(TypedDict):
    """A new node, or another record; of one that is there, what is in `keep` stays as the browser has it."""

    do: Literal["put"]
    node: NodeRecord
    keep: NotRequired[list[Literal["kind", "label"]]]


class RenameOrder(TypedDict):
    do: Literal["rename"]
    id: str
    name: str


class RemoveOrder(TypedDict):
    do: Literal["remove"]
    nodes: NotRequired[list[str]]
    moves: NotRequired[list[Ends]]


ConnectOrder = TypedDict("ConnectOrder", {"do": Literal["connect"], "from": str, "to": str})


class RedirectOrder(TypedDict):
    """Another move in the place of one."""

    do: Literal["redirect"]
    move: Ends
    to: Ends


class PlaceOrder(TypedDict):
    do: Literal["place"]
    places: Mapping[str, Sequence[float]]


class DescribeOrder(TypedDict):
    """Root, name or description."""

    do: Literal["describe"]
    fields: Meta


Order = PutOrder | RenameOrder | RemoveOrder | ConnectOrder | RedirectOrder | PlaceOrder | DescribeOrder


class OrderList(TypedDict):
    """Orders that are carried out as one edit, and a sentence to be said."""

    number: int
    list: Sequence[Order]
    text: str
