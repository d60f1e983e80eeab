"""The page *Compare*: two algorithms side by side, and graphs on which they differ."""
