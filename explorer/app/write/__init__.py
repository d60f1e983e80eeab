"""The page *New lesson*: a lesson of the user's own, as it is written."""
