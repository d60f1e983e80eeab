"""What the lines of a plain text say, taken one by one; and what is wrong with all of them together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from explorer.formats.plain_text_syntax import Directive, NodeLine, comment_in, parse_line
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader

END = ""  # of comments: stands for a node after the last line

Numbered = tuple[int, str]
"""A line, and something in it."""


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

    def note_places(self, twice: Iterable[Numbered], in_vain: Iterable[Numbered]) -> None:
        """Note the nodes that have a second position, and those that have one but no line."""
        for line, id in twice:
            self.fields.error(f"node {quoted(id)} has two positions; kept the first", node=id, line=line)
        for line, id in in_vain:
            self.fields.error(f"@at needs a node {quoted(id)}, which has no line; it was left out", line=line)

    def note(self, marked: Sequence[Numbered], unlisted: Iterable[Numbered]) -> None:
        """Note what is wrong with the nodes that are marked as root; and the successors that have no line."""
        for line, id in marked[1:]:
            message = f"node {quoted(id)} is marked as root, but so is {quoted(marked[0][1])}; kept the first"
            self.fields.error(f"{message}, delete one >", node=id, line=line)
        if self.no_root is not None and marked:
            self.fields.error(f"@no-root was left out, since {quoted(marked[0][1])} is the root", line=self.no_root)
        for line, id in unlisted:
            message = f"node {quoted(id)} has no line of its own; kept as an open node, say what it is"
            self.fields.warn(message, node=id, line=line)

    def kept_comments(self, lines: Sequence[int], id: Callable[[int], str]) -> dict[str, object]:
        """The comments as a graph keeps them, beside its nodes and above; nothing if there are none.

        Parameters
        ----------
        lines : of the nodes, in order.
        id : gives the id of each by its index.
        """
        found: dict[str, dict[str, object]] = {}
        above: list[str] = []
        for line, comment in sorted(self.comments):
            index = bisect_left(lines, line)
            node = id(index) if index < len(lines) else END
            if node not in found:
                above = []
                found[node] = {"above": above, "beside": ""}
            if index < len(lines) and lines[index] == line:
                found[node]["beside"] = comment
            else:
                above.append(comment)
        return {"comments": found} if found else {}
