"""How fast the package is, as ratios measured in one run on one machine. To be run on an idle machine with a release build:

python tests/speed.py
"""

from __future__ import annotations

import json
import random
import subprocess
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


def our_steps(name: str) -> int:
    state, rng, steps = outwit.load_game(name).new_initial_state(), outwit.Random(steps_seed()), 0
    while not state.is_terminal():
        state.apply_action(state.random_action(rng))
        steps += 1
    return steps


def our_choice(name: str) -> int:
    state, steps = outwit.load_game(name).new_initial_state(), 0
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

    state, steps = GAMES_OF_OPENSPIEL.setdefault(name, pyspiel.load_game(name)).new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions(state.current_player())))
        steps += 1
    return steps


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
    for name in ("connect4", "othello"):
        game = outwit.load_game(name)
        rust = []
        for _ in range(3):
            rows = json.loads(outwit.command(["bench", "--seconds", "0.5", "--json"]))
            rust.append(max(row["per_second"] for row in rows if row["game"] == name and row["what"] == "random playouts"))
        count = int(max(rust) / 2)
        found = rate(lambda: game.playouts(count, seed=steps_seed())["games"])
        print(f"{name}: batched playouts {found:,.0f}/s, Rust {max(rust):,.0f}/s, ratio {found / max(rust):.3f}")


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
    game = outwit.load_game("connect4")

    def think() -> None:
        outwit.agent("alphabeta:depth=20", game).advise(game.new_initial_state())

    def timed(count: int) -> float:
        workers = [threading.Thread(target=think) for _ in range(count)]
        began = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return time.perf_counter() - began

    one = min(timed(1) for _ in range(3))
    two = min(timed(2) for _ in range(3))
    print(f"two threads with two agents: {two:.2f} s, one {one:.2f} s, ratio {two / one:.2f}")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["steps", "batches", "own_game", "threads"]
    for name in wanted:
        globals()[name]()
