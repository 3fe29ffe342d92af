"""What every turn-based game of this family needs and no single game owns.

Catalogue, decisions, chance, events, save and replay, and the policies at the
edge; nothing here may import a game.
"""
