"""Commands that study a game or a network: bound, calibration, variance.

``bound``       What no agent can exceed: an upper bound by information relaxation with
                penalties.
``calibration`` How far a value network's chances of winning can be trusted.
``variance``    Where the variance of results sits: which rolls and draws, and when.
"""
