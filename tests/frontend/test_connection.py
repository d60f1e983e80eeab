"""What is said when the program no longer answers depends on where it runs."""

from __future__ import annotations

import pytest
from frontend.conftest import Run


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_of_a_program_on_this_computer_no_network_is_spoken_of(run: Run, host: str):
    said = " ".join(run("$connection.notAnswering", {"hostname": host, "host": f"{host}:8501"}))
    assert said.startswith(f"The program on this computer ({host}:8501) has ended")
    assert "internet" not in said
    assert "connection" not in said


def test_of_a_server_elsewhere_its_name_is_said(run: Run):
    said = " ".join(run("$connection.notAnswering", {"hostname": "lab.example", "host": "lab.example"}))
    assert said.startswith("The server lab.example does not answer. It may have been stopped, or the connection")
