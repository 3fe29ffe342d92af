"""Games as text, for language models: sessions, adapters for frameworks, data sets.

>>> game = TextGame(key, {"players": 2}, seed=7, seat=0, partners="rules")
>>> print(game.rules(), game.observation())
>>> game.step('{"action": 12}')

``dataset``     The command that makes data sets of decisions as text, with what each legal move is
                worth.
``frameworks/`` Adapters for frameworks that evaluate and train language models.
``game``        ``TextGame``: a game that is read and answered as text.
"""

from tablemates.text.game import Result, TextGame, Turn

__all__ = ["Result", "TextGame", "Turn"]
