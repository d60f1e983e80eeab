"""The page *Tree*: the graph unwound to the plays in it."""
