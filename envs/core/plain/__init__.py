"""Words, pictures, laws and positions of a game that brings none of its own.

``laws``      Laws of a game that has no such module: every field is in its range.
``picture``   Picture of a game that has no such module: the names and values of what may be
              seen.
``positions`` Positions of a game that has no such module: the fields of its record by name.
``speech``    Words of a game that has no such module: those of its YAML file, or the names of
              its actions.
"""
