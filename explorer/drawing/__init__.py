"""How graphs look: roles as colours and shapes, layouts, the pyvis network."""
