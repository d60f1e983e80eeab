"""The one way in: records of nodes and moves to a graph, how it was read, and what is wrong with it.

A file, a table, a networkx graph, arrays, a drawing and a document all come this way, small and large alike.  A reader
is a loop that hands over what it finds, and knows nothing of players, scores and roots:

    intake = Intake(blanks=FACTS)
    intake.node({"id": "a", "player": "max", "depth": 3}, line=2)
    intake.move("a", "b", {"label": "take 2"}, line=3)
    return intake.finish({"root": "a", "name": "A game"})

`Intake.finish` then goes these steps, each in the module that is named first:

1. `cells`: all cells of a key become a column in which each distinct cell stands once, so that later steps look at each
   distinct cell once and give its meaning to all rows.  An id is text or a number, a cell is empty or not; each problem
   gets a sentence, and those that are alike are counted.
2. `moves`: ends become indices of nodes, each move stays once, its name and its order are taken.
3. `players`: under which key nodes name their players, and who of two is Max; a game of chance is refused.
4. `nodes`: which score, kind, label and position each node has, where these are plain.
5. `readings`: one rule for all formats about what an input leaves open: who moves where no player is named, what a node
   without moves is, where play starts.  Each guess is a warning; so is a condition of winning that is not evaluated.
6. `explorer.model.check`: what is wrong with the graph; each such problem gets its line of the input.

What comes out is an `Assembled`: the good part of the input as a `GameGraph`, and every problem.

Three modules are readers themselves, of what is in memory already: `assemble` of documents and networks, `tables` of
tables and frames, `arrays` of numpy arrays.  `memory` refuses what cannot fit into the machine.
"""

from explorer.intake.intake import Intake
from explorer.intake.readings import Assembled

__all__ = ["Assembled", "Intake"]
