"""The page *Sources*: what the texts say, and what the program finds."""
