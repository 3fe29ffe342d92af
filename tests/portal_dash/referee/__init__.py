"""A second implementation of the rules that checks played games.

The referee reads the log of a game (events, decisions with what was legal, snapshots) and goes
through the rules beside it: what has to happen next, what may be chosen, where everything lies
afterwards. It is written from the numbered rules; of the project it knows the parts files and
the documented numbers of actions; it imports nothing of the engine's rules.

Golden games say that play is as it was, rule tests what one rule does; the referee says of any
game that no rule was left out, in whatever order they met. It takes minutes, so it judges at night
(``exhaustive``) but for one game.
"""
