"""Algorithms that go on until nothing changes, by sweeps or from the leaves: scores, bounds, finality, status."""
