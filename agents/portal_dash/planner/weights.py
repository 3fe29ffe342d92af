"""The weights of the planner's value, by name; their numbers are data."""

from __future__ import annotations

from enum import IntEnum


class Weight(IntEnum):
    """Index of each weight; ``planner.yaml`` gives the numbers and says what each is for."""

    BLOCK_PLACED = 0
    TASK_DONE = 1
    URGENCY = 2
    SCARCITY = 3
    ACCESS = 4
    HEART_1 = 5
    HEART_2 = 6
    HEART_3 = 7
    HEART_4 = 8
    HEART_5 = 9
    ARMOUR = 10
    DAMAGE = 11
    DEATH = 12
    MOB = 13
    NEAR_MOB = 14
    SWORD = 15
    BOW = 16
    BEST_WEAPON = 17
    STEPS = 18
    BLOCKS = 19
    ARMOUR_ITEM = 20
    DAMAGED = 21
    FIND = 22
    FRONT = 23
    TEAM = 24
    FRONT_READY = 25
    TEAM_READY = 26
    CHEST = 27
    PART = 28
    PORTAL = 29
    BOSS_LIFE = 30
    BOSS_NEAR = 31
    CUBE = 32
    ACTION = 33
    HAND = 34
    SHORT_CUT = 35
    TIME = 36
    TIME_SCALE = 37
    PACE_TASKS = 38
    PACE_WAY = 39
    PACE_BOSS = 40
