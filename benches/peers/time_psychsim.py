"""Times one decision of PsychSim 1.0 in the prisoner's dilemma.

Not run by any test: it needs Python, the network for the install, and a minute or two.

    python3 -m venv peers
    peers/bin/pip install psychsim==1.0
    peers/bin/python benches/peers/time_psychsim.py            # three rounds ahead; an argument says otherwise
    cargo bench -p outwit-search --bench player_models    # the same decision here

The setting is that of Sarratt, Pynadath and Jhala 2014: agent one moves first, agent two answers; agent one holds a belief over
three models of agent two (a bonus for silence, one for betrayal, none) and looks some rounds ahead.
"""

import sys
import time

from psychsim.probability import Distribution
from psychsim.pwl import equalRow, makeTree, rewardKey, setToConstantMatrix
from psychsim.world import World

BETRAY, SILENT = 1, 2
BASE = {(BETRAY, BETRAY): 2, (BETRAY, SILENT): 4, (SILENT, BETRAY): 1, (SILENT, SILENT): 3}
MODELS = {"plain": 0, "loyal": -1, "betray": 1}


def reward(agent, own, other, bonus):
    """What a round pays the agent, with a bonus for betrayal that is as much off for silence."""

    def pays(mine, yours):
        value = BASE[mine, yours] + (bonus if mine == BETRAY else -bonus)
        return setToConstantMatrix(rewardKey(agent.name), value)

    def against(mine):
        return {"if": equalRow(other, BETRAY), True: pays(mine, BETRAY), False: pays(mine, SILENT)}

    return makeTree({"if": equalRow(own, BETRAY), True: against(BETRAY), False: against(SILENT)})


def build(rounds):
    world = World()
    agents = [world.addAgent(name) for name in ("one", "two")]
    moves = []
    for agent in agents:
        agent.setAttribute("horizon", 2 * rounds)
        move = world.defineState(agent.name, "move", int, lo=0, hi=2)
        world.setFeature(move, BETRAY)
        for verb, value in (("betray", BETRAY), ("silent", SILENT)):
            action = agent.addAction({"verb": verb})
            world.setDynamics(move, action, makeTree(setToConstantMatrix(move, value)))
        moves.append(move)
    one, two = agents
    world.setOrder([{"one"}, {"two"}])
    one.setReward(reward(one, moves[0], moves[1], 0), 1.0)
    two.setReward(reward(two, moves[1], moves[0], 0), 1.0)
    for model, bonus in MODELS.items():
        two.addModel(model, parent=two.get_true_model())
        two.setReward(reward(two, moves[1], moves[0], bonus), 1.0, model=model)
        two.setAttribute("rationality", 1.0, model=model)
        two.setAttribute("selection", "distribution", model=model)
    world.setMentalModel("one", "two", Distribution({model: 1 / len(MODELS) for model in MODELS}))
    return world, one


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    world, one = build(rounds)
    clock = time.perf_counter()
    decision = one.decide()
    seconds = time.perf_counter() - clock
    print(f"PsychSim: one decision over {len(MODELS)} models, looking {rounds} rounds ahead: {seconds:.3f} s")
    # One decision for each of agent one's own models, of which there is one.
    print(f"  it plays {next(iter(decision.values()))['action']}")


if __name__ == "__main__":
    main()
