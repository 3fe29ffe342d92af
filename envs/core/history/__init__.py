"""Games as files: replays, saves, positions, and archives to start from.

``positions``      Positions, whole games as plain data: types of keys, and plain fields.
``replay``         Replays: the history of a game as its beginning and its actions, in a
                   JSON file of about 1 KB.
``saves``          Saved games as bytes: magic, checksum, a JSON header, then the record.
``start_archive``  Archives of positions to start from: seeds and actions of games, replayed
                   when they are read.
``start_schedule`` Starts of games other than the true one: positions of an archive, by a
                   schedule.
"""
