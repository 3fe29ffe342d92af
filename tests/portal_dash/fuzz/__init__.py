"""Random decisions with random parts, and edited files and messages.

No crash, no hang, nothing wrong that passes for right: what is accepted comes back as it was,
what is refused is refused in a sentence.
"""
