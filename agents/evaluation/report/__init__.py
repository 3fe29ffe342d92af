"""Reports of an evaluation: the console table, files of numbers, an HTML page and replays."""
