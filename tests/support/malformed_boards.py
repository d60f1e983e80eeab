"""What a file may hold in place of a board, each with the sentence that refuses it."""

from __future__ import annotations

import math

from explorer.model.board_json import MAX_CELLS, MAX_POINTS

SMALL = {"width": 1, "height": 1, "cells": [{"shape": "disc", "points": [[0.5, 0.5]], "radius": 0.5}], "pieces": {}}


def changed(**parts: object) -> dict[str, object]:
    return SMALL | parts


def with_cell(**parts: object) -> dict[str, object]:
    return changed(cells=[SMALL["cells"][0] | parts])


def with_piece(key: object = "x", **parts: object) -> dict[str, object]:
    return changed(pieces={key: {"mark": "disc", "role": "max"} | parts})


MALFORMED = [
    ("Tic-tac-toe", "a board must be an object, got 'Tic-tac-toe'"),
    (None, "a board must be an object"),
    ({}, "its width must be a number from 0 to 10,000, got None"),
    (changed(width="1"), "its width must be a number .* got '1'"),
    (changed(width=True), "its width must be a number"),
    (changed(height=math.nan), "its height must be a number"),
    (changed(height=math.inf), "its height must be a number"),
    (changed(height=-1), "its height must be a number .* got -1"),
    (changed(height=0), "its height must be a number"),
    (changed(width=10**400), "its width must be a number"),
    (changed(cells=[]), "its cells must be a list of 1 to 1,000, got one of 0"),
    (changed(cells={}), "its cells must be a list"),
    (changed(cells=SMALL["cells"] * (MAX_CELLS + 1)), "its cells must be a list of 1 to 1,000, got one of 1,001"),
    (changed(cells=["disc"]), "cell 1 must be an object"),
    (with_cell(shape="star"), "the shape of cell 1 must be one of polygon, disc, line"),
    (with_cell(shape=[]), "the shape of cell 1"),
    (with_cell(points=[[0.5, 0.5]] * 2), "the points of cell 1 must be a list of 1 to 1, got one of 2"),
    (with_cell(points=[]), "must be a list of 1 to 1, got one of 0"),
    (with_cell(shape="polygon"), "must be a list of 3 to 10,000, got one of 1"),
    (with_cell(points=[[0.5]]), "a point of the points of cell 1 must be a list of 2"),
    (with_cell(points=[[0.5, "a"]]), "must be a number .* got 'a'"),
    (with_cell(points=[[0.5, 1.5]]), "y in the points of cell 1 must be a number from 0 to 1, got 1.5"),
    (with_cell(radius=0), "the radius of cell 1 must be a number"),
    (with_cell(radius=-1), "the radius of cell 1"),
    (with_cell(fill="#ff0000"), "the fill of cell 1 must be one of surface, shade"),
    (changed(cells=[{"shape": "polygon", "points": [[0, 0]] * MAX_POINTS}] * 2), "more than 10,000 points"),
    (changed(lines=[[[0, 0]]]), "line 1 must be a list of 2 to 10,000, got one of 1"),
    (changed(lines=[7]), "must be a list of 2 to 10,000, got 7"),
    (changed(pieces=[]), "its pieces must be an object"),
    (with_piece("xy"), "its pieces must be .* each for one character, got 'xy'"),
    (with_piece(""), "its pieces must be .* each for one character"),
    (with_piece(mark="star"), "the mark of piece 'x' must be one of fill, disc, text"),
    (with_piece(role="url(#a)"), "the role of piece 'x' must be one of"),
    (with_piece(mark="text"), "the text of piece 'x' must have one or two characters"),
    (with_piece(mark="text", text="<script>"), "the text of piece 'x' must have one or two characters"),
    (with_piece(mark="text", text=["a"]), "the text of piece 'x' must have one or two characters"),
    (with_piece(inset=[0, 0, 0]), "the inset of piece 'x' must be a list of 4"),
    (with_piece(inset=[0, 0, 0, 2]), "the inset of piece 'x' must be a number from 0 to 1"),
]
