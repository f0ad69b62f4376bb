"""Games and states."""

from __future__ import annotations

import copy
import pickle

import outwit
import pytest
from own_games import listed

GAMES = listed()


def random_state(game: outwit.LoadedGame, seed: int, plies: int) -> outwit.State:
    state, random = game.new_initial_state(seed), outwit.Random(seed)
    for _ in range(plies):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.draw(random)
        else:
            state.apply_action(state.random_action(random))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_the_same_after_every_way_of_keeping_it(name: str) -> None:
    game = outwit.load_game(name)
    for plies in (0, 1, 7, 40):
        state = random_state(game, plies, plies)
        for other in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert other == state and hash(other) == hash(state) and other is not state
            assert other.history() == state.history()
            assert other.legal_actions() == state.legal_actions()
        again = game.deserialize_state(state.serialize())
        assert again == state and again.moves_made() == state.moves_made()
        assert game.state(state.position).legal_moves() == state.legal_moves()
        assert state._repr_svg_().startswith("<svg")
        assert repr(state).startswith("<State of")


@pytest.mark.parametrize("name", GAMES)
def test_taking_moves_back_leads_where_they_came_from(name: str) -> None:
    game = outwit.load_game(name)
    state, random = game.new_initial_state(3), outwit.Random(3)
    path = [state.clone()]
    while not state.is_terminal() and len(path) < 12:
        if state.is_chance_node():
            state.draw(random)
        else:
            state.apply_action(state.random_action(random))
        path.append(state.clone())
    for earlier in reversed(path[:-1]):
        state.undo()
        assert state == earlier and state.seen(0) == earlier.seen(0)
    with pytest.raises(ValueError, match="taken back"):
        state.undo()


def test_a_state_is_shaped_like_one_of_openspiel() -> None:
    state = outwit.load_game("tictactoe").new_initial_state()
    assert state.current_player() == 0 and not state.is_terminal() and not state.is_chance_node()
    assert state.legal_moves()[:3] == ["a3", "b3", "c3"]
    action = state.string_to_action("b2")
    assert state.action_to_string(action) == state.action_to_string(0, action) == "b2"
    state.apply_action(action)
    assert state.current_player() == 1 and state.history() == [action] and state.legal_actions(0) == []
    for text in ("a3", "a2", "c3", "c2"):
        state.apply_action(text)
    state.undo_action(0, state.history()[-1])
    state.apply_action("b1")
    assert state.moves_made() == ["b2", "a3", "a2", "c3", "b1"]
    state = outwit.load_game("tictactoe").state(after="a3 a2 b3 b2 c3")
    assert state.is_terminal() and state.returns() == [1.0, -1.0] and state.legal_actions() == []
    assert state.current_player() == outwit.OVER and state.player_return(1) == -1.0


def test_chance_has_outcomes_with_probabilities() -> None:
    state = outwit.load_game("kuhn").new_initial_state()
    assert state.is_chance_node() and state.current_player() == outwit.CHANCE
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 6 and abs(sum(p for _, p in outcomes) - 1) < 1e-12
    rolls = outwit.load_game("backgammon").state(after="5-3 13/8,13/10" if False else "5-3")
    assert rolls.current_player() == 0


def test_seeds_repeat() -> None:
    game = outwit.load_game("hearts")
    starts = {game.new_initial_state(seed).position for seed in range(20)}
    assert len(starts) == 20
    assert game.new_initial_state(7) == game.new_initial_state(7)
    one, two = game.new_initial_state(5), game.new_initial_state(5)
    assert [one.random_action(outwit.Random(1)) for _ in range(3)] == [two.random_action(outwit.Random(1)) for _ in range(3)]
    # The command line deals the same.
    assert game.new_initial_state(9).position in outwit.command(["show", "hearts", "--seed", "9"])


def test_a_seat_sees_what_it_may_and_no_more() -> None:
    game = outwit.load_game("kuhn")
    state = game.state(after="KJ check")
    assert state.seen(0) == ["you hold K", "check"]
    assert state.information_state_string(1) == "you hold J\ncheck"
    assert "K" not in state.observation_string(1)
    other = game.state(after="QJ check")
    assert state != other
    assert state.information_state_string(1) == other.information_state_string(1)


@pytest.mark.parametrize("name", [name for name in GAMES if outwit.load_game(name).is_hidden])
def test_a_resampled_state_looks_the_same_to_who_asked(name: str) -> None:
    game = outwit.load_game(name)
    checked = 0
    for seed in range(6):
        state = random_state(game, seed, seed * 2)
        if not state.is_player_node():
            continue
        seat = state.current_player()
        try:
            world = state.resample_from_infostate(seat, seed)
        except ValueError as error:
            assert "no position was found" in str(error)
            continue
        checked += 1
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.current_player() == seat and world.legal_actions() == state.legal_actions()
        again = pickle.loads(pickle.dumps(world))
        assert again == world
        assert state.resample_from_infostate(seat, seed) == world
    assert checked > 0


@pytest.mark.parametrize("name, after", [("kuhn", "KJ"), ("kuhn", "KJ check"), ("leduc", "KJ check check"), ("phantomttt", "b2")])
def test_a_seat_that_is_not_to_move_has_its_worlds_too(name: str, after: str) -> None:
    state = outwit.load_game(name).state(after=after)
    for seat in range(2):
        for seed in range(5):
            world = state.resample_from_infostate(seat, seed)
            assert world.information_state_string(seat) == state.information_state_string(seat)


def test_batched_playouts_count_what_was_played() -> None:
    game = outwit.load_game("tictactoe")
    found = game.playouts(2000, seed=1)
    assert found["games"] == 2000 and 10_000 <= found["moves"] <= 18_000
    # Random play wins 131184 and loses 77904 of 255168 lines, weighted by their lengths: 0.585 and 0.288.
    assert abs(found["payoffs"][0] - 0.2971) < 0.06
    assert found == game.playouts(2000, seed=1) != game.playouts(2000, seed=2)


def test_bad_requests_get_the_command_lines_sentence() -> None:
    with pytest.raises(ValueError, match="there is no game `conect4`; did you mean `connect4`"):
        outwit.load_game("conect4")
    game = outwit.load_game("connect4")
    with pytest.raises(ValueError, match="has no parameter `widht`"):
        outwit.load_game("connect4:widht=3")
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="is not a legal move here"):
        state.apply_action("9")
    for action in (99, -1, 2**40, 10**30):
        with pytest.raises(ValueError, match="is not a legal action here"):
            state.apply_action(action)
    with pytest.raises(TypeError):
        state.apply_action(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has no player 2"):
        state.player_return(2)
    with pytest.raises(ValueError, match="chance's turn"):
        state.chance_outcomes()
    with pytest.raises(ValueError):
        game.state("nonsense")
    with pytest.raises(ValueError, match="move 2: "):
        game.state(after="4 9")
    with pytest.raises(ValueError, match="is one of"):
        game.deserialize_state(outwit.load_game("othello").new_initial_state().serialize())
    with pytest.raises(ValueError):
        game.deserialize_state("{}")
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="a seed is a whole number from 0 to 18446744073709551615"):
            game.new_initial_state(seed)
        with pytest.raises(ValueError, match="a seed is a whole number"):
            outwit.agent("random", game).advise(state, seed=seed)
    with pytest.raises(ValueError, match="is a whole number from 0"):
        game.playouts(-1)
    with pytest.raises(TypeError):
        outwit.load_game(7)  # type: ignore[arg-type]
