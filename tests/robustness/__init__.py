"""Killed commands, full disks and damaged files."""
