"""Random games of kriegspiel a second of processor time: OpenSpiel's and ours, in turn, in one run.

Not run by any test: it needs OpenSpiel and Rust's toolchain, and takes a minute.

    python3 -m venv peers
    peers/bin/pip install open_spiel
    peers/bin/python benches/peers/kriegspiel_playouts.py

Both play every try at random among those offered, with all announcements. OpenSpiel is called from Python, move by move; its own loop
in C++ over two bots was no faster when that was tried.
"""

import random
import re
import subprocess
import time

import pyspiel

SECONDS = 8
ROUNDS = 3


def theirs(seed):
    game, rng = pyspiel.load_game("kriegspiel"), random.Random(seed)
    begun, games, tries = time.process_time(), 0, 0
    while time.process_time() - begun < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            offered = state.legal_actions()
            state.apply_action(offered[rng.randrange(len(offered))])
            tries += 1
        games += 1
    spent = time.process_time() - begun
    return games / spent, tries / games


def ours():
    command = ["cargo", "bench", "--quiet", "-p", "outwit-games", "--bench", "kriegspiel"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return max(float(number) for number in re.findall(r"([\d.]+) games a second", printed))


ours()  # compiled before anything is measured
ratios = []
for number in range(ROUNDS):
    (their_games, their_tries), our_games = theirs(number), ours()
    ratios.append(our_games / their_games)
    print(
        f"OpenSpiel {their_games:6.0f} games a second ({their_tries:.0f} tries a game), "
        f"outwit {our_games:6.0f}: {ratios[-1]:.0f} times as many",
        flush=True,
    )
print(f"the least of {ROUNDS}: {min(ratios):.0f} times")
