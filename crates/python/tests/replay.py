"""Random games of OpenSpiel's, replayed move by move in ours: the same players, legal moves, ends and returns.

    python replay.py GAMES [NAME...]

Differences that are no faults, and how they are bridged:

- OpenSpiel deals kuhn's and leduc's cards one by one, ours at once; hearts is dealt before the first move.
- leduc's twin cards are different cards there: ours names ranks. Weights say how often each comes.
- OpenSpiel numbers the points of backgammon from the other end.
- A turn of backgammon with a double is two actions there and one move here. Several orders of playing the same dice are several actions
  there; here they are one move, so what is compared is where the moves lead. OpenSpiel stops after 500 turns of a player.
- mancala is kalah without capture from an empty pit; it pays +1, 0, -1, and the seeds that are left belong to whose side they lie on.
- Returns of hearts are 26 minus the points there, minus the points here; who takes all of them gives the others 26.
- Chinese checkers there plays a chain of hops as several actions and ends it by a pass; here a chain is one move, named by where it
  begins and ends. So the ends that can be reached are compared, with ``points=free``. Each has its own rule for a goal that somebody
  blocks and its own limit of moves, so games are compared until one of them is over.
"""

from __future__ import annotations

import random
import sys
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

import outwit
import pyspiel


class Difference(AssertionError):
    """The two games differ."""


def demand(holds: bool, what: str, *about: object) -> None:
    if not holds:
        raise Difference(f"{what}: {about}")


def plain(name: str, spec: str, text: Callable[[Any, outwit.State, int], str], rng: random.Random) -> None:
    """A game whose actions are our moves, one by one."""
    theirs = pyspiel.load_game(name).new_initial_state()
    ours = outwit.load_game(spec).new_initial_state()
    while True:
        demand(theirs.is_terminal() == ours.is_terminal(), "one is over", str(theirs), ours)
        if theirs.is_terminal():
            demand(theirs.returns() == ours.returns(), "returns", theirs.returns(), ours.returns(), ours)
            return
        demand(theirs.current_player() == ours.current_player(), "who moves", theirs.current_player(), ours)
        named = {text(theirs, ours, action): action for action in theirs.legal_actions()}
        demand(set(named) == set(ours.legal_moves()), "legal moves", set(named) ^ set(ours.legal_moves()), ours)
        move = rng.choice(sorted(named))
        theirs.apply_action(named[move])
        ours.apply_action(move)


def square(theirs: Any, ours: outwit.State, action: int) -> str:
    return "abc"[action % 3] + str(3 - action // 3)


def othello(theirs: Any, ours: outwit.State, action: int) -> str:
    return str(theirs.action_to_string(theirs.current_player(), action)).split()[0].lower()


def kuhn(rng: random.Random) -> None:
    theirs = pyspiel.load_game("kuhn_poker").new_initial_state()
    ours = outwit.load_game("kuhn").new_initial_state()
    deal = ""
    for _ in range(2):
        card = rng.choice([outcome for outcome, _ in theirs.chance_outcomes()])
        theirs.apply_action(card)
        deal += "JQK"[card]
    chances = dict(ours.chance_outcomes())
    demand(abs(chances[ours.string_to_action(deal)] - 1 / 6) < 1e-12, "chance", chances)
    ours.apply_action(deal)

    def text(action: int) -> str:
        legal = set(ours.legal_moves())
        return next(word for word in (("check", "fold") if action == 0 else ("bet", "call")) if word in legal)

    betting(theirs, ours, text, rng)


def betting(theirs: Any, ours: outwit.State, text: Callable[[int], str], rng: random.Random) -> None:
    while True:
        demand(theirs.is_terminal() == ours.is_terminal(), "one is over", str(theirs), ours)
        if theirs.is_terminal():
            demand(theirs.returns() == ours.returns(), "returns", theirs.returns(), ours.returns(), ours)
            return
        if theirs.is_chance_node():
            demand(ours.is_chance_node(), "chance's turn", str(theirs), ours)
            ranks: Dict[str, float] = {}
            for card, chance in theirs.chance_outcomes():
                ranks["JQK"[card // 2]] = ranks.get("JQK"[card // 2], 0.0) + chance
            mine = {ours.action_to_string(action): chance for action, chance in ours.chance_outcomes()}
            demand(set(mine) == set(ranks) and all(abs(mine[r] - ranks[r]) < 1e-12 for r in mine), "chance", mine, ranks)
            card = rng.choice([outcome for outcome, _ in theirs.chance_outcomes()])
            theirs.apply_action(card)
            ours.apply_action("JQK"[card // 2])
            continue
        demand(theirs.current_player() == ours.current_player(), "who moves", str(theirs), ours)
        named = {text(action): action for action in theirs.legal_actions()}
        demand(set(named) == set(ours.legal_moves()), "legal moves", named, ours.legal_moves(), ours)
        move = rng.choice(sorted(named))
        theirs.apply_action(named[move])
        ours.apply_action(move)


def leduc(rng: random.Random) -> None:
    theirs = pyspiel.load_game("leduc_poker").new_initial_state()
    ours = outwit.load_game("leduc").new_initial_state()
    deal = ""
    for _ in range(2):
        card = rng.choice([outcome for outcome, _ in theirs.chance_outcomes()])
        theirs.apply_action(card)
        deal += "JQK"[card // 2]
    chance = dict(ours.chance_outcomes())[ours.string_to_action(deal)]
    demand(abs(chance - (2 / 30 if deal[0] == deal[1] else 4 / 30)) < 1e-12, "chance", deal, chance)
    ours.apply_action(deal)
    words = {0: ("fold",), 1: ("check", "call"), 2: ("bet", "raise")}

    def text(action: int) -> str:
        legal = set(ours.legal_moves())
        return next((word for word in words[action] if word in legal), "?")

    betting(theirs, ours, text, rng)


def hearts(rng: random.Random) -> None:
    game = pyspiel.load_game("hearts")
    theirs = game.new_initial_state()
    theirs.apply_action(0)  # nobody passes
    hands: List[Set[str]] = [set() for _ in range(4)]
    seat = 0
    while theirs.is_chance_node():
        card = rng.choice([outcome for outcome, _ in theirs.chance_outcomes()])
        hands[seat % 4].add(theirs.action_to_string(-1, card))
        theirs.apply_action(card)
        seat += 1

    def held(hand: Set[str]) -> str:
        suits = []
        for suit in "SHDC":
            ranks = sorted((card[0] for card in hand if card[1] == suit), key="AKQJT98765432".index)
            suits.append("".join(ranks))
        return ".".join(suits)

    ours_game = outwit.load_game("hearts:queen=true,shoot=others")
    leader = next(seat for seat in range(4) if "2C" in hands[seat])
    # Where the state of our own deal has the hands, the theirs are put.
    sample = ours_game.new_initial_state().position.split(" ")
    sample[0] = "/".join(held(hand) for hand in hands)
    sample[1] = str(leader + 1)
    ours = ours_game.state(" ".join(sample))
    while True:
        demand(theirs.is_terminal() == ours.is_terminal(), "one is over", str(theirs), ours)
        if theirs.is_terminal():
            points = [26 - x for x in theirs.returns()]
            demand([-x for x in points] == ours.returns(), "returns", theirs.returns(), ours.returns())
            return
        demand(theirs.current_player() == ours.current_player(), "who moves", str(theirs), ours)
        named = {theirs.action_to_string(theirs.current_player(), a): a for a in theirs.legal_actions()}
        demand(set(named) == set(ours.legal_moves()), "legal moves", sorted(named), sorted(ours.legal_moves()), ours)
        move = rng.choice(sorted(named))
        theirs.apply_action(named[move])
        ours.apply_action(move)


Board = Tuple[int, ...]


def their_board(state: Any) -> Board:
    # They number the points the other way round.
    points = [state.board(0, place) - state.board(1, place) for place in reversed(range(24))]
    told = str(state)
    bar = told.split("Bar:")[1].split("\n")[0]
    scores = told.split("Scores, X: ")[1].split("\n")[0].split(", O: ")
    return tuple(points) + (bar.count("x"), bar.count("o"), int(scores[0]), int(scores[1]))


def our_board(state: outwit.State) -> Board:
    words = state.position.split(" ")
    points = []
    for word in words[0].split(","):
        count = int(word.rstrip("xo"))
        points.append(count if word.endswith("x") else -count)
    bars, off = words[1].split("/"), words[2].split("/")
    return tuple(points) + tuple(map(int, bars)) + tuple(map(int, off))


def turns(state: Any, player: int) -> Dict[Board, List[int]]:
    """Where a whole turn may lead, and the actions of one way there."""
    found: Dict[Board, List[int]] = {}
    for action in state.legal_actions():
        after = state.child(action)
        # A double is played in two halves.
        if not after.is_terminal() and not after.is_chance_node() and after.current_player() == player:
            for board, rest in turns(after, player).items():
                found.setdefault(board, [action, *rest])
        else:
            found.setdefault(their_board(after), [action])
    return found


def backgammon(rng: random.Random) -> None:
    theirs = pyspiel.load_game("backgammon(scoring_type=full_scoring)").new_initial_state()
    ours = outwit.load_game("backgammon").new_initial_state()
    moves = 0
    while True:
        if theirs.is_terminal() or ours.is_terminal():
            demand(theirs.is_terminal() == ours.is_terminal() or moves > 900, "one is over", str(theirs), ours)
            if moves <= 900:
                demand(theirs.returns() == ours.returns(), "returns", theirs.returns(), ours.returns())
            return
        demand(their_board(theirs) == our_board(ours), "board", their_board(theirs), our_board(ours))
        if theirs.is_chance_node():
            demand(ours.is_chance_node(), "chance's turn", str(theirs), ours)
            chances: Dict[str, float] = {}
            rolls: Dict[str, List[int]] = {}
            for outcome, chance in theirs.chance_outcomes():
                told = theirs.action_to_string(-1, outcome)
                one, two = told.split("roll: ")[1][:2]
                if "starts" in told:
                    # The starter's die is the higher; ours writes the first seat's die first.
                    high, low = max(one, two), min(one, two)
                    name = f"{high}-{low}" if "X starts" in told else f"{low}-{high}"
                else:
                    name = f"{max(one, two)}-{min(one, two)}"
                chances[name] = chances.get(name, 0.0) + chance
                rolls.setdefault(name, []).append(outcome)
            mine = {ours.action_to_string(action): chance for action, chance in ours.chance_outcomes()}
            demand(set(mine) == set(chances), "rolls", sorted(set(mine) ^ set(chances)))
            demand(all(abs(mine[roll] - chances[roll]) < 1e-9 for roll in mine), "chances of rolls", mine, chances)
            roll = rng.choice(sorted(rolls))
            theirs.apply_action(rng.choice(rolls[roll]))
            ours.apply_action(roll)
            continue
        player = theirs.current_player()
        demand(player == ours.current_player(), "who moves", str(theirs), ours)
        there = turns(theirs, player)
        here = {our_board(ours.child(action)): action for action in ours.legal_actions()}
        demand(set(there) == set(here), "legal moves", len(there), len(here), ours, set(there) ^ set(here))
        board = rng.choice(sorted(there))
        for action in there[board]:
            theirs.apply_action(action)
        ours.apply_action(here[board])
        moves += 1


ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
HOLES = [f"{'abcdefghijklmnopq'[row]}{place + 1}" for row, size in enumerate(ROWS) for place in range(size)]


def chains(state: Any, player: int, start: Optional[str], found: Dict[str, List[int]], path: List[int]) -> None:
    """Every move of ours that a turn of theirs can be, and the actions of one way to make it."""
    for action in state.legal_actions():
        text = state.action_to_string(player, action)
        if "=>" not in text and "->" not in text:
            continue  # the pass that ends a chain was counted when the chain came here
        begin, end = (HOLES[int(word)] for word in text.replace("=>", "->").split("->"))
        first, after = start or begin, state.child(action)
        goes_on = not after.is_terminal() and after.current_player() == player
        stops = [PASS] if goes_on else []
        if first != end:
            found.setdefault(f"{first}-{end}", [*path, action, *stops])
        if goes_on:
            chains(after, player, first, found, [*path, action])


#: Ends a chain of hops.
PASS = 726


def chinesecheckers(rng: random.Random) -> None:
    theirs = pyspiel.load_game("chinese_checkers(players=2)").new_initial_state()
    ours = outwit.load_game("chinesecheckers:seats=2,points=free,cap=60000").new_initial_state()
    for _ in range(60):
        if theirs.is_terminal() or ours.is_terminal():
            return
        player = theirs.current_player()
        demand(player == ours.current_player(), "who moves", str(theirs), ours)
        found: Dict[str, List[int]] = {}
        chains(theirs, player, None, found, [])
        demand(set(found) == set(ours.legal_moves()), "legal moves", set(found) ^ set(ours.legal_moves()), ours)
        move = rng.choice(sorted(found))
        for action in found[move]:
            theirs.apply_action(action)
        ours.apply_action(move)


def mancala(theirs: Any, ours: outwit.State, action: int) -> str:
    return str(action if action < 7 else action - 7)


def mancala_game(rng: random.Random) -> None:
    plain("mancala", "kalah:pits=6,seeds=4,empty_capture=false,score=win", mancala, rng)


GAMES: Dict[str, Callable[[random.Random], None]] = {
    "tictactoe": lambda rng: plain("tic_tac_toe", "tictactoe", square, rng),
    "connect4": lambda rng: plain("connect_four", "connect4", lambda t, o, action: str(action + 1), rng),
    "othello": lambda rng: plain("othello", "othello", othello, rng),
    "kalah": mancala_game,
    "backgammon": backgammon,
    "hearts": hearts,
    "kuhn": kuhn,
    "leduc": leduc,
    "phantomttt": lambda rng: plain("phantom_ttt", "phantomttt", square, rng),
    "chinesecheckers": chinesecheckers,
}


def replay(name: str, games: int, first_seed: int = 0) -> None:
    """Replays so many games, or raises at the first difference."""
    for seed in range(first_seed, first_seed + games):
        try:
            GAMES[name](random.Random(seed))
        except Difference as difference:
            raise Difference(f"{name}, seed {seed}: {difference}") from None


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for name in sys.argv[2:] or list(GAMES):
        replay(name, count)
        print(f"{name}: {count} random games, the same in OpenSpiel {getattr(pyspiel, '__version__', '')}", flush=True)
