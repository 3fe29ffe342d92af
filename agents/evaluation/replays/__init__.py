"""Games that were played, looked at again in the terminal or as a page.

``page``     A replay as one HTML file without external resources.
``playback`` Recorded games, read from a file, with random access to their states.
``reasons``  Explanations of decisions in a replay: the agents are asked again.
``show``     ``evaluate.py --replay FILE``: prints a game in words and pictures, or exports
             it as a page.
"""
