"""Pictures and sentences: drawing primitives that no game owns.

``brushes``   Signs of what is printed on parts, drawn as the game draws it.
``cards``     Drawing zones of cards, which are clickable where they can be chosen.
``glyphs``    Signs in several colours, drawn in layers, from a game's ``glyphs.yaml``.
``raster``    Drawings as pixels, with the libraries of the extra ``pictures``.
``sentences`` Sentences of a game from templates in a YAML file: actions, decisions, events,
              causes.
``signs``     Signs of pieces, items and colours, eight by eight pixels each, from a game's
              ``signs.yaml``.
``svg``       Writing SVG: shapes, text and panels as strings, in user units of one pixel.
``tokens``    Small drawings that every game's zones are made of: numbers, shadows, pawns.
``zones``     Contract of a game with the table's page: zones, clocks, and ids of the things
              on them.
"""
