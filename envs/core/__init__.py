"""Machinery that every turn-based game shares; no module here imports a game.

``compiler/`` Python functions to machine code; it knows no game.
``display/``  Pictures and sentences: drawing primitives that no game owns.
``engine/``   The rules of a game as a compiled loop, and building blocks for them.
``errors``    Errors at the edge, each one sentence: what is wrong, where, and what to do.
``files/``    Files that people write: YAML documents, parts of a game, its rulebook.
``game/``     A game object with its settings, actions, observation and seeds.
``hashing``   Short names for what must be equal: canonical JSON or files, hashed.
``history/``  Games as files: replays, saves, positions, and archives to start from.
``plain/``    Words, pictures, laws and positions of a game that brings none of its own.
``records/``  Data that compiled code reads and writes.
``text/``     A game in words: positions, choices and rules as text, and answers read out of
              text.
``views/``    Views of a game for each framework, and the agents that sit in its seats.
"""
