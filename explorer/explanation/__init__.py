"""Explanations of the score of a node: guarantees of both players, checked before they are shown.

`explorer.explanation.making` makes an `Explanation`, `checker` accepts it or not, `words` says it, `refutation` says
why another value is wrong, and `origin` where a value in a trace comes from.
"""
