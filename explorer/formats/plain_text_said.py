"""What the lines of a plain text say, taken one by one; and what is wrong with all of them together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

import numpy as np

from explorer.formats.plain_text_syntax import Directive, NodeLine, comment_in, parse_line
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader

END = ""  # of comments: stands for a node after the last line

Numbered = tuple[int, str]
"""A line, and something in it."""


class Some(NamedTuple):
    """Lines with ids of which the same is to be said, and how many more there are that differ in nothing else."""

    told: Sequence[Numbered]
    more: int = 0


@dataclass
class Said:
    """What some lines said.

    Attributes
    ----------
    fields : where what is wrong with them is noted.
    nodes : with their lines, in the order of these; the first line of a node counts.
    places : the line of each position, and its node, x and y; the first of a node counts.
    comments : with their lines.
    no_root : the line that says that there is no root, if one does.
    """

    fields: FieldReader = field(default_factory=FieldReader)
    nodes: list[tuple[int, NodeLine]] = field(default_factory=list)
    places: list[tuple[int, str, str, str]] = field(default_factory=list)
    comments: list[Numbered] = field(default_factory=list)
    no_root: int | None = None
    convention: str | None = None
    name: str | None = None
    description: list[str] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        """Take one more line."""
        try:
            parsed = parse_line(line)
        except FormatError as error:
            self.fields.error(f"{error}; the line was left out", line=number)
            parsed = None
        if isinstance(parsed, Directive):
            self._take_directive(number, parsed)
        elif parsed is not None:
            self.nodes.append((number, parsed))
        if "#" in line and (comment := comment_in(line)):
            self.comments.append((number, comment))

    def _take_directive(self, number: int, directive: Directive) -> None:
        if directive.name == "description":
            self.description.append(directive.text)
        elif directive.name == "no-root":
            self.no_root = number
        elif directive.name == "at":
            self.places.append((number, directive.text, *directive.position))
        elif getattr(self, directive.name) is not None:
            self.fields.error(f"@{directive.name} is given twice; kept the first", line=number)
        else:
            setattr(self, directive.name, directive.text)

    def note_places(self, twice: Some, in_vain: Some) -> None:
        """Note the nodes that have a second position, and those that have one but no line."""
        for line, id in twice.told:
            self.fields.error(f"node {quoted(id)} has two positions; kept the first", node=id, line=line)
        self.fields.more(twice.more)
        for line, id in in_vain.told:
            self.fields.error(f"@at needs a node {quoted(id)}, which has no line; it was left out", line=line)
        self.fields.more(in_vain.more)

    def note(self, root: str | None, others: Some, unlisted: Some) -> None:
        """Note what is wrong with others that are marked as root; and the successors that have no line."""
        for line, id in others.told:
            message = f"node {quoted(id)} is marked as root, but so is {quoted(root)}; kept the first"
            self.fields.error(f"{message}, delete one >", node=id, line=line)
        self.fields.more(others.more)
        if self.no_root is not None and root is not None:
            self.fields.error(f"@no-root was left out, since {quoted(root)} is the root", line=self.no_root)
        for line, id in unlisted.told:
            message = f"node {quoted(id)} has no line of its own; kept as an open node, say what it is"
            self.fields.warn(message, node=id, line=line)
        self.fields.more(unlisted.more)

    def kept_comments(self, lines: Sequence[int], ids: Callable[[Sequence[int]], Sequence[str]]) -> dict[str, object]:
        """The comments as a graph keeps them, beside its nodes and above; nothing if there are none.

        Parameters
        ----------
        lines : of the nodes, in order.
        ids : gives the ids of some by their indices.
        """
        if not self.comments:
            return {}
        numbers, comments = zip(*sorted(self.comments), strict=True)
        nodes, first = np.unique(np.searchsorted(lines, numbers), return_index=True)
        ends = np.append(first[1:], len(numbers))
        is_beside = np.append(lines, 0)[nodes] == np.array(numbers)[ends - 1]
        above = map(slice, first.tolist(), (ends - is_beside).tolist())
        beside = map(("", *comments).__getitem__, np.where(is_beside, ends, 0).tolist())
        kept = zip(map(list, map(comments.__getitem__, above)), beside, strict=True)
        names = [*ids(nodes[nodes < len(lines)].tolist()), END]
        return {"comments": dict(zip(names, map(dict, map(zip, repeat(("above", "beside")), kept)), strict=False))}
