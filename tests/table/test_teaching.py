"""Rule cards and lessons: whatever may be chosen in the first turns is explained."""

import random

import pytest

from tablemates.envs.core.text.rule_cards import teaching_of
from tablemates.envs.registry import GAMES, find_game, new_game
from tablemates.table.session.game import choices_of

TURNS = 4


def lesson(teaching, choice):
    """Return what the page says of a choice."""
    begun = [one for one in teaching.lessons if choice.text.lower().startswith(one)]
    return teaching.lessons.get(max(begun, key=len, default=choice.kind))


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_every_choice_of_the_first_turns_has_a_lesson(rules):
    kind = find_game(rules)
    teaching = teaching_of(kind)
    assert 6 <= len(teaching.cards) <= 8  # one more for each option that adds much
    game, drawn, said = (
        new_game(kind.settings_type.of_form({"players": 2})),
        random.Random(1),
        set(),
    )
    groups = {game.catalogue.action(action).group for action in range(len(game.catalogue))}
    assert groups - {"wait"} <= teaching.lessons.keys()
    for seed in range(5):
        game.new(seed)
        while game.to_move() >= 0 and game.turn <= TURNS:
            for choice in choices_of(game):
                assert lesson(teaching, choice), (choice.text, choice.kind)
                said.add(lesson(teaching, choice))
            game.step(drawn.choice(game.legal))
    assert len(said) > 4, "different choices, different lessons"
