"""Games as files: replays, saves, positions, and archives to start from.

``positions``      What positions, whole games as plain data, have in common: types of keys,
                   and plain fields.
``replay``         Replays: the history of a game as its beginning and its actions, in a
                   JSON file of about 1 KB.
``saves``          Saved games as bytes: magic, checksum, a JSON header, then the record.
``start_archive``  Archives of positions to start from: seeds and actions of games, replayed
                   when they are read.
``start_schedule`` Where games begin if not at the true start: positions of an archive, by a
                   schedule.
"""
