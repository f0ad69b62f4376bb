"""Games written in Python, for the tests."""

from __future__ import annotations

import random
from typing import List, Optional, Tuple

import outwit

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(outwit.Game):
    """Tic-tac-toe: a state is the board as nine characters."""

    positions = 5478

    def players(self) -> int:
        return 2

    def start(self, rng: random.Random) -> str:
        return "." * 9

    def winner(self, state: str) -> Optional[int]:
        for a, b, c in LINES:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return "xo".index(state[a])
        return None

    def turn(self, state: str) -> int:
        if self.winner(state) is not None or "." not in state:
            return outwit.OVER
        return (9 - state.count(".")) % 2

    def moves(self, state: str) -> List[int]:
        return [place for place, mark in enumerate(state) if mark == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "xo"[(9 - state.count(".")) % 2] + state[move + 1 :]

    def payoffs(self, state: str) -> List[float]:
        winner = self.winner(state)
        return [0.0, 0.0] if winner is None else [1.0 - 2 * winner, 2.0 * winner - 1]

    def text(self, state: str) -> str:
        return state

    def read(self, text: str) -> str:
        if len(text) != 9 or set(text) - set(".xo"):
            raise ValueError("nine of . x and o")
        return text

    def picture(self, state: str) -> str:
        return "\n".join(state[row : row + 3] for row in (0, 3, 6))


class TinyPoker(outwit.Game):
    """Kuhn poker: a state is (cards, moves); moves are texts."""

    lowest = -2.0
    highest = 2.0
    chance = True
    hidden = True
    positions = 58

    def players(self) -> int:
        return 2

    def start(self, rng: random.Random) -> Tuple[str, str]:
        return ("", "")

    def turn(self, state: Tuple[str, str]) -> int:
        cards, made = state
        if not cards:
            return outwit.CHANCE
        if made in ("cc", "bf", "bk", "cbf", "cbk"):
            return outwit.OVER
        return len(made) % 2

    def moves(self, state: Tuple[str, str]) -> List[str]:
        cards, made = state
        if not cards:
            return ["JQ", "JK", "QJ", "QK", "KJ", "KQ"]
        return ["fold", "call"] if made.endswith("b") else ["check", "bet"]

    def play(self, state: Tuple[str, str], move: str) -> Tuple[str, str]:
        cards, made = state
        if not cards:
            return (move, "")
        return (cards, made + {"check": "c", "bet": "b", "fold": "f", "call": "k"}[move])

    def payoffs(self, state: Tuple[str, str]) -> List[float]:
        cards, made = state
        higher = 1.0 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1.0
        if made.endswith("f"):
            first = 1.0 if len(made) == 2 else -1.0
        else:
            first = higher * (2 if "b" in made else 1)
        return [first, -first]

    def observe(self, before: Tuple[str, str], move: str, after: Tuple[str, str], seat: int) -> str:
        return f"you hold {move[seat]}" if not before[0] else move


class Race(outwit.Game):
    """Three seats add 1 or a rolled die to a sum; whoever reaches 12 wins. Chance rolls."""

    lowest = -0.5
    chance = True
    positions = 400

    def players(self) -> int:
        return 3

    def start(self, rng: random.Random) -> Tuple[int, int, int]:
        return (0, 0, 0)  # sum, mover, die

    def turn(self, state: Tuple[int, int, int]) -> int:
        total, mover, die = state
        if total >= 12:
            return outwit.OVER
        return mover if die else outwit.CHANCE

    def moves(self, state: Tuple[int, int, int]) -> List[int]:
        return [1, 2, 3] if state[2] == 0 else ([0, state[2]] if state[2] > 1 else [0])

    def weight(self, state: Tuple[int, int, int], outcome: int) -> int:
        return 4 - outcome

    def play(self, state: Tuple[int, int, int], move: int) -> Tuple[int, int, int]:
        total, mover, die = state
        if die == 0:
            return (total, mover, move)
        return (total + max(move, 1), (mover + 1) % 3 if total + max(move, 1) < 12 else mover, 0)

    def payoffs(self, state: Tuple[int, int, int]) -> List[float]:
        return [1.0 if seat == state[1] else -0.5 for seat in range(3)]


def listed() -> List[str]:
    """A spec of every game that needs no file."""
    return [
        entry["name"] if entry["seats"] is not None else entry["examples"][0]
        for entry in outwit.games()
        if entry["name"] not in ("tree", "efg", "python")
    ]
