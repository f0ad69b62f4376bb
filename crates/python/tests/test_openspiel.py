"""OpenSpiel: random games replayed, its tools on our games, our agents on its games. Left out where it cannot be installed."""

from __future__ import annotations

import os
import random
from typing import Any, List

import outwit
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: its tests are left out")

from own_games import listed  # noqa: E402
from replay import GAMES, replay  # noqa: E402

from outwit.openspiel import OutwitBot, from_openspiel, policy_of, to_openspiel  # noqa: E402

LONG = bool(os.environ.get("OUTWIT_LONG"))


@pytest.mark.parametrize("name", list(GAMES))
def test_random_games_are_the_same_move_by_move(name: str) -> None:
    replay(name, 2000 if LONG else {"backgammon": 2, "hearts": 20, "chinesecheckers": 2}.get(name, 30))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_nash_values_and_exploitability_agree(name: str) -> None:
    from open_spiel.python.algorithms import exploitability, expected_game_score

    target = 1e-4 if name == "leduc" and not LONG else 1e-6
    found = outwit.equilibrium(name, target=target, iterations=2_000_000)
    game = to_openspiel(name)
    policy = policy_of(game, found)
    theirs = exploitability.exploitability(game, policy)
    assert abs(theirs - (found.exploitability or 0.0)) < 1e-6
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert abs(value[0] - found.values[0][0]) < 1e-6
    # And in OpenSpiel's own game, where the value is known.
    if name == "kuhn":
        assert abs(value[0] + 1 / 18) < 1e-6


def test_exploitability_of_random_play_is_theirs() -> None:
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    for ours, theirs in (("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")):
        game = pyspiel.load_game(theirs)
        nash = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
        assert abs((outwit.exploit(ours, "random")[0].exploitability or 0) - nash) < 1e-6
        bridged = to_openspiel(ours)
        assert abs(exploitability.exploitability(bridged, policies.UniformRandomPolicy(bridged)) - nash) < 1e-6


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "connect_four", "pig(players=2,winscore=8)"])
def test_a_game_of_theirs_is_a_game_of_ours(name: str) -> None:
    game = from_openspiel(name)
    if not game.cyclic and name != "pig(players=2,winscore=8)":
        outwit.check_laws(game, games=5)
    loaded = outwit.load_game(game)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.draw()
    agent = "ismcts:sims=50" if loaded.is_hidden else "uct:nodes=100"
    assert outwit.agent(agent, loaded).advise(state).move in state.legal_moves()
    if name == "tic_tac_toe":
        assert outwit.agent("alphabeta:depth=2", loaded).advise(state).move
    if name == "kuhn_poker":
        assert abs(outwit.equilibrium(loaded, target=1e-5).values[0][0] + 1 / 18) < 1e-4


@pytest.mark.parametrize("name", listed())
def test_a_game_of_ours_keeps_their_contract(name: str) -> None:
    game = to_openspiel(name)
    rng = random.Random(1)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal() and state.move_number() < 120:
            legal = state.legal_actions()
            assert legal == sorted(legal) and max(legal) < game.num_distinct_actions()
            if state.is_chance_node():
                assert abs(sum(p for _, p in state.chance_outcomes()) - 1) < 1e-9
            else:
                assert state.information_state_string(state.current_player()) is not None
            action = rng.choice(legal)
            assert state.action_to_string(state.current_player(), action)
            copy = state.clone()
            assert copy.history() == state.history() and str(copy) == str(state)
            state.apply_action(action)
        assert len(state.returns()) == game.num_players()
        again = game.new_initial_state()
        for action in state.history():
            again.apply_action(action)
        assert str(again) == str(state)


def test_our_agents_sit_in_their_evaluation_tools() -> None:
    from open_spiel.python.algorithms import evaluate_bots
    from open_spiel.python.bots import uniform_random
    import numpy

    wins: List[float] = []
    for game in (to_openspiel("tictactoe"), pyspiel.load_game("tic_tac_toe")):
        total = 0.0
        for seed in range(5):
            bots: List[Any] = [OutwitBot(game, 0, "alphabeta:depth=4", seed), uniform_random.UniformRandomBot(1, numpy.random.RandomState(seed))]
            total += evaluate_bots.evaluate_bots(game.new_initial_state(), bots, numpy.random.RandomState(seed))[0]
        wins.append(total)
    assert all(total >= 3 for total in wins), wins
