"""What a position leaves out follows from what it says."""

from collections import Counter

from tablemates.envs.portal_dash.rules.vocabulary import Mode

LEATHER = ["leather boots", "stone pickaxe", "leather tunic", "starting bow", "stone sword"]


def test_an_empty_position_is_a_game_after_set_up(load):
    game = load()
    full = game.full
    assert (game.p.level, game.p.players, game.p.turn) == (1, 2, 1)
    assert (full["decision"], full["decider"], full["active_player"]) == ("action", 0, 0)
    assert full["agenda"] == ["action", "action", "reveal", "end turn"]
    assert full["parts_open"] == 1
    assert not full["portal_open"]
    assert [player["hearts"] for player in full["players"]] == [6, 6]
    assert [player["items"] for player in full["players"]] == [LEATHER, LEATHER]
    assert game.p.player_space[:2].tolist() == [0, 64]
    assert sum(space >= 0 for space in game.p.mob_space) == 3
    assert len(full["line"]) == 6
    assert game.p.height.tolist() == [4] * 16
    assert len(full["stack"]) == 40
    assert sum(full["supply"].values()) == 8
    assert full["discards"] == full["used"] == full["hand"] == {}
    assert "$" in "".join(full["board"])


def test_a_map_says_what_is_on_the_board(load):
    game = load(
        board="""
            @0 . ~  .  .  .
            .  . ~# .  m1 .
            .  . .  .  .  .
            .  . .  ^  @1 .
            .  . :  .  .  g2
            .  . .  .  .  .
        """
    )
    p = game.p
    assert [int(row) for row in p.lava[:6]] == [0b100, 0b100, 0, 0, 0, 0]
    assert int(p.brown[1]) == int(p.soul_sand[4]) == 0b100
    assert int(p.magma[3]) == 0b1000
    assert p.player_space[:2].tolist() == [0, 3 * 64 + 4]
    on_board = {mob: int(space) for mob, space in enumerate(p.mob_space) if space >= 0}
    assert on_board == {0: 64 + 4, 4: 4 * 64 + 5}
    assert len(game.full["line"]) == 7
    assert set(p.chest_space.tolist()) == {-1}
    assert game.full["board"][1].split() == [".", ".", "~#", ".", "m1", "."]


def test_items_in_all_their_states(load):
    items = [
        {"item": "iron leggings", "mode": "armour", "hearts": 1},
        {"item": "stone sword", "enchantments": ["sword +1 die", "sword reroll"]},
        {"item": "leather tunic", "damaged": True},
        None,
        {"item": "iron leggings"},
        "Netherite helmet",
    ]
    game = load(players=[{"items": items}, {"items": []}])
    p = game.p
    assert p.item_mode[0].tolist() == [Mode.ARMOUR, 0, 0, 0, Mode.BOOTS, 0]
    assert p.item_hearts[0].tolist() == [1, 0, 0, 0, 0, 4]
    assert p.item_active[0].tolist() == [1, 1, 0, 0, 1, 1]
    assert p.item_starting[0].tolist() == [0, 1, 1, 0, 0, 0]
    assert game.full["supply"].get("Netherite helmet") is None
    assert len(game.full["stack"]) == 40 - 4
    assert game.full["players"][1]["items"] == []


def test_the_order_of_the_stack_is_drawn_over_all_that_is_possible(load):
    """Netherite items that are nowhere else lie anywhere in the stack, not on top."""
    for stack in (None, "unknown", ["bow", "..."]):
        tops = Counter()
        for seed in range(40):
            full = load(supply={}, seed=seed, **({} if stack is None else {"stack": stack})).full
            assert len(full["stack"]) == 48
            tops[sum(name.startswith("Netherite") for name in full["stack"][-24:])] += 1
        mean = sum(n * count for n, count in tops.items()) / 40
        assert 3 < mean < 5  # 4 of 8 in the lower half; the standard error is 0.2
