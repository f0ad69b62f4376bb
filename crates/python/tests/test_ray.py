"""A cluster on one machine, by Ray. Left out where it cannot be installed."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from pathlib import Path
from typing import Any, Iterator, List

import outwit
import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed: its tests are left out")

import outwit.ray  # noqa: E402
from own_games import TicTacToe  # noqa: E402

LONG = bool(os.environ.get("OUTWIT_LONG"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": 10**8})
    # The driver sits on the head, which is not the node that is killed.
    made.connect()
    made.add_node(num_cpus=1, object_store_memory=10**8)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def table(tournament: outwit.Tournament) -> Any:
    return {**tournament.raw, "tournament": 0}


def test_the_table_is_the_same_while_nodes_and_workers_die(cluster: Any, tmp_path: Path) -> None:
    deals = 2000 if LONG else 400
    request = dict(deals=deals, seed=5, store=tmp_path / "store.sqlite")
    # Long enough for some to die on the way.
    agents = ("alphabeta:depth=8" if LONG else "alphabeta:depth=3", "greedy")
    here = outwit.arena("connect4", *agents, **request)  # type: ignore[arg-type]
    told: List[str] = []
    is_over = threading.Event()

    def kill() -> None:
        """One node in the middle, and a worker now and then."""
        import psutil

        time.sleep(1.0)
        for node in list(cluster.worker_nodes):
            node.kill_raylet(check_alive=False)
        kills = 0
        # A worker takes seconds to start: killed faster than that, nothing would ever be done.
        while not is_over.wait(4.0 if LONG else 6.0) and (LONG or kills < 2):
            kills += 1
            workers = []
            for process in psutil.process_iter(["name", "cmdline"]):
                words = " ".join(process.info["cmdline"] or [])
                if words.startswith("ray::_deals"):
                    workers.append(process)
            if workers:
                try:
                    random.choice(workers).kill()
                except psutil.Error:
                    pass

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        there = outwit.ray.arena("connect4", *agents, progress=told.append, largest_task=32, **request)  # type: ignore[arg-type]
    finally:
        is_over.set()
        killer.join(10.0)
    assert table(there) == table(here)
    assert not LONG or " 0 lost" not in told[-1]
    assert there.is_finished and len(list(there.games())) == 2 * deals
    print(told[-1], sorted({line.split("deals  ")[1].split("  ")[0] for line in told}))


def test_a_stopped_tournament_goes_on_anywhere(cluster: Any, tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    part = outwit.ray.arena("othello", "alphabeta:depth=2", "random", deals=60, seed=3, store=store, timeout=0.2, largest_task=2)
    whole = part.resume()
    assert whole.is_finished
    assert table(whole) == table(outwit.arena("othello", "alphabeta:depth=2", "random", deals=60, seed=3, store=store))


def test_a_sequential_test_stops_at_the_same_deal(cluster: Any, tmp_path: Path) -> None:
    request = dict(deals=500, seed=1, sprt=(0.0, 50.0), store=tmp_path / "store.sqlite")
    here = outwit.arena("connect4", "greedy", "random", **request)  # type: ignore[arg-type]
    there = outwit.ray.arena("connect4", "greedy", "random", largest_task=4, **request)  # type: ignore[arg-type]
    assert table(there) == table(here) and here["deals"] < 500


def test_a_game_in_python_is_sent_along(cluster: Any, tmp_path: Path) -> None:
    request = dict(deals=6, seed=1, store=tmp_path / "store.sqlite", opening=2)
    here = outwit.arena(TicTacToe(), "alphabeta", "random", **request)  # type: ignore[arg-type]
    there = outwit.ray.arena(TicTacToe(), "alphabeta", "random", **request)  # type: ignore[arg-type]
    assert table(there) == table(here)


def test_wrong_requests_get_sentences(cluster: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no agent"):
        outwit.ray.arena("connect4", "alphabet", "random", store=tmp_path / "s.sqlite")


@pytest.mark.skipif(not LONG, reason="a paper takes a minute: with --long")
def test_a_paper_is_repeated_table_by_table(cluster: Any) -> None:
    there, here = outwit.ray.reproduce("frank-1994"), outwit.reproduce("frank-1994")
    assert json.dumps([there.cells, there.counts, there.raw["remarks"]]) == json.dumps([here.cells, here.counts, here.raw["remarks"]])


def test_the_command_line_plays_on_a_cluster(cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from outwit.__main__ import main

    words = ["arena", "tictactoe", "greedy", "random", "--deals", "20", "--seed", "4", "--store", str(tmp_path / "s.sqlite")]
    with pytest.raises(SystemExit) as left:
        main([*words, "--json", "--cluster", cluster.address])
    assert left.value.code == 0
    printed = capfd.readouterr().out
    with pytest.raises(SystemExit):
        main([*words, "--json"])
    assert capfd.readouterr().out.replace('"tournament":2', '"tournament":1') == printed
