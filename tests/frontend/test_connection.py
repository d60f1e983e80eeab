"""What is said when the program no longer answers depends on where it runs."""

from __future__ import annotations

import pytest
from frontend.conftest import Run


def said_of(run: Run, location: dict[str, str], *, is_kept: bool = True) -> list[str]:
    return run("([where, kept]) => $connection.notAnswering(where, kept)", [location, is_kept])


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_of_a_program_on_this_computer_no_network_is_spoken_of(run: Run, host: str):
    said = " ".join(said_of(run, {"hostname": host, "host": f"{host}:8501"}))
    assert said.startswith(f"The program on this computer ({host}:8501) has ended")
    assert "internet" not in said
    assert "connection" not in said


def test_of_a_server_elsewhere_its_name_is_said(run: Run):
    said = " ".join(said_of(run, {"hostname": "lab.example", "host": "lab.example"}))
    assert said.startswith("The server lab.example does not answer. It may have been stopped, or the connection")


def test_it_is_said_where_nothing_is_kept(run: Run):
    said = [" ".join(said_of(run, {"hostname": "x", "host": "x"}, is_kept=kept)) for kept in (True, False)]
    assert ["is kept in this browser" in each for each in said] == [True, False]
    assert "leave this page open" in said[1]
