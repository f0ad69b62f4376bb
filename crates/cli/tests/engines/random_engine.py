#!/usr/bin/env python3
"""A whole engine for outwit: plays any game, hidden ones too, by picking one of the moves it is offered.

Try it:  outwit arena tictactoe random "engine:command=(python3 random_engine.py)"
The protocol is described in docs/ENGINES.md.
"""
import random
import sys


def say(line):
    print(line, flush=True)  # the host waits for it: never leave it in a buffer


rng = random.Random(0)
moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ugi":
        say("id name random in Python")
        say("id author you")
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "uginewgame":  # seat 2 seed 17
        words = rest.split()
        told = dict(zip(words[::2], words[1::2]))
        rng = random.Random(int(told.get("seed", 0)))
    elif word == "position":  # startpos|fen TEXT [moves M1 M2 ...]: a better engine would set up its board
        pass
    elif word == "observe":  # what our seat has seen of a hidden game
        pass
    elif word == "moves":  # our legal moves
        moves = rest.split()
    elif word == "go":  # depth 4, nodes 1000, movetime 100, or nothing
        say(f"info string {len(moves)} moves to choose from")
        say("bestmove " + (rng.choice(moves) if moves else "(none)"))
    elif word == "quit":
        break
    # Whatever else the host says is not for us.
