"""The one way in: records of nodes and moves to a graph, how it was read, and what is wrong with it.

A file, a table, a networkx graph, arrays, a drawing and a document all come this way, small and large alike.  A reader
is a loop that hands over what it finds, and knows nothing of players, scores and roots:

    intake = Intake(blanks=FACTS)
    intake.node({"id": "a", "player": "max", "depth": 3}, line=2)
    intake.move("a", "b", {"label": "take 2"}, line=3)
    return intake.finish({"root": "a", "name": "A game"})

`Intake.finish` then goes these steps, each in the module that is named after it:

1. `distinct`: all cells of a key become a column in which each distinct cell stands once, so that the work of every
   later step is done once for each distinct cell, and its meaning goes to all rows.
2. `fields`: an id is text or a number, a cell is empty or not; each problem gets a sentence, and those that are alike
   are counted.
3. `move_facts`: ends become indices of nodes, a move stays once, its name and its order are taken.
4. `players`, `node_facts`: under which key nodes name their players, and who is Max; the kind, score, label and
   position of each node.
5. `chance`, `conditions`: a game of chance is refused; a condition of winning that is not evaluated is noted.
6. `readings`: one rule for all formats about what an input leaves open: who moves where no player is named, what a node
   without moves is, where play starts.  Each guess is a warning.
7. `explorer.model.check`: what is wrong with the graph; what it finds gets the lines of the input.

What comes out is an `Assembled`: the good part of the input as a `GameGraph`, and every problem.  `reading_warning`
tells a Python program of guesses and omissions, `memory` refuses what cannot fit into the machine.  Four modules are
readers themselves, of what is in memory already: `assemble` of documents and networks, `tables` of tables and frames,
`arrays` of numpy arrays.
"""

from explorer.intake.intake import Assembled, Intake

__all__ = ["Assembled", "Intake"]
