"""Search: agents that try their candidates out before they choose."""
