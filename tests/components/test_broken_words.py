"""Keys, words and marks that there are not, and files that are no YAML."""

import pytest

from tablemates.envs.portal_dash.components import ComponentsError, load_components
from tests.components.broken import assert_refused, rows

# by file: text, what is put in its place, place and reason of the message
WORDS = {
    "dice.yaml": [
        ("  combat_dice: 6", "  combat_dices: 6", "a mark for 'combat_dice', which is not here; d"),
    ],
    "cube.yaml": [
        ("red:", "rad:", "cube.rad: unknown word 'rad'; did you mean 'red'?"),
        ("red: 16, ", "", "cube: 'red' is missing"),
        ("cube:", "cubes:", "cubes: unknown key 'cubes'; did you mean 'cube'?"),
        (", mark: printed", "", "cube.red: the value has no mark (printed, reviewed, assu"),
        ("mark: printed", "mark: prnted", "unknown mark 'prnted'; did you mean 'printed'?"),
        ("mark: printed", "marks: {reed: printed}", "a mark for 'reed', which is not here; d"),
        ("mark: printed", "marks: {red: sure}", "cube.marks.red: unknown mark 'sure'; known"),
        ("mark: printed", "marks: printed", "cube.marks: a mark for each name is needed"),
        ("gray: 16", "red: 16", "cube.yaml, line 3: the key 'red' stands here a second time"),
        ("cube: {", "cube: {{", "cube.yaml, line 4: is not YAML"),
        ("cube: ", "", "cube.yaml, line 3, red: unknown key 'red'"),
        ("cube: ", "mobs: ", "line 12, mobs: the section stands in cube.yaml already"),
    ],
    "piglins.yaml": [
        ("1-2 players", "1-3 players", "unknown key '1-3 players'; did you mean '"),
        ("    B: [3, 4]\n", "", "piglins.1-2 players: 'B' is missing"),
    ],
    "mobs.yaml": [
        ("ghast:", "gast:", "mobs.gast: unknown word 'gast'; did you mean 'ghast'?"),
        ("life: 2, ", "", "mobs.magma cube: 'life' is missing"),
        ("life: 2", "lief: 2", "magma cube.lief: unknown key 'lief'; did you mean 'life'?"),
        ("wildfire:", "ghast:", "bosses.ghast: unknown word 'ghast'; known: wildfire, anc"),
        ("effect: push", "effect: shove", "hoglin.effect: unknown word 'shove'; known: non"),
        ("hits: all,", "hits: al,", "blaze.hits: input should be 'one' or 'all', not 'al'"),
        ("immune: [bow]", "immune: [axe]", "enderman.immune.0: input should be 'sword' or 'b"),
        ("armour: ignored}", "armour: no}", "input should be 'counts' or 'ignored', not False"),
    ],
    "items.yaml": [
        ("type: sword", "type: sward", "type: unknown word 'sward'; did you mean 'sword'?"),
        ("type: sword, ", "", "starting_items.stone sword: 'type' is missing"),
        ("copies: 3, dice: 4", "copies: 3, hearts: 4", "hearts: unknown key 'hearts'; kno"),
        ("enchants: sword", "enchants: armour", "enchants: unknown word 'armour'; known: sw"),
    ],
    "levels.yaml": [
        ("boss: either", "boss: eihter", "levels.3.boss: input should be 'wildfire', 'anc"),
        ("fr: {hoglin: 3}", "de: {hoglin: 3}", "levels.2.editions.de: unknown key 'de'"),
        ("    side: hard\n", "", "levels.4: 'side' is missing"),
    ],
}


@pytest.mark.parametrize(("file", "old", "new", "message"), rows(WORDS))
def test_broken_parts_are_refused_in_one_sentence(edited, file, old, new, message):
    assert_refused(edited(file, old, new), file, message)


def test_a_word_for_a_list(edited):
    with pytest.raises(ComponentsError, match=r"dice\.mob\.faces: input should be a valid tuple"):
        load_components(edited("dice.yaml", "faces: [1, 2, 3]", "faces: 123"))
