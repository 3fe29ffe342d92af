"""Judges of the whole project: heavy checks that ``make judge`` runs and adds up."""
