"""Games as PettingZoo environments (``pip install outwit[pettingzoo]``)::

    env = outwit.pettingzoo.env("connect4")

An observation is what the seat sees: the bytes of its picture, padded with zeros, and a mask of the actions it may take. An action is
numbered as :class:`outwit._actions.ActionSpace` says. Chance plays by itself, from the seed of ``reset``.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._actions import ActionSpace
from ._game import GameLike, load_game
from ._outwit import LoadedGame, Random, State

#: Bytes of an observation.
LONGEST_PICTURE = 4096


def env(game: GameLike, render_mode: Optional[str] = None) -> Any:
    """The environment of a game, with PettingZoo's own checks around it."""
    wrapped: Any = raw_env(game, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=load_game(game).min_utility())
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """A game of ours as an environment."""

    metadata = {"render_modes": ["human", "ansi", "svg"], "name": "outwit", "is_parallelizable": False}

    def __init__(self, game: GameLike, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.game: LoadedGame = load_game(game)
        self.metadata = {**raw_env.metadata, "name": f"outwit_{self.game.name}"}
        self.render_mode = render_mode
        self.actions = ActionSpace(self.game)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents = list(self.possible_agents)
        action: Any = spaces.Discrete(self.actions.size)
        observation: Any = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (LONGEST_PICTURE,), numpy.uint8),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), numpy.int8),
            }
        )
        self.action_spaces: Dict[str, Any] = {name: action for name in self.possible_agents}
        self.observation_spaces: Dict[str, Any] = {name: observation for name in self.possible_agents}
        self.state_of_game: State = self.game.new_initial_state()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        if seed is None:
            seed = int(numpy.random.default_rng().integers(2**63))
        self._random = Random(seed)
        self.state_of_game = self.game.new_initial_state(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {name: 0.0 for name in self.agents}
        self._cumulative_rewards = {name: 0.0 for name in self.agents}
        self.terminations = {name: False for name in self.agents}
        self.truncations = {name: False for name in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {name: {} for name in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        """Lets chance play, and says whose turn it is."""
        state = self.state_of_game
        while state.is_chance_node():
            state.draw(self._random)
        if state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, state.returns()))
            self.terminations = {name: True for name in self.agents}
            return
        self.agent_selection = self.possible_agents[state.current_player()]

    def observe(self, agent: str) -> Dict[str, Any]:
        seat = self.possible_agents.index(agent)
        text = self.state_of_game.observation_string(seat).encode()[:LONGEST_PICTURE]
        picture = numpy.zeros(LONGEST_PICTURE, numpy.uint8)
        picture[: len(text)] = numpy.frombuffer(text, numpy.uint8)
        mask = numpy.zeros(self.actions.size, numpy.int8)
        if self.state_of_game.current_player() == seat:
            mask[self.actions.legal(self.state_of_game)] = 1
        return {"observation": picture, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        self.state_of_game.apply_action(self.actions.action(self.state_of_game, int(action)))  # type: ignore[arg-type]
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        if self.render_mode is None:
            return None
        state = self.state_of_game
        hides = self.game.is_hidden and not state.is_terminal()
        seat = state.current_player() if hides else None
        if self.render_mode == "svg":
            return state.svg(seat)
        text = state.observation_string(seat) if hides else str(state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass


__all__: List[str] = ["LONGEST_PICTURE", "env", "raw_env"]
