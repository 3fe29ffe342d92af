"""Faults for the referee: in the engine (``planted``) and in logs (``doctored``)."""
