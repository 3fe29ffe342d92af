"""Benchmarks: ``python -m benchmarks`` and ``python -m benchmarks.compare`` measure speed.

``engine`` measures rules alone, ``text`` texts; ``python -m benchmarks.first_contact`` measures
what an install takes, ``python -m benchmarks.cluster`` play on a Ray cluster of this machine.
"""
