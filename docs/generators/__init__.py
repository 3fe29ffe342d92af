"""One module for each subject, each with ``pages() -> dict[path below docs, text]``."""
