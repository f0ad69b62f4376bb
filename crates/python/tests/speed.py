"""How fast the package is, as ratios measured in one run on one machine. To be run on an idle machine with a release build:

python tests/speed.py
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
from typing import Any, Callable, List

import outwit

sys.path.insert(0, __file__.rsplit("/", 1)[0])
from own_games import TicTacToe  # noqa: E402


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How much a second, in the best of three."""
    best = 0.0
    for _ in range(3):
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            done += work()
        best = max(best, done / (time.perf_counter() - began))
    return best


def game_of_ours(name: str) -> outwit.LoadedGame:
    if name not in GAMES:
        GAMES[name] = outwit.load_game(name)
    return GAMES[name]


def our_steps(name: str) -> int:
    state, rng, steps = game_of_ours(name).new_initial_state(), outwit.Random(steps_seed()), 0
    while not state.is_terminal():
        state.apply_action(state.random_action(rng))
        steps += 1
    return steps


def our_choice(name: str) -> int:
    state, steps = game_of_ours(name).new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


_seed = 0


def steps_seed() -> int:
    global _seed
    _seed += 1
    return _seed


def steps_of_openspiel(name: str, choice: Callable[[List[int]], int]) -> int:
    import pyspiel

    if name not in GAMES_OF_OPENSPIEL:
        GAMES_OF_OPENSPIEL[name] = pyspiel.load_game(name)
    state, steps = GAMES_OF_OPENSPIEL[name].new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions(state.current_player())))
        steps += 1
    return steps


GAMES: "dict[str, outwit.LoadedGame]" = {}
GAMES_OF_OPENSPIEL: "dict[str, Any]" = {}


def steps() -> None:
    import numpy

    for ours, theirs in (("connect4", "connect_four"), ("othello", "othello")):
        single = rate(lambda: our_steps(ours))
        alike = rate(lambda: our_choice(ours))
        numpys = rate(lambda: steps_of_openspiel(theirs, numpy.random.choice))
        plain = rate(lambda: steps_of_openspiel(theirs, random.choice))
        print(f"{ours}: single steps {single:,.0f}/s, with random.choice {alike:,.0f}/s; OpenSpiel's loop with numpy's choice "
              f"{numpys:,.0f}/s, with random.choice {plain:,.0f}/s")
        print(f"  ratio to OpenSpiel's own loop {single / numpys:.1f}, like for like {alike / plain:.2f}, best to best {single / plain:.1f}")


def batches() -> None:
    """Both in turns and in short windows, the best of many: one that nobody else took part of."""
    names = ("connect4", "othello")
    ours, rust = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    counts = {name: max(64, int(outwit.load_game(name).playouts(10**9, timeout=0.1)["games"] / 2)) for name in names}
    for _ in range(25):
        rows = json.loads(outwit.command(["bench", "--seconds", "0.05", "--json"]))
        for name in names:
            rust[name] = max(
                rust[name], *(row["per_second"] for row in rows if row["game"] == name and row["what"] == "random playouts")
            )
            began = time.perf_counter()
            found = outwit.load_game(name).playouts(counts[name], seed=steps_seed())["games"]
            ours[name] = max(ours[name], found / (time.perf_counter() - began))
    for name in names:
        print(f"{name}: batched playouts {ours[name]:,.0f}/s, Rust {rust[name]:,.0f}/s, ratio {ours[name] / rust[name]:.3f}")


def own_game() -> None:
    from open_spiel.python.algorithms import minimax
    import open_spiel.python.games.tic_tac_toe  # noqa: F401
    import pyspiel

    game = outwit.load_game(TicTacToe())

    def ours() -> int:
        outwit.agent("alphabeta", game).advise(game.new_initial_state())
        return 1

    theirs = pyspiel.load_game("python_tic_tac_toe")
    began = time.perf_counter()
    minimax.alpha_beta_search(theirs)
    took = time.perf_counter() - began
    mine = 1 / rate(ours)
    print(f"tic-tac-toe in Python: alphabeta {mine:.3f} s, OpenSpiel's Python minimax {took:.3f} s, ratio {took / mine:.1f}")


def threads() -> None:
    """One and two in turns, the least of many; two idle cores are needed, so the load is told."""
    game = outwit.load_game("connect4")
    agents = [outwit.agent("alphabeta:depth=18", game) for _ in range(2)]

    def timed(count: int) -> float:
        workers = [threading.Thread(target=agent.advise, args=(game.new_initial_state(),)) for agent in agents[:count]]
        began = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return time.perf_counter() - began

    timed(2)
    one, two = float("inf"), float("inf")
    for _ in range(12):
        one, two = min(one, timed(1)), min(two, timed(2))
    print(f"two threads with two agents: {two:.3f} s, one {one:.3f} s, ratio {two / one:.2f}; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["steps", "batches", "own_game", "threads"]
    for name in wanted:
        globals()[name]()
