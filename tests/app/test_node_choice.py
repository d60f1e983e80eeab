"""The nodes of table and chart follow the graph as it is drawn."""

from __future__ import annotations

import pytest

from explorer.app.explore.node_choice import NodeChoice


@pytest.fixture
def choice() -> NodeChoice:
    """Two nodes, both shown."""
    made = NodeChoice()
    made.follow(1, 1, ["a", "b"])
    made.join(["a", "b"])
    return made


def after(choice: NodeChoice, version: int, *ids: str) -> list[str]:
    """What is offered once the graph has these nodes, all of them reachable."""
    choice.follow(1, version, ids)
    choice.join(ids)
    return choice.offered(ids)


def test_new_nodes_join_and_renamed_ones_stay_where_they_were(choice: NodeChoice):
    assert after(choice, 2, "a", "b", "c") == ["a", "b", "c"]
    assert after(choice, 3, "a", "stake", "c") == ["a", "stake", "c"]


def test_nodes_that_the_user_left_out_stay_out_and_new_ones_do_not_join_then(choice: NodeChoice):
    choice.take(["b"])
    assert after(choice, 2, "a", "b", "c") == ["b"]
    assert after(choice, 3, "a", "bank", "c") == ["bank"]


def test_a_choice_survives_a_moment_without_steps(choice: NodeChoice):
    choice.take(["b"])
    choice.follow(1, 2, ["a", "b", "c"])  # c has no moves yet: nothing is shown
    assert after(choice, 3, "a", "b", "c") == ["b"]


def test_a_node_that_comes_back_is_chosen_again(choice: NodeChoice):
    assert after(choice, 2, "a") == ["a"]
    choice.take(["a"])
    assert after(choice, 3, "a", "b") == ["a", "b"]


def test_another_graph_begins_anew(choice: NodeChoice):
    choice.take(["b"])
    choice.follow(2, 2, ["b", "c"])
    choice.join(["b", "c"])
    assert choice.offered(["b", "c"]) == ["b", "c"]
