"""A game at the table, whichever front end shows it.

``evaluation`` Move evaluation: the chance to win before and after each choice of a finished
               game.
``game``       A game at the table: played, undone, redone, branched, corrected, saved and
               loaded.
``ladder``     The ladder of a game: what to win one after the other, and stars for how it was
               won.
``lookahead``  Consequences of a choice: what certainly happens, and the odds of what may
               come after it.
``options``    Settings of the command ``play.py``, for the page and for the text table.
``parameters`` The parameters of a new game, as command lines and forms offer them.
``partners``   Partners at the table: agents in the seats of absent people.
``position_form`` A form for positions: a field for each thing that the keys of a position
               say.
``saves``      Saved games: a replay, and beside it what only the table knows.
"""
