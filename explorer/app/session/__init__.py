"""State of one user: what is open, the run, the visible part, the history, the requests, each a class of its own."""
