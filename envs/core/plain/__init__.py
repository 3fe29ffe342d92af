"""Words, pictures, laws and positions of a game that brings none of its own.

``laws``      Laws of a game that has none of its own: every field is in its range.
``picture``   A picture of a game that has none of its own: what its snapshot tells, in lines.
``positions`` Positions of a game that has none of its own: its record, byte by byte.
``speech``    Words of a game that has none of its own: the names of its actions.
"""
