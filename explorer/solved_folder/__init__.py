"""Solved folders: a solved graph on disk, as sorted Parquet parts of which a node is read without the rest."""
