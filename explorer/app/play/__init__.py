"""The page *Play*: the open graph as a game, against an opponent."""
