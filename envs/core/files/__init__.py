"""Files that people write: YAML documents, parts of a game, its rulebook.

``documents`` Hand-written YAML documents, with errors that name file, line and place.
``overlays``  Read the YAML files of a set of parts into one tree of values.
``parts``     Parts of a game from YAML: the standard file, changed by a file of the user's
              own.
``rulebook``  The text of a game's rules by id, with a ruling where the printed texts leave
              a point open.
"""
