"""A game object with its settings, actions, observation and seeds.

``batch``          Many games side by side, each in a lane of its own, stepped by one
                   compiled call.
``catalogue``      The list of all actions: typed record <-> number <-> string, one for
                   every game setting.
``forms``          The form for a new game: values of parameters, and values that people put
                   together.
``game``           A game object: one game in buffers, stepped by compiled code.
``interface_file`` Layouts of observations from TOML files, with words and sizes of a game's
                   vocabulary.
``observation``    The observation of a game, declared once: its blocks, and all forms
                   derived from them.
``presentation``   Everything that people are told and shown of a game: words, snapshots,
                   pictures, zones.
``seeds``          Seeds by purpose: games to learn from are never games to be judged on.
``settings``       The parameters that the views of every game have, with their defaults.
``starts``         Starts of games: the true one, or a position of a source such as an
                   archive.
"""
