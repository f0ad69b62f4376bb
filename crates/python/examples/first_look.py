"""Plays a game of connect four between two agents, and asks a third what it thinks of the end."""

import outwit

game = outwit.load_game("connect4")
players = [outwit.agent("alphabeta:depth=4", game), outwit.agent("uct:nodes=2000", game)]
state = game.new_initial_state(seed=1)
while not state.is_terminal():
    state.apply_action(players[state.current_player()].step(state))
print(state)
print("moves  ", " ".join(state.moves_made()))
print("returns", state.returns())
for _ in range(5):
    state.undo()
report = outwit.agent("alphabeta:depth=8", game).advise(state)
print("five moves before the end:", report.move, "is worth", report.value)
