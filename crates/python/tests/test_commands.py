"""What the command line computes, from Python."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Callable, List

import outwit
import pytest


def test_solve() -> None:
    found = outwit.solve("tictactoe")
    assert found.value == [0, 0] and found.outcome == "draw" and len(found.best) == 9
    state = outwit.load_game("tictactoe").state(after="b2 b1")
    assert outwit.solve(state).value == [1, -1]
    assert outwit.solve("tictactoe", after=["b2", "b1"]).outcome == "seat 1"
    assert outwit.solve("connect4:width=4,height=4").outcome == "draw"
    with pytest.raises(ValueError, match="move 1 of --after"):
        outwit.solve("tictactoe", after="z9")
    with pytest.raises(ValueError):
        outwit.solve(state, after="a1")
    with pytest.raises(ValueError, match="possible values: value, force, induction"):
        outwit.solve("tictactoe", meaning="nothing")


def test_expect() -> None:
    assert outwit.expect("tictactoe", "minimax", "minimax").payoffs == [0, 0]
    found = outwit.expect("tictactoe", "minimax", "random")
    assert found.payoffs[0] > 0.9 and found.payoffs[0] == -found.payoffs[1]
    with pytest.raises(ValueError, match="2 seats and 3 agents"):
        outwit.expect("tictactoe", "random", "random", "random")


def test_equilibrium_and_exploit() -> None:
    found = outwit.equilibrium("kuhn", target=1e-5)
    assert abs(found.values[0][0] + 1 / 18) < 1e-5
    assert found.exploitability is not None and found.exploitability <= 1e-5
    assert found.strategies[0] is not None and len(found.strategies[0]) == 12
    rows = outwit.exploit("kuhn", "random", "equilibrium")
    assert abs((rows[0].exploitability or 0) - 11 / 24) < 1e-12 and (rows[1].exploitability or 1) < 1e-3
    many = outwit.equilibrium("dilemma:order=simultaneous,rounds=1", method="all")
    assert many.method == "all" and len(many.values) == 1


@pytest.mark.parametrize(
    "ask",
    [
        lambda **more: outwit.expect("kuhn", "ismcts:sims=1000000", "random", **more),
        lambda **more: outwit.exploit("leduc", "ismcts:sims=1000000", **more),
        lambda **more: outwit.exploit("phantomttt", "ismcts:sims=100000", samples=1000, **more),
        lambda **more: outwit.analyse("connect4:width=5,height=5", **more),
    ],
    ids=["expect", "exploit", "exploit-samples", "analyse"],
)
def test_long_work_is_ended_by_the_time_and_by_the_interrupt_key(ask: Callable[..., object]) -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError, match="timeout=0.3 was too short"):
        ask(timeout=0.3)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask()
    # Less than it takes until work is left to itself.
    assert time.monotonic() - began < 4.5


def test_a_position_that_was_not_solved_in_time_has_bounds() -> None:
    began = time.monotonic()
    found = outwit.solve("connect4", timeout=0.3)
    assert found.outcome == "stopped" and found.value == [None, None] and not found.best
    assert "the value is at least -1 and at most 1 to seat 1" in found.remarks[0]
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        outwit.solve("connect4")
    assert time.monotonic() - began < 4.5


def test_winprob_decide_analyse() -> None:
    assert outwit.winprob("4..6 3..5") == [0.875, 0.125]
    assert outwit.winprob([(4, 6), (3.0, 5)]) == [0.875, 0.125] and outwit.winprob([2, 1]) == [1.0, 0.0]
    with pytest.raises(ValueError, match="interval 1, `7..2`"):
        outwit.winprob("7..2 1")
    lotteries = outwit.decide(lotteries=["1/2:100, 1/2:0", "1:45"], utility="log:wealth=50")
    assert lotteries["best"] == [2]
    pump = outwit.decide(prefer=["a > b", "b > c", "c > a"], fee=0.05)
    assert pump
    tree = Path(__file__).parents[2] / "games" / "trees" / "oil.json"
    assert {**outwit.decide(tree), "file": ""} == {**outwit.decide(tree=tree.read_text()), "file": ""}
    assert outwit.analyse("tictactoe")["size"][0] == {"what": "positions", "number": 5478}


def test_arena(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    told: List[str] = []
    found = outwit.arena("connect4", "greedy", "random", deals=30, seed=1, store=store, progress=told.append)
    assert found["games"] == 60 and [row["agent"] for row in found.agents] == ["greedy", "random"]
    assert found.is_finished and "greedy" in str(found) and "<iframe" in found._repr_html_() and "<svg" in found.to_html()
    assert len(list(found.games())) == 60
    table = found.to_pandas()
    assert list(table["agent"]) == ["greedy", "random"] and len(found.games_to_pandas()) == 120
    # The same on any number of threads, and in the command line.
    other = outwit.arena("connect4", "greedy", "random", deals=30, seed=1, store=store, threads=1)
    assert {**other.raw, "tournament": 1} == found.raw and other.id == 2
    assert len(outwit.tournaments(store=store)) == 2
    with pytest.raises(ValueError, match="would only meet itself"):
        outwit.arena("connect4", "random", store=store)


def test_a_tournament_is_stopped_and_resumed(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    begun = outwit.arena("othello", "alphabeta:depth=3", "random", deals=5000, seed=2, store=store, timeout=0.5, threads=1)
    assert not begun.is_finished and begun["deals"] < 5000
    began = time.monotonic()
    part = begun.resume(timeout=0.5, threads=1)
    assert time.monotonic() - began < 10 and part["deals"] >= begun["deals"]


def test_reproduce() -> None:
    assert any(paper["id"] == "frank-1994" for paper in outwit.papers())
    found = outwit.reproduce("frank-1994", table=1)
    assert found.counts["exact"] == 4 and found.cells[0]["measured"] == 549946
    assert len(found.to_pandas()) == len(found.cells) and "549946" in found._repr_html_()
    with pytest.raises(ValueError):
        outwit.reproduce("nobody-1900")


def test_learn_and_train(tmp_path: Path) -> None:
    learned = outwit.learn("tictactoe", tmp_path / "ttt.txt", games=50)
    assert learned["lessons"] > 0
    game = outwit.load_game("tictactoe")
    agent = outwit.agent("alphabeta", game, depth=2, eval=f"(learned:file={tmp_path / 'ttt.txt'})")
    assert agent.advise(game.new_initial_state()).move
    text = outwit.train("connect4:width=4,height=4", games=2, depth=2, out=tmp_path / "spread.txt")
    assert text.startswith("# outwit train") and (tmp_path / "spread.txt").read_text() == text


def test_lists() -> None:
    assert {entry["name"] for entry in outwit.games()} >= {"connect4", "kuhn", "python"}
    assert outwit.games("othello")[0]["seats"] == 2
    assert {entry["name"] for entry in outwit.agents()} >= {"alphabeta", "uct", "compose"}
    assert all(entry["name"] != "alphabeta" for entry in outwit.agents(game="kuhn"))
    with pytest.raises(ValueError, match="unrecognized subcommand|unexpected"):
        outwit.command(["nonsense"])
