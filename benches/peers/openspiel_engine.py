"""OpenSpiel's Monte-Carlo searches, those in C++, in a seat: MCTS in connect four and othello, IS-MCTS in hidden hearts.

Not run by any test: it needs Python with OpenSpiel (pip install open_spiel; crates/python/test makes an environment with it).

    outwit arena connect4 alphabeta:time=100ms,eval=learned \
        "engine:command=(python3 benches/peers/openspiel_engine.py connect4 10000)" --deals 24 --opening 0
    outwit arena hearts:shoot=others ismcts:time=100ms \
        "engine:command=(python3 benches/peers/openspiel_engine.py hearts 10000),time=100ms" --deals 50 --seatings rotations

The second word is the number of simulations of a move; with `movetime` in a `go`, which `time=` of the engine's spec sends, it
simulates as many as fit into that much of its core's time instead. Rollouts are random; the constant of UCB1 is 2, as in
OpenSpiel's example, and for hearts, whose payoffs go to 26, 26 times as much. Hearts is its game without passing and without
a break by the queen, in which who takes all points makes the others pay: `hearts:shoot=others`.
"""

import random
import sys
import time

import pyspiel

HEARTS = "hearts(pass_cards=False,qs_breaks_hearts=False)"
NAMES = {"connect4": "connect_four", "othello": "othello", "hearts": HEARTS}
RANKS, SUITS = "23456789TJQKA", "CDHS"


def card(text):
    """The number that OpenSpiel has for a card."""
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def action(game, move):
    """The number that OpenSpiel has for a move of ours."""
    if game == "connect4":
        return int(move) - 1
    if game == "hearts":
        return card(move)
    if move == "pass":
        return 64
    return 8 * (int(move[1:]) - 1) + ord(move[0]) - ord("a")


def text(game, number):
    """The move of ours that has this number there."""
    if game == "connect4":
        return str(number + 1)
    if game == "hearts":
        return RANKS[number // 4] + SUITS[number % 4]
    if number == 64:
        return "pass"
    return "abcdefgh"[number % 8] + str(number // 8 + 1)


def say(line):
    print(line, flush=True)


def bot(name, game, simulations, seed):
    seed %= 2**31
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    if name == "hearts":
        return pyspiel.ISMCTSBot(seed, evaluator, 2.0 * 26, simulations, -1)
    return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, seed, False)


def trick_winner(cards):
    """The place of the card that takes a trick."""
    return max(range(4), key=lambda place: (cards[place] % 4 == cards[0] % 4, cards[place]))


def hearts_state(game, seen, rng):
    """A state in which this was seen: the own hand and every card played as they were, the rest dealt at random."""
    first = seen[0].split()
    hands = first[0].split("/")
    own = next(place for place, hand in enumerate(hands) if hand != "?")
    held = [set() for _ in range(4)]
    for suit, ranks in zip("SHDC", hands[own].split(".")):
        held[own] |= {card(rank + suit) for rank in ranks if rank in RANKS}
    # Step 1. Who has played what.
    played = [card(text) for text in seen[1:]]
    leader, trick = int(first[1]) - 1, []
    for number in played:
        held[(leader + len(trick)) % 4].add(number)
        trick.append(number)
        if len(trick) == 4:
            leader, trick = (leader + trick_winner(trick)) % 4, []
    # Step 2. The others get what nobody has seen.
    unseen = [number for number in range(52) if not any(number in hand for hand in held)]
    rng.shuffle(unseen)
    for hand in held:
        while len(hand) < 13:
            hand.add(unseen.pop())
    # Step 3. Dealt one by one, seat after seat, after the word that nothing is passed.
    state = game.new_initial_state()
    state.apply_action(0)
    order = [sorted(hand) for hand in held]
    for place in range(52):
        state.apply_action(order[place % 4][place // 4])
    for number in played:
        state.apply_action(number)
    return state


def main():
    name = sys.argv[1]
    simulations = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    game = pyspiel.load_game(NAMES[name])
    state, seen, seed = game.new_initial_state(), [], 0
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
            seed, seen = int(dict(zip(words[::2], words[1::2])).get("seed", random.getrandbits(32))), []
        elif word == "position":
            start, _, played = rest.partition(" moves ")
            if not start.startswith("startpos"):
                raise SystemExit("this engine plays from the start alone")
            state = game.new_initial_state()
            for move in played.split():
                state.apply_action(action(name, move))
        elif word == "observe":
            seen.append(rest)
        elif word == "go":
            if seen:
                state = hearts_state(game, seen, random.Random(seed + len(seen)))
            words = rest.split()
            limit = dict(zip(words[::2], words[1::2])).get("movetime")
            count = simulations if limit is None else max(1, int(speed * float(limit) / 1000.0))
            begun = time.process_time()
            legal = state.legal_actions()
            chosen = legal[0] if len(legal) == 1 else bot(name, game, count, seed + len(state.history())).step(state)
            if limit is not None and len(legal) > 1:
                speed = 0.5 * speed + 0.5 * count / max(1e-6, time.process_time() - begun)
            say("bestmove " + text(name, chosen))
        elif word == "quit":
            return


main()
