"""Where a graph is found and how it is shown: references, scenes, and links that hold both."""
