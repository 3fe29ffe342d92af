"""The rules of a game as a compiled loop, and building blocks for them.

``buffers``        The buffers of one game, and its engine bound to them.
``codes``          Numbers that are no actions: who is next, and what ``play`` is asked to
                   do.
``contract``       Contract of a game with the engine: layouts, and compiled functions over
                   its records.
``cube``           The block cube of 4 x 4 x 4: what can be taken, what is seen; for every
                   game that has one.
``events``         The legal actions, and the log of events of the last move, as rows of
                   small numbers.
``flow``           The flow of a game: who decides, what is legal, and running on to the
                   next choice.
``header``         The fields that every game has: what code that knows no game reads of a
                   record.
``laws``           Laws of every state, however it came about, as far as games have them in
                   common.
``loop``           The engine: the loops around a game's rules, compiled once for each game.
``random_actions`` Random legal actions for many games at once, as fast as the games
                   themselves.
``rules_library``  The rules of a game compiled once: what engine and agents call, in one
                   piece of machine code.
``shaping``        Rewards of moves beside the return: progress at the end, and
                   potential-based shaping.
``team_ending``    Ends of a game that a team wins or loses together.
"""
