"""Data that compiled code reads and writes.

``borrowed``   Arrays and records in compiled code without reference counting.
``borrowed_code`` Instructions of the functions in ``borrowed``.
``changes``    Fields of a record that have changed since somebody looked, told by compiled
               functions.
``elements``   Single numbers of an array in compiled code: what writers of observations are
               made of.
``layout``     Record layouts: a class with annotated fields becomes a NumPy structured
               dtype.
``ranges``     Ranges of fields, told where a field is declared, and what is out of them.
``random``     A counter-based generator: an outcome is a pure function of (seed, stream,
               index).
``vocabulary`` Base of the enums of a game's vocabulary.
"""
