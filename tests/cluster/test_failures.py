"""Workers that die, and runs that end early and go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from support.datasets import same_as_in_memory, write_random

from explorer import cluster
from explorer.model.errors import OptionError
from explorer.solved_folder import layout

pytestmark = pytest.mark.large


def test_scores_are_exact_after_a_worker_was_killed(tmp_path):
    write_random(tmp_path / "in", 1_000_000)
    rounds = []

    def kill_at_round_20(each: cluster.Round) -> None:
        rounds.append(each.number)
        if each.number == 20:
            os.kill(pids[0], signal.SIGKILL)

    with cluster.open_client(workers=2, memory=2 * 2**30) as client:
        pids = [*client.run(os.getpid).values()]
        report = cluster.solve(
            tmp_path / "in", tmp_path / "out", client=client, partitions=4, progress=kill_at_round_20
        )
        assert pids[0] not in client.run(os.getpid).values()
    assert report.rounds == len(rounds) > 20
    assert same_as_in_memory(tmp_path / "in", tmp_path / "out")
    assert pq.read_metadata(layout.part_path(tmp_path / "out", layout.NODES, 0)).row_group(0).num_rows == layout.ROWS


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_ended_goes_on_from_its_last_checkpoint(tmp_path, end):
    write_random(tmp_path / "in", 60_000)
    command = [sys.executable, "-m", "explorer", "solve", str(tmp_path / "in"), "-o", str(tmp_path / "out")]
    command += ["--engine", "dask", "--by-score", "--partitions", "3"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as first:
        wait_for_checkpoint(tmp_path / "out.checkpoint")
        os.killpg(first.pid, end)
        errors = first.communicate(timeout=120)[1]
    assert not (tmp_path / "out").exists()
    if end == signal.SIGINT:
        assert first.returncode == 130
        assert "Traceback" not in errors
        assert f"is kept in {tmp_path / 'out.checkpoint'}; the same command with --resume goes on from it" in errors
    with pytest.raises(OptionError, match="give the same --endless"):
        cluster.solve(tmp_path / "in", tmp_path / "out", endless=3, client=object(), resume=True)
    second = subprocess.run([*command, "--resume"], capture_output=True, text=True, timeout=300, check=False)
    assert "went on from the checkpoint of round" in second.stderr
    assert second.returncode == 0
    assert same_as_in_memory(tmp_path / "in", tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]


def wait_for_checkpoint(folder: Path) -> None:
    """Return once the first checkpoint is on disk."""
    end = time.monotonic() + 300
    while not [*folder.glob("rounds-*/*/done.json")]:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_without_a_checkpoint_nothing_can_be_resumed(tmp_path):
    write_random(tmp_path / "in", 300)
    with pytest.raises(OptionError, match="there is no checkpoint to go on from"):
        cluster.solve(tmp_path / "in", tmp_path / "out", client=object(), resume=True)
