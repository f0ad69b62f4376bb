"""OpenSpiel both ways (``pip install outwit[openspiel]``).

:func:`from_openspiel` makes a game of ours of one of OpenSpiel's, so that every agent plays it. :func:`to_openspiel` makes a Python
game of OpenSpiel's of one of ours, so that its tools work on it. :class:`OutwitBot` lets an agent of ours sit in either.
"""

from __future__ import annotations

import random
from typing import Any, Dict, Hashable, List, Optional, Sequence, Tuple, Union

from ._actions import ActionSpace
from ._agent import Agent, agent
from ._game import Game, GameLike, load_game
from ._outwit import CHANCE, OVER, LoadedGame, State

try:
    import pyspiel
except ImportError as error:  # pragma: no cover
    raise ImportError("this bridge needs OpenSpiel: pip install outwit[openspiel]") from error

#: Probabilities of chance become whole numbers in this unit.
_WEIGHTS = 10**12


class _Position:
    """A state of OpenSpiel's that is never changed. Two are the same if the same was played."""

    __slots__ = ("state", "history")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.history = tuple(state.history())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Position) and self.history == other.history

    def __hash__(self) -> int:
        return hash(self.history)


class OpenSpielGame(Game):
    """A game of OpenSpiel's as one of ours."""

    def __init__(self, game: Any) -> None:
        self.spiel = game
        kind = game.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise ValueError(f"{kind.short_name} has simultaneous moves: pyspiel.convert_to_turn_based makes it sequential")
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise ValueError(f"{kind.short_name} does not list the outcomes of chance")
        self.name = "openspiel-" + str(game).replace("(", "-").replace(")", "").replace("=", "-").replace(",", "-")
        self.lowest = game.min_utility()
        self.highest = game.max_utility()
        self.chance = kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
        self.hidden = kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION
        self.sum = game.utility_sum() if kind.utility in (_Utility.ZERO_SUM, _Utility.CONSTANT_SUM) else None
        self._tells = kind.provides_information_state_string

    def players(self) -> int:
        return int(self.spiel.num_players())

    def start(self, rng: random.Random) -> _Position:
        return _Position(self.spiel.new_initial_state())

    def turn(self, state: _Position) -> int:
        if state.state.is_terminal():
            return OVER
        return CHANCE if state.state.is_chance_node() else int(state.state.current_player())

    def moves(self, state: _Position) -> List[int]:
        if state.state.is_chance_node():
            return [outcome for outcome, _ in state.state.chance_outcomes()]
        return list(state.state.legal_actions())

    def play(self, state: _Position, move: int) -> _Position:
        return _Position(state.state.child(move))

    def payoffs(self, state: _Position) -> List[float]:
        return list(state.state.returns())

    def weight(self, state: _Position, outcome: int) -> int:
        chances = dict(state.state.chance_outcomes())
        return max(1, int(chances[outcome] * _WEIGHTS + 0.5))

    def text(self, state: _Position) -> str:
        return " ".join(map(str, state.history)) or "start"

    def read(self, text: str) -> _Position:
        state = self.spiel.new_initial_state()
        for word in text.split():
            if word != "start":
                action = int(word)
                if action not in state.legal_actions():
                    raise ValueError(f"{action} is not a legal action after {list(state.history())}")
                state.apply_action(action)
        return _Position(state)

    def move_text(self, state: _Position, move: int) -> str:
        text = state.state.action_to_string(state.state.current_player(), move)
        return f"{move}:{''.join(text.split())}"

    def picture(self, state: _Position) -> str:
        return str(state.state) or self.text(state)

    def key(self, state: _Position) -> Tuple[int, ...]:
        return state.history

    def _told(self, state: _Position, seat: int) -> Hashable:
        if state.state.is_chance_node() and not state.history:
            return None
        if self._tells:
            return str(state.state.information_state_string(seat))
        return str(state.state.observation_string(seat))

    def observe(self, before: _Position, move: int, after: _Position, seat: int) -> Optional[Hashable]:
        if not self.hidden:
            return move
        told = self._told(after, seat)
        mine = before.state.current_player() == seat
        return (told or None) if mine or told != self._told(before, seat) else None


_Utility = pyspiel.GameType.Utility


def from_openspiel(game: Union[str, Any]) -> OpenSpielGame:
    """A game of OpenSpiel's, or the one of a name such as ``"kuhn_poker"``, as one of ours."""
    return OpenSpielGame(pyspiel.load_game(game) if isinstance(game, str) else game)


class _State(pyspiel.State):  # type: ignore[misc]
    """A state of ours as one of OpenSpiel's."""

    def __init__(self, game: Any, state: State) -> None:
        super().__init__(game)
        self._actions = game.actions
        #: The state of ours.
        self.outwit = state

    def current_player(self) -> int:
        if self.outwit.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.outwit.is_chance_node():
            return int(pyspiel.PlayerId.CHANCE)
        return self.outwit.current_player()

    def _legal_actions(self, player: int) -> List[int]:
        if player != self.current_player():
            return []
        if self._is_draw():
            return [0]
        legal: List[int] = self._actions.legal(self.outwit)
        return legal

    def _is_draw(self) -> bool:
        """Whether chance draws one of more outcomes than can be listed: then it has one action, which draws."""
        return self.outwit.is_chance_node() and not self.outwit.legal_actions()

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        if self._is_draw():
            return [(0, 1.0)]
        chances = dict(self.outwit.chance_outcomes())
        action = self._actions.action
        return [(number, chances[action(self.outwit, number)]) for number in self._actions.legal(self.outwit)]

    def _apply_action(self, number: int) -> None:
        if self._is_draw():
            self.outwit.draw()
            return
        self.outwit.apply_action(self._actions.action(self.outwit, number))

    def _action_to_string(self, player: int, number: int) -> str:
        if self._is_draw():
            return "draw"
        return self.outwit.action_to_string(self._actions.action(self.outwit, number))

    def is_terminal(self) -> bool:
        return self.outwit.is_terminal()

    def returns(self) -> List[float]:
        return self.outwit.returns()

    def information_state_string(self, player: Optional[int] = None) -> str:
        return self.outwit.information_state_string(player)

    def observation_string(self, player: Optional[int] = None) -> str:
        return self.outwit.observation_string(player)

    def __str__(self) -> str:
        return f"{self.outwit.position} {' '.join(map(str, self.outwit.history()))}"

    def __deepcopy__(self, memo: Any) -> "_State":
        copy = super().__deepcopy__(memo) if hasattr(super(), "__deepcopy__") else _State(self.get_game(), self.outwit)
        copy._actions, copy.outwit = self._actions, self.outwit.clone()
        return copy


class _Observer:
    """What OpenSpiel asks of an observer: strings alone."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: Dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        pass

    def string_from(self, state: Any, player: int) -> str:
        return state.outwit.information_state_string(player)  # type: ignore[no-any-return]


_made: Dict[str, Any] = {}


def to_openspiel(game: GameLike) -> Any:
    """A game of ours as a Python game of OpenSpiel's. Actions are numbered as :class:`outwit._actions.ActionSpace` says.

    Where chance has too many outcomes to list, as in Spider, its one action draws what the seed of ``new_initial_state`` has in
    store: the game is one that samples, in OpenSpiel's words, and tools that list the outcomes of chance refuse it.
    """
    loaded = load_game(game)
    facts = loaded.facts
    if loaded.spec in _made:
        return _made[loaded.spec]()
    name = "outwit_" + "".join(c if c.isalnum() else "_" for c in loaded.spec)
    chance = pyspiel.GameType.ChanceMode
    information = pyspiel.GameType.Information
    utility = _Utility.GENERAL_SUM if facts["sum"] is None else (_Utility.ZERO_SUM if facts["sum"] == 0 else _Utility.CONSTANT_SUM)
    players = loaded.num_players()
    listed = chance.EXPLICIT_STOCHASTIC if facts["chance"] else chance.DETERMINISTIC
    mode = chance.SAMPLED_STOCHASTIC if facts["draws"] else listed
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"outwit {loaded.spec}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode,
        information=information.IMPERFECT_INFORMATION if facts["hidden"] else information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
    )
    actions = ActionSpace(loaded)

    class OutwitGame(pyspiel.Game):  # type: ignore[misc]
        """A game of ours."""

        def __init__(self, params: Any = None) -> None:
            about = pyspiel.GameInfo(
                num_distinct_actions=actions.size,
                max_chance_outcomes=actions.size if facts["chance"] else 0,
                num_players=players,
                min_utility=facts["lowest"],
                max_utility=facts["highest"],
                utility_sum=facts["sum"],
                max_game_length=10_000,
            )
            super().__init__(kind, about, params or {})
            self.outwit = loaded
            self.actions = actions

        def new_initial_state(self, seed: int = 0) -> _State:
            return _State(self, loaded.new_initial_state(seed if isinstance(seed, int) else 0))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            return _Observer()

    pyspiel.register_game(kind, OutwitGame)
    _made[loaded.spec] = OutwitGame
    return OutwitGame()


class OutwitBot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of ours in a game of OpenSpiel's, or in one of ours that :func:`to_openspiel` made."""

    def __init__(self, game: Any, player: int, what: object, seed: int = 0) -> None:
        super().__init__()
        self._ours = isinstance(getattr(game, "outwit", None), LoadedGame)
        self._game: LoadedGame = game.outwit if self._ours else from_openspiel(game).load()
        self._agent: Agent = agent(what, self._game)
        self._player = player
        self._seed = seed

    def player_id(self) -> int:
        return self._player

    def _state(self, state: Any) -> State:
        if self._ours:
            return state.outwit  # type: ignore[no-any-return]
        mine = self._game.new_initial_state(self._seed)
        for action in state.history():
            mine.apply_action(action)
        return mine

    def step(self, state: Any) -> int:
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state: Any) -> Tuple[List[Tuple[int, float]], int]:
        """The probability of each action, and the one played."""
        mine = self._state(state)
        report = self._agent.advise(mine, seed=self._seed + mine.move_number())
        space = ActionSpace(self._game) if self._ours else None

        def number(text: str) -> int:
            action = mine.string_to_action(text)
            return space.number(mine, action) if space is not None else action

        policy = [(number(found.move), found.probability) for found in report.moves]
        return policy, number(report.move)

    def get_policy(self, state: Any) -> List[Tuple[int, float]]:
        return self.step_with_policy(state)[0]

    def provides_policy(self) -> bool:
        return True

    def restart_at(self, state: Any) -> None:
        self._agent.restart()

    def restart(self) -> None:
        self._agent.restart()


def policy_of(game: Any, equilibrium: Any, place: int = 0) -> Any:
    """The strategies of ``outwit.equilibrium`` as a tabular policy of OpenSpiel's, for a game that :func:`to_openspiel` made."""
    from open_spiel.python import policy as policies

    table = policies.TabularPolicy(game)
    told: Dict[Tuple[int, str], Dict[str, float]] = {}
    for row in equilibrium.strategies[place] or []:
        moves = {str(one["move"]): float(one["probability"]) for one in row["moves"]}
        told[(int(row["seat"]) - 1, "\n".join(row["seen"]))] = moves
    for state in table.states:
        player = state.current_player()
        chances = told[(player, state.information_state_string(player))]
        probabilities = table.policy_for_key(state.information_state_string(player))
        probabilities[:] = 0.0
        for number in state.legal_actions():
            probabilities[number] = chances[state.action_to_string(player, number)]
        probabilities /= probabilities.sum()
    return table


__all__: Sequence[str] = ["OpenSpielGame", "OutwitBot", "from_openspiel", "policy_of", "to_openspiel"]
