"""Play against an opponent: values of moves, opponents, and plays that come back to a position."""
