"""Strategies, lines of play and certificates from elsewhere, checked without a solver."""
