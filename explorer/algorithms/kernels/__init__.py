"""Levels, kernel and Grundy values, where play must end and where it need not."""
