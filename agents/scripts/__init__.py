"""Agents that follow a rule of thumb, compiled; random play.

``agent``       Scripted agents: a compiled function of what is public.
``choice_loop`` A game's script in a compiled loop over decisions.
``random``      Uniformly random play.
``strangers``   Partners made of other agents: they err by regret, slip, or have a taste of
                their own.
"""
