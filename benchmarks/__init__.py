"""Benchmarks of speed: ``python -m benchmarks`` and ``python -m benchmarks.compare``."""
