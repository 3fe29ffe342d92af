"""Data sets of decisions for behaviour cloning."""
