"""Checks with Gambit what `outwit export` writes.

Not run by any test: it needs Python, the network for the install, and some minutes to build Gambit.

    python3 -m venv peers
    peers/bin/pip install pygambit==16.7.0
    cargo build --release
    peers/bin/python benches/peers/check_efg_with_gambit.py target/release/outwit

Gambit reads each file and says how many nodes and information sets it has, which must be what outwit says; it reads the
file again after outwit has read and written it; and where the game is small it finds the value by linear programming in
fractions, which must lie between the bounds that outwit finds by CFR+.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pygambit

# A game, and whether it is small enough for a linear program: "fractions", "floats" or None.
GAMES = [
    ("kuhn", "fractions"),
    ("hidden-pgame:b=2,d=6,h=1,seed=3", "fractions"),
    ("hidden-pgame:b=3,d=4,h=1/2,seed=1", "fractions"),
    ("hidden-kalah:b=2,d=6,h=3/5,seed=1", "fractions"),
    ("kalah:pits=2,seeds=1", "fractions"),
    ("hide:h=1/2,game=(kalah:pits=2,seeds=1)", "fractions"),
    ("leduc", "floats"),
]


def outwit(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def measure(game):
    """Nodes, and information sets of each seat."""
    nodes = sum(1 for _ in game.nodes)
    return nodes, [len(player.infosets) for player in game.players]


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/outwit"
    folder = Path(tempfile.mkdtemp(prefix="outwit-efg-"))
    failures = 0
    print(f"pygambit {pygambit.__version__}")
    for spec, solver in GAMES:
        path, again = folder / "first.efg", folder / "again.efg"
        outwit(program, "export", spec, "--efg", str(path))
        outwit(program, "export", f"efg:file={path}", "--efg", str(again))
        solved = json.loads(outwit(program, "equilibrium", spec, "--target", "1e-4", "--iterations", "3000", "--json"))
        game, round_trip = pygambit.read_efg(str(path)), pygambit.read_efg(str(again))
        nodes, sets = measure(game)
        problems = []
        if (nodes, sets) != (solved["nodes"], solved["sets"]):
            problems.append(f"outwit counts {solved['nodes']} nodes and {solved['sets']} sets")
        if measure(round_trip) != (nodes, sets):
            problems.append(f"after a round trip there are {measure(round_trip)}")
        if not game.is_const_sum or not game.is_perfect_recall:
            problems.append("the sum is not constant or somebody forgets")
        value = ""
        if solver:
            result = pygambit.nash.lp_solve(game, rational=solver == "fractions")
            payoff = result.equilibria[0].payoff("seat 1")
            low, high = solved["bounds"][0]
            value = f", value {payoff}" if solver == "fractions" else f", value {float(payoff):.6f}"
            if not low - 1e-6 <= float(payoff) <= high + 1e-6:
                problems.append(f"outwit has the value between {low} and {high}")
        failures += len(problems)
        print(f"{spec}: {nodes} nodes, {sets[0]} + {sets[1]} sets{value}: {'; '.join(problems) or 'agrees'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
