"""Playing a game against an opponent: what every move is worth, opponents, and plays that come back to a position."""
