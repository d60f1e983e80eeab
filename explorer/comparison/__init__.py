"""Algorithms side by side: counts of one graph and of families, and graphs on which two of them differ."""
