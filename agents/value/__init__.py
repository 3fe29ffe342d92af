"""Value networks over afterstates, and the agents that play by them.

``agent``        The agent ``value``: plays the action whose afterstate a value network
                 likes best.
``buffers``      The arrays in which compiled code plays games by a value network.
``champion``     The agent ``champion``: a value network with search at play time.
``files``        Folders of value networks: ``value.safetensors`` with the weights,
                 ``card.json``.
``forward_pass`` Compiled evaluation of the value network, the first layer by differences.
``luck_loop``    Worth of chance in games that were played: one compiled function over any
                 game's rules.
``luck_meter``   Worth of chance in games that were played, as the value network of a game
                 judges it.
``network``      The value network: what an afterstate is worth, as NumPy arrays for
                 compiled code.
``others``       Agents that decide for the seats which a network does not play.
``play_loop``    Playing any game by a value network: one compiled function for agent,
                 learner and evaluation.
``player``       Playing games by a value network from Python: the buffers around the
                 compiled programs.
``turn_agent``   The agent ``turn``: plans its whole turn by a value network.
``turn_plans``   Planning a turn by a value network: one compiled function over any game's
                 rules.
"""
