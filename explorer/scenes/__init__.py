"""References to graphs, scenes that show them, and links that hold both."""
