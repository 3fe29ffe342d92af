"""Search that knows no game: sequential halving over rollouts, and trees.

``halving``  Sequential halving with common random numbers (Karnin, Koren and Somekh 2013).
``mcts``     The agent ``mcts`` of any game: tree search with explicit chance and playouts.
``playouts`` Playouts and tree search over the rules of any game, compiled.
``rollout``  The agent ``rollout`` of any game: every action played on, each in the same
             futures.
``searcher`` Parts that rollouts and tree search share: a game's rules, how it is played on,
             and buffers.
``tree``     A search tree of decisions and explicit chance, in arrays; it knows no game.
"""
