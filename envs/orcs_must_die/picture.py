"""Pictures."""


def lines(game):
    return [game.decision()]


def svg(game):
    return "<svg/>"
