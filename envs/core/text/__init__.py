"""A game in words: positions, choices and rules as text, and answers read out of text.

``answers``    Answers in text: choices with exact words, and the JSON object that takes one.
``asking``     A decision as text and as JSON: what has happened, the position, what is asked.
``onlooker``   A game as everybody sees it, shown from public records alone.
``rule_cards`` Rule cards: how a game goes, told on six cards by a file in its folder, and first
               lessons.
``rules``      The rules of a game as text, short or in full.
"""
