"""Games, agents and evaluations written in Python."""

from __future__ import annotations

import pickle
import random
import threading
import traceback
from pathlib import Path
from typing import Any, List

import outwit
import pytest
from own_games import Race, TicTacToe, TinyPoker


@pytest.mark.parametrize("game", [TicTacToe, TinyPoker, Race])
def test_the_laws_hold(game: Any) -> None:
    covered = outwit.check_laws(game())
    assert covered["positions"] > 50 and covered["finished"] > 5


def test_a_game_in_python_is_the_game_in_rust() -> None:
    mine, ours = outwit.load_game(TicTacToe()), outwit.load_game("tictactoe")
    assert outwit.solve(mine).value == outwit.solve(ours).value == [0, 0]
    assert outwit.solve(mine).states > 0
    own = outwit.agent("alphabeta", mine).advise(mine.state(after="4 7"))
    his = outwit.agent("alphabeta", ours).advise(ours.state(after="b2 b1"))
    assert own.value == his.value == [1, -1] and len(own.best) == len(his.best)
    found = outwit.equilibrium(TinyPoker(), target=1e-7)
    assert abs(found.values[0][0] + 1 / 18) < 1e-6
    random_play = outwit.exploit(TinyPoker(), "random")[0]
    assert abs((random_play.exploitability or 0) - 11 / 24) < 1e-9


@pytest.mark.parametrize("game", [TicTacToe, TinyPoker, Race])
def test_every_agent_that_can_plays_it(game: Any) -> None:
    loaded = outwit.load_game(game())
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.draw()
    assert len(loaded.agents()) >= 10
    for name in loaded.agents():
        spec = {
            "pimc": "pimc:worlds=2,inner=(uct:nodes=50)",
            "model-mcts": "model-mcts:sims=8,worlds=4",
            "blindfold": "blindfold:particles=20,worlds=4",
            "model-vi": "model-vi:depth=1,worlds=4",
            "closure": "closure:nodes=50",
        }.get(name, name if name in ("random", "greedy", "solve", "strategy", "learner") else f"{name}:nodes=60")
        try:
            report = outwit.agent(spec, loaded).advise(state, timeout=20)
        except ValueError as error:
            print(name, error)
            continue
        assert report.move in state.legal_moves()


def test_it_plays_in_the_arena_with_an_agent_in_python(tmp_path: Path) -> None:
    class First(outwit.Player):
        """Takes the first move."""

        def choose(self, view: outwit.SeatView) -> str:
            assert view.state is not None and view.legal_moves == view.state.legal_moves()
            return view.legal_moves[0]

    store = tmp_path / "store.sqlite"
    found = outwit.arena(TicTacToe(), "alphabeta", First(), "random", deals=5, seed=1, store=store, opening=2)
    assert [row["forfeits"] for row in found.agents] == [0, 0, 0]
    assert found.agents[0]["win_share"] > 0.5
    again = outwit.arena(TicTacToe(), "alphabeta", First(), "random", deals=5, seed=1, store=store, opening=2, threads=1)
    assert [row["win_share"] for row in again.agents] == [row["win_share"] for row in found.agents]
    assert len(list(found.games())) == len(list(again.games()))


def test_a_function_is_an_agent_and_sees_what_its_seat_sees() -> None:
    shown: List[List[str]] = []

    def careful(view: outwit.SeatView) -> Any:
        shown.append(view.seen)
        assert view.state is None
        return {"check": 0.25, "bet": 0.75} if "check" in view.legal_moves else "fold"

    game = outwit.load_game("kuhn")
    agent = outwit.agent(careful, game)
    report = agent.advise(game.state(after="KJ"))
    assert report.probabilities == {"check": 0.25, "bet": 0.75} and shown == [["you hold K"]]
    assert agent.choose(game.state(after="KJ bet")) == "fold"
    rows = outwit.exploit("kuhn", careful)
    assert 0 < (rows[0].exploitability or 0) < 2


def test_an_evaluation_in_python_is_searched_with() -> None:
    game = outwit.load_game("othello")

    def discs(state: outwit.State) -> float:
        board = state.position
        return (board.count("x") - board.count("o")) / 64

    own = outwit.agent("alphabeta", game, depth=2, evaluation=discs)
    assert own.spec.startswith("alphabeta:depth=2,eval=(python:name=")
    report = own.advise(game.new_initial_state())
    assert report.move in game.new_initial_state().legal_moves() and report.value[0] is not None
    by_seat = outwit.agent("maxn", "chinesecheckers", depth=1, evaluation=lambda state: [0.0, 1.0, 2.0])
    assert by_seat.advise(outwit.load_game("chinesecheckers").new_initial_state()).value == [0, 1, 2]
    with pytest.raises(ValueError, match="gives 2 numbers, and the game has 3 seats"):
        outwit.agent("maxn", "chinesecheckers", depth=1, evaluation=lambda state: [0.0, 1.0]).advise(
            outwit.load_game("chinesecheckers").new_initial_state()
        )


class Faulty(TicTacToe):
    """Raises in the middle of the game."""

    def moves(self, state: str) -> List[int]:
        if state.count(".") < 7:
            raise ZeroDivisionError("deep in the game")
        return super().moves(state)


def test_exceptions_come_out_as_they_are(tmp_path: Path) -> None:
    game = outwit.load_game(Faulty())
    for ask in (
        lambda: outwit.agent("alphabeta", game).advise(game.new_initial_state()),
        lambda: outwit.agent("uct:nodes=100", game).advise(game.new_initial_state()),
        lambda: outwit.solve(game),
        lambda: outwit.arena(game, "random", "greedy", deals=3, store=tmp_path / "s.sqlite"),
        lambda: outwit.check_laws(game),
        lambda: game.playouts(10),
        lambda: game.state(after="0 1 2").legal_actions(),
    ):
        with pytest.raises(ZeroDivisionError, match="deep in the game") as raised:
            ask()
        assert "in moves" in "".join(traceback.format_tb(raised.value.__traceback__))
    # And the agent can be asked again.
    agent = outwit.agent("random", game)
    assert agent.advise(game.new_initial_state()).move

    def angry(view: outwit.SeatView) -> str:
        raise OSError("an agent's own")

    with pytest.raises(OSError, match="an agent's own"):
        outwit.agent(angry, "tictactoe").advise(outwit.load_game("tictactoe").new_initial_state())
    with pytest.raises(OSError, match="an agent's own"):
        outwit.arena("tictactoe", angry, "random", deals=3, store=tmp_path / "t.sqlite")
    with pytest.raises(ValueError, match="not a legal move"):
        outwit.agent(lambda view: "z9", "tictactoe").advise(outwit.load_game("tictactoe").new_initial_state())


def test_each_call_hears_of_its_own_exception(tmp_path: Path) -> None:
    """Commands side by side, each on several threads, whose agents raise something different, or nothing."""
    found: "dict[int, List[str]]" = {}

    def work(number: int) -> None:
        asked = 0

        def angry(view: outwit.SeatView) -> str:
            nonlocal asked
            asked += 1
            if number and asked % 4 == number:
                raise KeyError(f"of {number}")
            return view.legal_moves[0]

        spec = outwit.register(angry, f"angry-{number}")
        heard = found.setdefault(number, [])
        for again in range(8):
            store = tmp_path / f"{number}.sqlite"
            try:
                outwit.arena("tictactoe", spec, "random", deals=4, seed=again, store=store, threads=2)
                heard.append("nothing")
            except KeyError as error:
                heard.append(str(error.args[0]))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {0: ["nothing"] * 8, **{number: [f"of {number}"] * 8 for number in (1, 2, 3)}}


def test_user_code_that_catches_what_it_asked_for_goes_on() -> None:
    class Curious(TicTacToe):
        """Asks about another game of its own, which raises, and minds it not."""

        def moves(self, state: str) -> List[int]:
            try:
                faulty.state(after="0 1 2").legal_actions()
            except ZeroDivisionError:
                pass
            return super().moves(state)

    faulty = outwit.load_game(Faulty())
    game = outwit.load_game(Curious())
    assert outwit.agent("alphabeta:depth=2", game).advise(game.new_initial_state()).move
    assert game.playouts(20)["games"] == 20


def test_a_move_that_raises_was_not_made() -> None:
    class Blind(TinyPoker):
        def observe(self, before: Any, move: Any, after: Any, seat: int) -> Any:
            if move == "bet":
                raise LookupError("looked away")
            return super().observe(before, move, after, seat)

    state = outwit.load_game(Blind()).state(after="KJ check")
    kept = state.clone()
    with pytest.raises(LookupError, match="looked away"):
        state.apply_action("bet")
    assert state == kept and state.history() == kept.history() and state.seen(0) == kept.seen(0)
    state.apply_action("check")


def test_the_laws_say_what_is_wrong_where() -> None:
    class Two(TicTacToe):
        def payoffs(self, state: str) -> List[float]:
            return [5.0, -5.0] if "." not in state else super().payoffs(state)

    with pytest.raises(outwit.BrokenLaw) as broken:
        outwit.check_laws(Two(), games=200)
    assert broken.value.law and broken.value.path

    class Blank(TicTacToe):
        def move_text(self, state: str, move: int) -> str:
            return f"square {move}"

    with pytest.raises(outwit.BrokenLaw):
        outwit.check_laws(Blank())

    class Seats(TicTacToe):
        def turn(self, state: str) -> int:
            return 5

    with pytest.raises(ValueError, match=r"turn\(\) gives 5"):
        outwit.check_laws(Seats())

    class Nobody(outwit.Game):
        pass

    with pytest.raises(NotImplementedError, match="players"):
        outwit.load_game(Nobody())


def test_own_states_are_kept_like_any() -> None:
    game = outwit.load_game(TinyPoker())
    state = game.state(after="KJ check")
    assert state.legal_moves() == ["check", "bet"] and state.seen(1) == ["you hold J", "check"]
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.seen(1) == state.seen(1)
    world = state.resample_from_infostate(1, 3)
    assert world.seen(1) == state.seen(1)
    assert len({w.position for w in state.worlds(1, 30)}) == 2


def test_objects_of_a_class_of_ones_own_are_states_too() -> None:
    class Pile:
        def __init__(self, stones: int, mover: int) -> None:
            self.stones, self.mover = stones, mover

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Pile) and (self.stones, self.mover) == (other.stones, other.mover)

        def __hash__(self) -> int:
            return hash((self.stones, self.mover))

    class Nim(outwit.Game):
        positions = 50

        def players(self) -> int:
            return 2

        def start(self, rng: random.Random) -> Pile:
            return Pile(11, 0)

        def turn(self, state: Pile) -> int:
            return outwit.OVER if state.stones == 0 else state.mover

        def moves(self, state: Pile) -> List[str]:
            return [f"take{n}" for n in (1, 2, 3) if n <= state.stones]

        def play(self, state: Pile, move: str) -> Pile:
            return Pile(state.stones - int(move[-1]), 1 - state.mover)

        def payoffs(self, state: Pile) -> List[float]:
            return [1.0 if seat != state.mover else -1.0 for seat in range(2)]

        def text(self, state: Pile) -> str:
            return f"{state.stones} {state.mover}"

        def read(self, text: str) -> Pile:
            stones, mover = text.split()
            return Pile(int(stones), int(mover))

    outwit.check_laws(Nim())
    assert outwit.solve(Nim()).best == ["take3"]
    assert outwit.agent("alphabeta", Nim()).advise(outwit.load_game(Nim()).new_initial_state()).best == ["take3"]
