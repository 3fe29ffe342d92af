"""The rules of a game as a compiled loop, and building blocks for them.

``buffers``        The buffers of one game, and its engine bound to them.
``calls``          Calls of a game's rules by code that knows no game, and the records that it
                   passes on.
``codes``          Numbers that are no actions: who is next, and what ``play`` is asked to
                   do.
``cube``           The block cube of 4 x 4 x 4: what can be taken, what is seen; for every
                   game that has one.
``engine``         A game's rules together with the loop around them.
``events``         The legal actions, and the log of events of the last move, as rows of
                   small numbers.
``flow``           The flow of a game: who decides, what is legal, and running on to the
                   next choice.
``header``         The fields that every game has: what code that knows no game reads of a
                   record.
``laws``           Laws of every state, however it came about, as far as games have them in
                   common.
``loop``           The engine: the loops around a game's rules, compiled once for all games.
``random_actions`` Random legal actions for many games at once, as fast as the games
                   themselves.
``rules``          Contract of a game with the engine: layouts of its records, and compiled
                   functions over them.
``shaping``        Rewards of moves beside the return: progress at the end, and
                   potential-based shaping.
``small_game``     Engine of a game in one file, made of the functions and layouts there by
                   their names.
``team_ending``    Ends of a game that a team wins or loses together.
"""
