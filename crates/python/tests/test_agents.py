"""Agents of the list."""

from __future__ import annotations

import json
import os
import pickle
import signal
import threading
import time
from typing import List, Tuple

import outwit
import pytest


def test_a_report_is_what_the_command_line_prints() -> None:
    for game, spec, after in [
        ("tictactoe", "alphabeta", "b2 b1"),
        ("connect4", "uct:sims=300", "4 4"),
        ("kuhn", "ismcts:sims=200", "KJ check"),
        ("chinesecheckers", "maxprob:depth=2", ""),
        ("connect4:width=5", "bpip:nodes=300", "3"),
        ("leduc", "model-mcts:sims=50", "KQ bet"),
    ]:
        if spec.startswith("model-mcts") and "model-mcts" not in outwit.load_game(game).agents():
            continue
        state = outwit.load_game(game).state(after=after)
        report = outwit.agent(spec, game).advise(state, seed=3)
        words = ["advise", game, "--agent", spec, "--seed", "3", "--json", "--after", after]
        printed = json.loads(outwit.command(words))
        for key, value in printed.items():
            if key == "ms":
                continue
            if key == "moves":
                assert [vars(found) for found in report.moves] == value
            elif key in report.extras:
                assert report.extras[key] == value
            else:
                assert getattr(report, key) == value, key
        assert set(printed) == set(report.extras) | {
            "game", "position", "agent", "seed", "move", "best", "moves", "value", "pv", "nodes", "depth", "ms", "assumes",
            "remarks",
        }  # fmt: skip
        assert "<table>" in report._repr_html_()


def test_every_agent_of_the_list_advises() -> None:
    played = 0
    for game_name in ("tictactoe", "kuhn", "dodgem", "dilemma"):
        game = outwit.load_game(game_name)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.draw()
        for name in game.agents():
            budget = {"solve": "", "random": "", "greedy": "", "strategy": "", "learner": ""}.get(name, ":nodes=200")
            spec = {
                "pimc": "pimc:worlds=2,inner=(uct:nodes=50)",
                "model-mcts": "model-mcts:sims=8,worlds=4",
                "blindfold": "blindfold:particles=20,worlds=4",
                "model-vi": "model-vi:depth=1,worlds=4",
            }.get(name, name + budget)
            try:
                report = outwit.agent(spec, game).advise(state, timeout=20)
            except ValueError as error:
                assert "outwit" not in str(error)
                continue
            assert report.move in state.legal_moves()
            assert abs(sum(report.probabilities.values()) - 1) < 1e-9
            played += 1
    assert played > 60


def test_settings_by_keywords_and_put_together() -> None:
    game = outwit.load_game("othello")
    assert outwit.agent("alphabeta", game, depth=3, eval="mobility").spec == "alphabeta:depth=3,eval=mobility"
    assert outwit.agent("uct:c=1", game, nodes=100).spec == "uct:c=1,nodes=100"
    with pytest.raises(ValueError, match="has no parameter `dept`"):
        outwit.agent("alphabeta", game, dept=3)
    made = outwit.compose("tictactoe", grow="alphabeta" if False else None, backup="minimax" if False else None, depth=3)
    assert made.spec.startswith("compose:depth=3")
    choices = outwit.agents("compose")[0]["choices"]
    assert set(choices) >= {"grow", "value", "backup", "belief"}
    state = outwit.load_game("tictactoe").new_initial_state()
    assert made.advise(state).move in state.legal_moves()


def test_an_agent_plays_a_whole_game_and_remembers() -> None:
    game = outwit.load_game("hearts")
    players = [outwit.agent("ismcts:sims=20", game) for _ in range(4)]
    def play() -> Tuple[List[int], List[float]]:
        state = game.new_initial_state(4)
        while not state.is_terminal():
            state.apply_action(players[state.current_player()].step(state))
        return state.history(), state.returns()
    assert play() == play()
    assert len(play()[0]) == 52


def test_an_agent_can_be_sent_to_another_process() -> None:
    game = outwit.load_game("connect4")
    agent = outwit.agent("alphabeta", game, depth=3)
    again = pickle.loads(pickle.dumps(agent))
    assert again.spec == agent.spec and again.game == game
    assert again.advise(game.new_initial_state()).value == agent.advise(game.new_initial_state()).value


def test_a_timeout_ends_a_search_with_the_best_so_far() -> None:
    game = outwit.load_game("othello")
    began = time.monotonic()
    report = outwit.agent("alphabeta:depth=60", game).advise(game.new_initial_state(), timeout=0.3)
    assert time.monotonic() - began < 5
    assert report.stopped and report.move in game.new_initial_state().legal_moves() and report.depth >= 1
    with pytest.raises(ValueError, match="number of seconds"):
        outwit.agent("alphabeta", game).advise(game.new_initial_state(), timeout=-1)


def test_a_search_that_its_timeout_ended_is_always_told_as_stopped() -> None:
    """However close the end of the search and the look at the clock are."""
    game = outwit.load_game("othello")
    agent, state = outwit.agent("alphabeta:depth=60", game), game.new_initial_state()
    assert all(agent.advise(state, timeout=0.002).stopped for _ in range(200))


def test_the_interrupt_key_ends_a_search_and_the_report_is_kept() -> None:
    game = outwit.load_game("othello")
    agent = outwit.agent("alphabeta:depth=60", game)
    timer = threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        agent.advise(game.new_initial_state())
    assert time.monotonic() - began < 5
    assert agent.last_report is not None and agent.last_report.stopped
    # And it can be asked again.
    assert agent.advise(game.new_initial_state(), timeout=0.1).move


def test_progress_is_told() -> None:
    game = outwit.load_game("connect4")
    told: List[Tuple[int, int, str]] = []
    outwit.agent("alphabeta:depth=6", game).advise(
        game.new_initial_state(), progress=lambda depth, nodes, line: told.append((depth, nodes, line))
    )
    assert [depth for depth, _, _ in told] == sorted(depth for depth, _, _ in told) and told[-1][0] >= 5

    def refuse(depth: int, nodes: int, line: str) -> None:
        raise KeyError("no")

    with pytest.raises(KeyError, match="no"):
        outwit.agent("alphabeta:depth=6", game).advise(game.new_initial_state(), progress=refuse)


def test_the_searched_tree_is_data() -> None:
    game = outwit.load_game("tictactoe")
    report = outwit.agent("minimax:depth=2", game).advise(game.new_initial_state(), tree=True)
    assert report.tree is not None
    assert outwit.agent("minimax:depth=1", game).advise(game.new_initial_state()).tree is None


def test_wrong_questions_get_sentences() -> None:
    game = outwit.load_game("tictactoe")
    agent = outwit.agent("alphabeta", game)
    with pytest.raises(ValueError, match="did you mean `alphabeta`"):
        outwit.agent("alphabet", game)
    with pytest.raises(ValueError, match="hides something"):
        outwit.agent("alphabeta", "kuhn")
    with pytest.raises(ValueError, match="the game is over"):
        agent.advise(game.state(after="a3 a2 b3 b2 c3"))
    with pytest.raises(ValueError, match="chance's turn"):
        outwit.agent("ismcts", "kuhn").advise(outwit.load_game("kuhn").new_initial_state())
    with pytest.raises(ValueError, match="is one of othello"):
        agent.advise(outwit.load_game("othello").new_initial_state())
    with pytest.raises(ValueError, match="not to move"):
        agent.advise(game.new_initial_state(), 1)
    with pytest.raises(ValueError, match="has no player 5"):
        agent.advise(game.new_initial_state(), 5)


def test_an_agent_that_thinks_says_so_to_a_second_question() -> None:
    game = outwit.load_game("othello")
    agent = outwit.agent("alphabeta:depth=60", game)
    state = game.new_initial_state()
    thread = threading.Thread(target=lambda: agent.advise(state, timeout=1.0))
    thread.start()
    time.sleep(0.3)
    with pytest.raises(RuntimeError, match="thinking already"):
        agent.advise(state)
    thread.join()
    assert agent.advise(state, timeout=0.05).move


def test_two_threads_think_at_the_same_time() -> None:
    game = outwit.load_game("connect4")
    found: List[str] = []

    def think() -> None:
        agent = outwit.agent("alphabeta:depth=7", game)
        found.append(agent.advise(game.new_initial_state()).move)

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1
