"""Partly known graphs: bounds and finality while a game is expanded, what settles a bound, and whom to ask next."""
