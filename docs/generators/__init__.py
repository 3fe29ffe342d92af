"""Generated parts of the documentation: ``python -m docs.generators [--check]``.

A page marks what is generated::

    <!-- begin: actions -->
    ...
    <!-- end: actions -->

The modules of this package list a function for every such section, and for the few files
that are generated as a whole.
"""
