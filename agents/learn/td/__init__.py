"""Self-play learning of value networks by temporal differences over afterstates."""
