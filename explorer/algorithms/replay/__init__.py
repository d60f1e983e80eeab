"""Replay of a search that another program made: its log, whether it is true, and its steps."""
