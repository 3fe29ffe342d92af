"""The rules of a game as a compiled loop, and building blocks for them.

``buffers``        The buffers of one game, and its engine bound to them.
``codes``          Numbers that are no actions: who is next, and what ``play`` is asked to
                   do.
``contract``       What a game hands to the engine: layouts, and compiled functions over its
                   records.
``cube``           The block cube of 4 x 4 x 4: what can be taken, what is seen; for every
                   game that has one.
``events``         What is legal, and the log of the last move: what happened, as rows of
                   small numbers.
``flow``           The flow of a game: who decides, what is legal, and running on to the
                   next choice.
``laws``           What holds in every state of a game, however it came about, as far as
                   games have it in common.
``loop``           The engine: the loops around a game's rules, compiled once for each game.
``random_actions`` Random legal actions for many games at once, as fast as the games
                   themselves.
``rules_library``  The rules of a game compiled once: what engine and agents call, in one
                   piece of machine code.
``shaping``        What moves earn beside the return: progress at the end, and
                   potential-based shaping.
``team_ending``    How a game ends that a team wins or loses together.
"""
