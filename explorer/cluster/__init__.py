"""Exact solver on a cluster of Dask, for data sets that outgrow the memory of one machine."""

from __future__ import annotations

from explorer.cluster.clients import open_client
from explorer.cluster.iteration import Round
from explorer.cluster.solving import ClusterReport, checkpoint_round, solve

__all__ = ["ClusterReport", "Round", "checkpoint_round", "open_client", "solve"]
