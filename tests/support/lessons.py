"""A lesson with every form of question, right and wrong answers to them, and files of answers."""

from __future__ import annotations

HEAD = "title: Every form\nsource: Kars\nminutes: 5\nbefore: Nothing\n"
SLIDES = """
# Typed and chosen
scene: sample=figure-1&algorithm=score-iteration&step=1
graph: 4110b93b
try: a, c

Look at the graph.

@3: A later part.

? What is the score of a?
= score of a
- 2 | Min does not move to d.

? Which move is best at a?
= best moves of a
answer: typed

? Which node does Max move at?
* a | It is a circle.
- c | It is a square.

? Which of these are leaves?
* b
* d | The square c leads to it.
- a | It has moves.
answer: several

# Clicked
scene: sample=figure-1&algorithm=depth-first&step=0
graph: 4110b93b

Click on the canvas.

? Click a best successor of a.
= best moves of a
answer: node

? Click all nodes with a score of 1.
= nodes with score 1
answer: nodes

? Click the path at step 4.
= path at step 4
answer: path

? In which order are the nodes first visited?
= first visits at step last
answer: order

? Why is a not worth 2?
answer: free
* Min need not move to d.

# A task
scene: sample=figure-1-b-neg-d-pos&algorithm=bounds&step=0
graph: d072d8de
task: makes-final?node=a

Change the graph.
"""
LESSON = HEAD + SLIDES
ASSIGNMENT = HEAD + "assignment: yes\ndeadline: 2030-01-01\n" + SLIDES.replace("@3: ", "")
VARIANTS = """title: Variants
source: Kars
minutes: 5
before: Nothing
assignment: yes
variants: 3

# The root
scene: game=tree?depth=2%26seed={variant}&algorithm=score-iteration&step=0
graph: becef696

What is it worth?

? What is the score of the root?
= score of r
"""
