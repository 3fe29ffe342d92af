"""The observation: one flat ``int8`` array in named blocks, written by compiled code.

``make_layout`` declares the blocks, ``observe`` writes them from the public part of a game's
record; ``tablemates.envs.core.game.observation`` derives all other forms.
"""
