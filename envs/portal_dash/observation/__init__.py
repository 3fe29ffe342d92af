"""The observation: one flat ``int8`` array in named blocks, written by compiled code.

``make_layout`` says what stands where, ``observe`` writes it from a game's
record, ``as_dict`` shows it by block. It reads nothing but the public part;
``observe_privileged`` alone, for critics, also shows what is hidden.
"""
