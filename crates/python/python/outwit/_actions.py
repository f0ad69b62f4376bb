"""Actions as numbers from 0 up, for tools that want to know how many there are."""

from __future__ import annotations

from typing import List

from ._outwit import LoadedGame, State

#: Games whose actions are small numbers already, with how many there are.
DENSE = {
    "tictactoe": 9,
    "phantomttt": 9,
    "othello": 65,
    "connect4": 16,
    "kalah": 16,
    "kuhn": 32,
    "leduc": 32,
    "hearts": 64,
    "spades": 64,
}
#: Elsewhere an action is its place among the legal ones.
MOST_MOVES = 1024


class ActionSpace:
    """Numbers the actions of a game from 0 to ``size`` - 1: by their own numbers where those are small, else by their place among the
    legal actions, which depends on nothing that the mover does not know."""

    def __init__(self, game: LoadedGame, most: int = MOST_MOVES) -> None:
        own = DENSE.get(game.name)
        self.is_dense = own is not None
        self.size = own if own is not None else most

    def legal(self, state: State) -> List[int]:
        """The numbers of the legal actions, in ascending order."""
        actions = state.legal_actions()
        return sorted(actions) if self.is_dense else list(range(len(actions)))

    def action(self, state: State, number: int) -> int:
        """The action of a number."""
        if self.is_dense:
            return number
        actions = state.legal_actions()
        if not 0 <= number < len(actions):
            raise ValueError(f"{number} is not a legal action here: give 0 to {len(actions) - 1}")
        return actions[number]

    def number(self, state: State, action: int) -> int:
        """The number of a legal action."""
        return action if self.is_dense else state.legal_actions().index(action)
