"""Writes crates/equilibrium/tests/data/gambit.txt: twenty general-sum games and their equilibria as Gambit finds them.

Not run by any test: it needs Python and Gambit.

    python3 -m venv peers
    peers/bin/pip install --pre pygambit
    peers/bin/python benches/peers/gambit_equilibria.py > crates/equilibrium/tests/data/gambit.txt
"""

import io
import itertools
import random

import pygambit

HEAD = """\
# Twenty general-sum games and their Nash equilibria as Gambit 17.0 finds them: all extreme ones of games for two by
# enumeration in fractions, all of games for three by solving polynomial systems. Written by benches/peers/gambit_equilibria.py.
"""


def nfg(name, sizes, cell):
    """The game as a file; the first seat's move changes fastest."""
    seats = " ".join(f'"{seat + 1}"' for seat in range(len(sizes)))
    places = [place[::-1] for place in itertools.product(*[range(size) for size in sizes[::-1]])]
    payoffs = " ".join(str(payoff) for place in places for payoff in cell(place))
    return f'NFG 1 R "{name}" {{ {seats} }} {{ {" ".join(map(str, sizes))} }}\n{payoffs}\n'


def tell(text, solve, show):
    game = pygambit.read_nfg(io.BytesIO(text.encode()))
    print(text, end="")
    for found in solve(game).equilibria:
        seats = [[show(found[player][move]) for move in game.get_strategies(player)] for player in game.players]
        print("= " + " ; ".join(" ".join(seat) for seat in seats))
    print()


def two(name, rows):
    text = nfg(name, [len(rows), len(rows[0])], lambda place: rows[place[0]][place[1]])
    tell(text, lambda game: pygambit.nash.enummixed_solve(game, rational=True), str)


def three(name, cell):
    cells = {place: cell(*place) for place in itertools.product(range(2), repeat=3)}
    text = nfg(name, [2, 2, 2], lambda place: cells[place])
    tell(text, pygambit.nash.enumpoly_solve, lambda p: repr(round(float(p), 12)).removesuffix(".0"))


def drawn(rng, name, rows, columns, most=9):
    two(name, [[(rng.randint(0, most), rng.randint(0, most)) for _ in range(columns)] for _ in range(rows)])


print(HEAD)
two("prisoners' dilemma", [[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
two("battle of the sexes", [[(2, 1), (0, 0)], [(0, 0), (1, 2)]])
two("chicken", [[(0, 0), (-1, 1)], [(1, -1), (-10, -10)]])
two("stag hunt", [[(4, 4), (1, 3)], [(3, 1), (2, 2)]])
two("inspection", [[(0, 0), (-2, 1)], [(-1, -1), (-1, 0)]])
two("von Stengel 3 x 2", [[(3, 3), (3, 2)], [(2, 2), (5, 6)], [(0, 3), (6, 1)]])
two("shapley", [[(0, 0), (5, 4), (4, 5)], [(4, 5), (0, 0), (5, 4)], [(5, 4), (4, 5), (0, 0)]])
two("coordination on one of three", [[(3, 3), (0, 0), (0, 0)], [(0, 0), (2, 2), (0, 0)], [(0, 0), (0, 0), (1, 1)]])
two("a tie for the second", [[(1, 1), (0, 1)], [(0, 0), (2, 0)]])
two("ties everywhere", [[(1, 1), (1, 1)], [(1, 0), (0, 1)]])
two("ultimatum in three demands", [[(3, 1), (3, 1), (0, 0)], [(2, 2), (0, 0), (2, 2)], [(1, 3), (0, 0), (0, 0)]])
RNG = random.Random(14)
drawn(RNG, "random 3 x 3", 3, 3)
drawn(RNG, "random 4 x 3", 4, 3)
drawn(RNG, "random 4 x 4", 4, 4)
drawn(RNG, "random 2 x 5", 2, 5)
drawn(RNG, "random 5 x 5", 5, 5)
drawn(RNG, "random 3 x 3 with ties", 3, 3, 2)
three(
    "three on an island",
    lambda i, j, k: (2 * (i == j) + (i == k), 2 * (j == k) + (j == i), 2 * (k == i) + (k == j)),
)
OTHER = random.Random(4)
for which in ["first", "second"]:
    three(f"random 2 x 2 x 2, {which}", lambda i, j, k: tuple(OTHER.randint(0, 9) for _ in range(3)))
