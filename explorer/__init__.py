"""Game Graph Explorer: how two-player games are scored when play can go in circles."""

from explorer import algorithms
from explorer.algorithms import trace
from explorer.graph import GameGraph

__all__ = ["GameGraph", "algorithms", "trace"]
