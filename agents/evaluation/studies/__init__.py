"""Commands that study a game or a network: bound, calibration, variance.

``bound``       Upper bound on every agent, by information relaxation with penalties.
``calibration`` Calibration of a value network's chances of winning.
``variance``    Sources of the variance of results: rolls and draws, by turn.
"""
