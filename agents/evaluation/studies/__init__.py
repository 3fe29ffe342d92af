"""Commands that study a game, a network or partners.

``agreement``   Agreement of two sets of strangers: whether they rank entrants the same way.
``beside``      Agents beside a partner: games won in the same seat, and what they cost.
``bound``       Upper bound on every agent, by information relaxation with penalties.
``calibration`` Calibration of a value network's chances of winning.
``diversity``   Diversity of partners: how well the best response to one does beside another.
``ladder``      The human-like ladder: strength and regret of partners that err by a softmax.
``recognition`` Recognition of partners: whether what they did in one game names their kind.
``requests``    Requests to a partner: how often it does as it is asked, and what that costs.
``strangers``   Sealed strangers: drawn from a secret, with a digest that can be published
                before.
``variance``    Sources of the variance of results: rolls and draws, by turn.
"""
