"""Value networks over afterstates: file format, compiled evaluation and the agent ``value``."""
