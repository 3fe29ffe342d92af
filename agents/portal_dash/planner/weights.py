"""The names of the planner's weights and of the terms of its value; the numbers are data."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


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
    DEATH_LATER = 13
    MOB = 14
    NEAR_MOB = 15
    SWORD = 16
    BOW = 17
    STEPS = 18
    BLOCKS = 19
    ARMOUR_ITEM = 20
    DAMAGED = 21
    FIND = 22
    NETHERITE = 23
    CHEST = 24
    PART = 25
    PORTAL = 26
    HAND = 27
    ACTION = 28
    TIME = 29
    TIME_SCALE = 30
    BOSS = 31
    BOSS_SCALE = 32
    BOSS_LIFE = 33
    RATE = 34
    RATE_COLOUR = 35
    OVERHEAD = 36
    PACE_TASKS = 37
    WAIT = 38
    UNSEEN_COLUMN = 39
    FRONT = 40
    REPAIR_IN_FIGHT = 41
    TIME_FLOOR = 42
    LATE = 43
    READY_LATER = 44
    RISK = 45
    WIDTH = 46


class Term(IntEnum):
    """What the value of a position is the sum of."""

    TASKS = 0
    TIME = 1
    BOSS = 2
    HEARTS = 3
    THREAT = 4
    GEAR = 5
    FINDS = 6
    OUTCOME = 7
