"""PettingZoo environments. Left out where it cannot be installed."""

from __future__ import annotations

import outwit
import pytest
from own_games import listed

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: its tests are left out")

from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402

from outwit.pettingzoo import env, raw_env  # noqa: E402

GAMES = listed()


@pytest.mark.parametrize("name", GAMES)
def test_the_api_is_kept(name: str) -> None:
    api_test(env(name), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("name", GAMES)
def test_seeds_repeat(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=40)


@pytest.mark.parametrize("name", GAMES)
def test_the_benchmark_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    import importlib

    # The name of the module is also that of its function.
    module = importlib.import_module("pettingzoo.test.performance_benchmark")

    began = iter([0.0] + [6.0] * 10)
    original = module.time.time
    module.time.time = lambda: next(began, 10.0)  # five seconds are too long for every day
    try:
        performance_benchmark(env(name))
    finally:
        module.time.time = original
    assert "turns per second" in capsys.readouterr().out


def test_what_is_drawn_is_what_the_seat_sees() -> None:
    table = raw_env("kuhn", render_mode="ansi")
    table.reset(seed=3)
    picture = table.render()
    assert picture is not None and picture == table.state_of_game.observation_string(table.state_of_game.current_player())
    drawing = raw_env("connect4", render_mode="svg")
    drawing.reset(seed=1)
    assert (drawing.render() or "").startswith("<svg")
