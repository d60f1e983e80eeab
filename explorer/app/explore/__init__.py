"""The page *Explore*: the steps of an algorithm on the open graph, its table and its editors."""
