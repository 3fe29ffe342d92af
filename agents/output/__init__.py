"""Results on disk: folders with a lock, files written whole, style of figures.

``figures``     The style of all figures, and their SVG.
``folders``     Output folders with a lock, and files that are written whole or not at all.
``line_tables`` Tables of numbers as files to which commands add lines.
"""
