"""GNU Backgammon in a seat: its static evaluation (0-ply) picks the play, or more plies if PLIES says so.

Not run by any test: it needs GNU Backgammon (Debian: apt-get install gnubg), whose own Python runs this file.

    outwit arena backgammon greedy:eval=learned \
        "engine:command=(gnubg -t -q -p benches/peers/gnubg_engine.py)" --deals 2500 --opening 0 --threads 40

Cubeless money play: every play that the host offers is made, and the position after it is valued for the other side, who is on
roll there. The play with the lowest of these values is the answer, so that no notation for moves is needed but our own.
"""

import os
import sys

import gnubg

PLIES = int(os.environ.get("PLIES", "0"))
CUBE = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
HOW = {"cubeful": 0, "plies": PLIES, "deterministic": 1, "noise": 0.0}
BAR = 25


def opening():
    side = [0] * 26
    for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
        side[point] = count
    return [side, list(side)], None


def read(text):
    """Both sides' checkers, each as it counts its points, and whose turn it is."""
    points, bar, _off, _dice, mover = text.split()
    sides = [[0] * 26, [0] * 26]
    for index, word in enumerate(points.split(",")):
        if word.endswith("x"):
            sides[0][index + 1] = int(word[:-1])
        elif word.endswith("o"):
            sides[1][24 - index] = int(word[:-1])
    sides[0][BAR], sides[1][BAR] = map(int, bar.split("/"))
    return sides, (None if mover == "-" else int(mover) - 1)


def play(sides, mover, move):
    """The position after a play such as 13/7,8/7 or bar/22*/20(2)."""
    sides = [list(side) for side in sides]
    own, other = sides[mover], sides[1 - mover]
    if move == "pass":
        return sides
    for part in move.split(","):
        times = 1
        if part.endswith(")"):
            part, _, count = part[:-1].partition("(")
            times = int(count)
        stops = part.split("/")
        start = BAR if stops[0] == "bar" else int(stops[0])
        for _ in range(times):
            own[start] -= 1
            end = stops[-1].rstrip("*")
            if end != "off":
                own[int(end)] += 1
        for stop in stops[1:]:
            if stop.endswith("*"):
                point = BAR - int(stop[:-1])
                other[BAR] += other[point]
                other[point] = 0
    return sides


def value(sides, mover):
    """What the position is worth to who is on roll, the other than `mover`."""
    if not any(sides[mover]):
        return -9.0
    board = (sides[mover][1:], sides[1 - mover][1:])
    return gnubg.evaluate(board, CUBE, HOW)[5]


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main():
    sides, turn, moves = opening() + ([],)
    known = (None, None)
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            say("id name GNU Backgammon %d-ply" % PLIES)
            say("id author the authors of GNU Backgammon")
            say("ugiok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            start, _, played = rest.partition(" moves ")
            played = played.split()
            # What was set up before goes on, if it is the beginning of this.
            if known[0] == start and played[: len(known[1])] == known[1]:
                rest_of_game = played[len(known[1]) :]
            else:
                sides, turn = opening() if start.startswith("startpos") else read(start.partition(" ")[2])
                rest_of_game = played
            for move in rest_of_game:
                if "-" in move:
                    if turn is None:
                        first, second = map(int, move.split("-"))
                        turn = 0 if first > second else 1
                else:
                    sides = play(sides, turn, move)
                    turn = 1 - turn
            known = (start, played)
        elif word == "moves":
            moves = rest.split()
        elif word == "go":
            best = min(moves, key=lambda move: value(play(sides, turn, move), turn)) if moves else "(none)"
            say("bestmove " + best)
        elif word == "quit":
            return


main()
