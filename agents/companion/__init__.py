"""The agent ``companion``: it learns from what its partners do what they are, and plans with that.

``agent``         The agent ``companion``: plays by the network for partners such as it has.
``belief``        What somebody believes of the partners in the other seats, by Bayes' rule.
``partner_types`` Types of partners of a game, and how likely each is to decide as somebody did.
``requests``      Lasting requests to a partner: to take some choices, or to leave them to others.
"""
