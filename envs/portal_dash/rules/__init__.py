"""The rules: compiled functions over the records, one concern a file."""
