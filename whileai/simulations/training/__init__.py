"""For trainers: rewards for completions, and an environment to be played step by step.

Both play tasks of a run in the world, under the faults and with the person that
``simulate(tasks=...)`` would play them with, and grade what came of it as it would.
"""

from whileai.simulations.training.environment import Environment
from whileai.simulations.training.methods import environment_factory
from whileai.simulations.training.rewards import reward_function

__all__ = ["Environment", "environment_factory", "reward_function"]
