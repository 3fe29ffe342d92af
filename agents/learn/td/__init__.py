"""Self-play learning of value networks by temporal differences over afterstates.

``learner`` The learner: batches of self-play, and learning from each while the next is
            played.
``on_ray``  Self-play on a Ray cluster: slices of a batch are tasks, and what was played
            comes back.
``updates`` Compiled learning: lambda-returns of logged games, and stochastic gradient
            descent.
"""
