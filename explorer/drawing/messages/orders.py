"""Orders of Python to change the document of the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from explorer.drawing.messages.document import Meta


class PlaceOrder(TypedDict):
    """Order to put nodes of the document at positions."""

    do: Literal["place"]
    places: Mapping[str, Sequence[float]]


class DescribeOrder(TypedDict):
    """Order to set the root, the name or the description of the document."""

    do: Literal["describe"]
    fields: Meta


Order = PlaceOrder | DescribeOrder


class OrderList(TypedDict):
    """Orders that are carried out as one edit, and a sentence to be said."""

    number: int
    list: Sequence[Order]
    text: str
