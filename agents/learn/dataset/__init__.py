"""Data sets of decisions to learn from: played, labelled, written in files and read again."""
