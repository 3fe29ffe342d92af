"""Random decisions with random parts, and edited files."""
