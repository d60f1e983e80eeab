"""Limits of the part of a graph that is drawn, in one place for canvas, previews and first views."""

from __future__ import annotations

LARGEST_DRAWN = 3_000  # nodes that a canvas, a page or a picture shows at once, and still moves smoothly
LARGEST_READ = 300  # nodes up to which a generated graph is shown whole at first
SMALLEST_IN_PART = 60  # nodes from which a graph can be shown in part

FIRST_SHOWN = 30  # nodes around the root, or around another node, to begin with
FIRST_CELLS = 750  # of their boards, so that pieces on large ones can be made out
SHOWN_OF_ONE = 4  # successors of one node that are shown before all nodes had their turn
PREDECESSORS = 3  # of a node in the middle that are shown with it, if no way to it is known
END_OF_WAY = 5  # nodes of a long way to a node that are shown with it
OPENED_AT_ONCE = 10  # successors that a click shows
MORE_AT_ONCE = 40  # nodes that the next levels add
LONGEST_WAY = 12  # hidden nodes on the way to a node up to which it is shown whole
LARGEST_PART = 600  # nodes of a part: their moves are still found on any screen

WHOLE_IN_PLAY = 60  # nodes up to which a graph is shown whole during a play
SUCCESSORS_IN_PLAY = 30  # of the present position
AROUND_PLAY, MOVES_IN_PLAY = 22, 3  # nodes that can be reached from it, within so many moves
