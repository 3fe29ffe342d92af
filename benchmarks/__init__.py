"""Benchmarks: ``python -m benchmarks`` and ``python -m benchmarks.compare`` measure speed.

``python -m benchmarks.first_contact`` measures what an install takes, ``benchmarks.text`` texts.
"""
