"""Estimates from result rows.

``adaptation``      Adaptation: how results change within matches, from the first game to the
                    last.
``cross_play``      Cross-play: how much every two agents win as a team, compared with each
                    by itself.
``estimates``       Estimates with 95 % confidence intervals, and comparisons on paired
                    seeds.
``luck_adjustment`` Luck in rows: what chance was worth, and outcomes with luck taken off.
``proximity``       Best-response proximity: how much of what a partner allows an entrant makes
                    of it.
``ratings``         Ratings of opponents from finishing orders: the Plackett-Luce model
                    (Plackett 1975).
``sequential``      Deciding with as few games as it takes: pairs of agents, looked at as
                    often as one likes.
``summary``         Rows counted: per cell, per line-up, and line-ups compared in pairs.
"""
