"""Self-play learning of value networks by temporal differences over afterstates.

``learner`` The learner: batches of self-play, and learning from each while the next is
            played.
``updates`` Compiled learning: lambda-returns of logged games, and stochastic gradient
            descent.
"""
