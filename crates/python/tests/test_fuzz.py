"""Nothing that is asked ends the interpreter: wrong types, huge values, illegal moves, states of another game, callbacks that call
back, threads."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, List

import outwit
import pytest
from own_games import TicTacToe, TinyPoker

ROUNDS = 20_000 if os.environ.get("OUTWIT_LONG") else 1500

JUNK: List[Any] = [
    None, True, -1, 0, 1, 2, 7, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**40, 1.5, float("nan"), float("inf"), "", " ", "a1", "4",
    "4 4 4", "x" * 5000, "\x00", "\ud800", "é𝄞", b"bytes", [], [1], ["4"], {}, (), object(), outwit, int, lambda: 1, "--json", "(",
    "alphabeta:depth=99999999999999999999", "uct:nodes=-1", "connect4:width=0", "hide:h=2/5,game=(kalah:pits=4)",
]  # fmt: skip

EXPECTED = (ValueError, TypeError, RuntimeError, OverflowError, AttributeError, KeyError, IndexError, NotImplementedError)


def calls(rng: random.Random, thing: Any, skip: "set[str]") -> None:
    names = [name for name in dir(thing) if name not in skip and (not name.startswith("__") or name in ("__eq__", "__hash__", "__repr__"))]
    method = getattr(thing, rng.choice(names))
    if callable(method):
        method(*[rng.choice(JUNK) for _ in range(rng.randrange(4))])


def test_junk_raises_and_nothing_worse() -> None:
    rng = random.Random(1)
    games = [outwit.load_game(name) for name in ("connect4", "kuhn", "hearts", "backgammon", "spider", "kriegspiel")]
    games += [outwit.load_game(TicTacToe()), outwit.load_game(TinyPoker())]
    things: List[Any] = [*games, *[game.new_initial_state(1) for game in games], outwit.Random(1)]
    things += [outwit.agent("random", game) for game in games]
    JUNK.extend(things[: 2 * len(games)])
    for _ in range(ROUNDS):
        thing = rng.choice(things)
        try:
            calls(rng, thing, {"playouts", "play_randomly", "worlds"})
        except EXPECTED:
            pass
        if isinstance(thing, outwit.State) and (thing.is_terminal() or thing.move_number() > 60):
            things[things.index(thing)] = thing.get_game().new_initial_state(rng.randrange(100))
        # What is good goes on being good.
        for state in things:
            if isinstance(state, outwit.State) and state.is_player_node() and rng.random() < 0.02:
                state.apply_action(state.random_action(outwit.Random(rng.randrange(1000))))


def test_junk_in_functions_raises_and_nothing_worse() -> None:
    rng = random.Random(2)
    functions = [outwit.load_game, outwit.agent, outwit.compose, outwit.solve, outwit.winprob, outwit.expect, outwit.check_laws,
                 outwit.games, outwit.agents, outwit.register, outwit.exploit]  # fmt: skip
    for _ in range(ROUNDS // 10):
        function: Any = rng.choice(functions)
        junk = [thing for thing in JUNK if not (function is outwit.solve and isinstance(thing, (outwit.State, outwit.LoadedGame)))]
        try:
            function(*[rng.choice(junk) for _ in range(rng.randrange(1, 4))])
        except EXPECTED:
            pass
        except OSError:
            pass


def test_callbacks_that_call_back() -> None:
    game = outwit.load_game("connect4")
    agent = outwit.agent("alphabeta:depth=5", game)
    state = game.new_initial_state()
    said: List[str] = []

    def again(depth: int, nodes: int, line: str) -> None:
        try:
            agent.advise(state)
        except RuntimeError as error:
            said.append(str(error))
        state.legal_actions()
        outwit.agent("greedy", game).advise(state)
        outwit.winprob("1..2 1..3")

    agent.advise(state, progress=again)
    assert said and all("thinking already" in line for line in said)

    class Inward(TicTacToe):
        def moves(self, state: str) -> List[int]:
            if state.count(".") == 8:
                inner = outwit.load_game("tictactoe")
                outwit.agent("greedy", inner).advise(inner.new_initial_state())
            return super().moves(state)

    own = outwit.load_game(Inward())
    assert outwit.agent("alphabeta", own).advise(own.new_initial_state()).value == [0, 0]


def test_threads_share_states_games_and_agents() -> None:
    game = outwit.load_game(TicTacToe())
    shared = outwit.load_game("hearts").new_initial_state(1)
    agent = outwit.agent("alphabeta:depth=3", game)
    wrong: List[BaseException] = []

    def work(seed: int) -> None:
        rng = outwit.Random(seed)
        for _ in range(30):
            try:
                shared.legal_actions()
                if not shared.is_terminal():
                    shared.apply_action(shared.random_action(rng))
                state = game.new_initial_state()
                state.apply_action(state.random_action(rng))
                agent.step(state)
            except (RuntimeError, ValueError):
                pass
            except BaseException as error:
                wrong.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


LEAVES = """
import sys, threading, time
sys.path.insert(0, {tests!r})
import outwit
from own_games import TicTacToe

game, open_game = outwit.load_game(TicTacToe()), outwit.load_game("othello")
def search():
    while True:
        outwit.agent("minimax", game).advise(game.new_initial_state())
def step():
    while True:
        game.new_initial_state().legal_moves()
def think():
    outwit.agent("alphabeta:depth=60", open_game).advise(open_game.new_initial_state(), progress=lambda *told: None)
def play():
    outwit.arena("tictactoe", lambda view: view.legal_moves[0], "random", deals=10**6, store={store!r}, progress=lambda line: None)
for work in (search, search, step, think, play):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.4)
"""


def test_the_interpreter_can_be_left_while_threads_think(tmp_path: Path) -> None:
    script = LEAVES.format(tests=str(Path(__file__).parent), store=str(tmp_path / "store.sqlite"))
    left = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert left.returncode == 0, left.stderr


def test_what_is_nested_too_deep_is_refused() -> None:
    for depth in (200, 1_000_000):
        game = "hide:game=(" * depth + "tictactoe" + ")" * depth
        with pytest.raises(ValueError, match="within each other more than 32 deep"):
            outwit.load_game(game)
        with pytest.raises(ValueError, match="within each other more than 32 deep"):
            outwit.agent("pimc:inner=(" * depth + "uct" + ")" * depth, "kuhn")
        with pytest.raises(ValueError, match="within each other more than 32 deep"):
            outwit.command(["show", game])

    class Deep(TicTacToe):
        def start(self, rng: random.Random) -> Any:
            state: Any = ()
            for _ in range(100_000):
                state = (state,)
            return state

        def text(self, state: Any) -> str:
            return repr(state)

    with pytest.raises(RecursionError):
        outwit.load_game(Deep()).new_initial_state()


def test_numbers_that_are_none_are_refused() -> None:
    game = outwit.load_game("chinesecheckers")
    for value in (float("nan"), float("inf")):
        agent = outwit.agent("maxn", game, depth=1, evaluation=lambda state: [value, 0.0, 0.0])
        with pytest.raises(ValueError, match="the evaluation gives (NaN|inf), which is no number"):
            agent.advise(game.new_initial_state())

    class Odd(TicTacToe):
        def payoffs(self, state: str) -> List[float]:
            return [float("nan"), 0.0]

    odd = outwit.load_game(Odd())
    with pytest.raises(ValueError, match=r"payoffs\(\) gives NaN"):
        odd.playouts(1)


def test_pickles_of_another_version_raise() -> None:
    junk: List[Any] = [None, 1, -1, 10**30, "x", [], [["x"]], {}, 1.5]
    for name in ("kuhn", "hearts", "kriegspiel", "spider", "connect4"):
        state = outwit.load_game(name).new_initial_state(1)
        document = json.loads(state.serialize())
        for key in document:
            for value in junk:
                try:
                    outwit.load_game(name).deserialize_state(json.dumps({**document, key: value})).legal_actions()
                except ValueError:
                    pass
            with pytest.raises(ValueError):
                state.get_game().deserialize_state(json.dumps({k: v for k, v in document.items() if k != key}))
        assert state.get_game().deserialize_state(json.dumps({**document, "new": 1})) == state


def memory() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_memory_does_not_grow() -> None:
    steps, agents = (1_000_000, 10_000) if os.environ.get("OUTWIT_LONG") else (60_000, 400)
    game = outwit.load_game("connect4")
    rng = outwit.Random(1)

    def step(count: int) -> None:
        state = game.new_initial_state()
        for _ in range(count):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(state.random_action(rng))

    def seat(count: int) -> None:
        start = game.new_initial_state()
        for _ in range(count):
            outwit.agent("alphabeta:depth=1", game).step(start)

    step(5000)
    seat(50)
    before = memory()
    step(steps)
    seat(agents)
    assert memory() - before < 16 << 20
