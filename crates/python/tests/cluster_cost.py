"""What a deal costs on a cluster: bytes that come back, time to play it, time to store it, time to send a task. To be run with a
release build:

python tests/cluster_cost.py

All but the task's round trip is CPU time of this process, so that other work on the machine matters little.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import List, Tuple

from outwit import _outwit
from outwit._arena import words_of
from outwit.ray import TASK_SECONDS, _begin

CASES: List[Tuple[str, Tuple[str, str], int]] = [
    ("connect4", ("greedy", "random"), 20_000),
    ("othello", ("alphabeta:depth=2", "random"), 2_000),
    ("hearts", ("ismcts:sims=20", "random"), 40),
]


def cost(folder: Path, game: str, agents: Tuple[str, str], deals: int) -> None:
    path = folder / f"{game}.sqlite"
    words = words_of(
        game, agents, deals=deals, seed=1, opening=None, seatings=None, cap=None, budget=None, grace=None, sprt=None, elo=None,
        store=path,
    )  # fmt: skip
    id = _begin(words)
    store = _outwit.DealStore(str(path))
    setting, _ = store.setting(id)
    began = time.process_time()
    size = max(1, deals // 20)
    batches = [_outwit._play_deals(setting, list(range(first, first + size))) for first in range(0, deals, size)]
    played = time.process_time() - began
    began = time.process_time()
    for records in batches:
        store.write(id, records)
    stored = time.process_time() - began
    sent = sum(map(len, batches))
    seconds, rate = played / deals, deals / stored
    print(
        f"{game} by {' and '.join(agents)}: {1e3 * seconds:.3f} ms and {sent / deals:.0f} bytes a deal; the store takes {rate:,.0f} "
        f"deals a second, as many as {rate * seconds:,.0f} workers play"
    )


def nothing(setting: str, deals: List[int], version: str) -> Tuple[str, float]:
    return "", 0.0


def tasks() -> None:
    import ray

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    task = ray.remote(nothing).options(num_cpus=1, max_retries=0)
    arguments = ("x" * 400, list(range(500)), "0.1.0")
    ray.get([task.remote(*arguments) for _ in range(20)])
    best = min(round_trip(ray, task, arguments) for _ in range(20))
    began, cpu = time.perf_counter(), time.process_time()
    ray.get([task.remote(*arguments) for _ in range(500)])
    wall, busy = time.perf_counter() - began, time.process_time() - cpu
    ray.shutdown()
    print(
        f"a task there and back {1e3 * best:.1f} ms, {best / TASK_SECONDS:.1%} of the {TASK_SECONDS} s it is made to take; the driver "
        f"is busy {1e3 * busy / 500:.2f} ms with each ({500 / wall:,.0f} empty tasks a second)"
    )


def round_trip(ray: object, task: object, arguments: Tuple[object, ...]) -> float:
    began = time.perf_counter()
    ray.get(task.remote(*arguments))  # type: ignore[attr-defined]
    return time.perf_counter() - began


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for game, agents, deals in CASES:
            cost(Path(folder), game, agents, deals)
    if "--no-ray" not in sys.argv:
        tasks()
