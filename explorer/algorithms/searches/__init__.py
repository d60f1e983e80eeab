"""Searches from the root: depth first with and without a memo, minimax to alpha-beta, and best first."""
