"""OpenSpiel's Monte-Carlo tree search in a seat of connect four or othello.

Not run by any test: it needs Python with OpenSpiel (pip install open_spiel; crates/python/test makes an environment with it).

    outwit arena connect4 alphabeta:time=100ms,eval=learned \
        "engine:command=(python3 benches/peers/openspiel_engine.py connect4 10000)" --deals 24 --opening 0

The second word is the number of simulations of a move; with `movetime` in a `go`, which `time=` of the engine's spec sends, it
simulates as many as fit into that time instead. Rollouts are random, the constant of UCB1 is 2, as in OpenSpiel's example.
"""

import random
import sys
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

NAMES = {"connect4": "connect_four", "othello": "othello"}


def action(game, move):
    """The number that OpenSpiel has for a move of ours."""
    if game == "connect4":
        return int(move) - 1
    if move == "pass":
        return 64
    return 8 * (int(move[1:]) - 1) + ord(move[0]) - ord("a")


def text(game, number):
    """The move of ours that has this number there."""
    if game == "connect4":
        return str(number + 1)
    if number == 64:
        return "pass"
    return "abcdefgh"[number % 8] + str(number // 8 + 1)


def say(line):
    print(line, flush=True)


def bot(game, simulations, seed):
    rng = np.random.RandomState(seed % 2**32)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    return mcts.MCTSBot(game, 2, simulations, evaluator, random_state=rng, solve=True)


def main():
    name = sys.argv[1]
    simulations = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    game = pyspiel.load_game(NAMES[name])
    state, seed = game.new_initial_state(), 0
    # Simulations that fit into a second, learned from the moves so far.
    speed = 2000.0
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            say("id name OpenSpiel MCTS")
            say("id author the authors of OpenSpiel")
            say("ugiok")
        elif word == "isready":
            say("readyok")
        elif word == "uginewgame":
            words = rest.split()
            seed = int(dict(zip(words[::2], words[1::2])).get("seed", random.getrandbits(32)))
        elif word == "position":
            start, _, played = rest.partition(" moves ")
            if not start.startswith("startpos"):
                raise SystemExit("this engine plays from the start alone")
            state = game.new_initial_state()
            for move in played.split():
                state.apply_action(action(name, move))
        elif word == "go":
            words = rest.split()
            limit = dict(zip(words[::2], words[1::2])).get("movetime")
            count = simulations if limit is None else max(1, int(speed * float(limit) / 1000.0))
            begun = time.perf_counter()
            chosen = bot(game, count, seed + len(state.history())).step(state)
            if limit is not None:
                speed = 0.5 * speed + 0.5 * count / max(1e-6, time.perf_counter() - begun)
            say("bestmove " + text(name, chosen))
        elif word == "quit":
            return


main()
