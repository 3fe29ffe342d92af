"""Commands that study a game, a network or partners.

``bound``       Upper bound on every agent, by information relaxation with penalties.
``calibration`` Calibration of a value network's chances of winning.
``ladder``      The human-like ladder: strength and regret of partners that err by a softmax.
``strangers``   Sealed strangers: drawn from a secret, with a digest that can be published
                before.
``variance``    Sources of the variance of results: rolls and draws, by turn.
"""
