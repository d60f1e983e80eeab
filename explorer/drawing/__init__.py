"""Looks of graphs: roles as colours and shapes, layouts, the pyvis network."""
