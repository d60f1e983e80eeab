"""The page *Expand*: a game of which only the expanded nodes are known."""
