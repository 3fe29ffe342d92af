"""Adapters for frameworks that evaluate and train language models, each an extra of its own."""
