"""A second implementation of the rules that checks played games.

The referee reads the log of a game (events, decisions with what was legal, snapshots) and goes
through the rules beside it: what has to happen next, what may be chosen, where everything lies
afterwards. It is written from the numbered rules; of the project it knows the parts files and
the documented numbers of actions; it imports nothing of the engine's rules.
"""
