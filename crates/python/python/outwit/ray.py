"""Tournaments and experiments on a cluster, by Ray (``pip install outwit[ray]``).

Deals are tasks. What they come to streams back into the one store, and the table is the same as on one machine with the same
seeds. Workers and nodes may die at any time: their deals are done again. A tournament that was stopped goes on where it was,
here or on one machine.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import sys
import sysconfig
import time
from collections import deque
from types import ModuleType
from typing import Any, Callable, Deque, Dict, List, Optional, Sequence, Tuple, TypeVar, Union

from . import _outwit
from ._arena import PathLike, Tournament, _played, words_of
from ._commands import AgentLike, Reproduction, papers
from ._game import GameLike, _names, register
from ._run import ProgressLine, flags, run, sentence

#: A task should take about this long: long beside what it costs to send it.
TASK_SECONDS = 0.5
#: What a task costs whoever sends it, twice over: with many workers tasks are made so long that this takes no more than half the time.
SENDING_SECONDS = 0.002
#: Deals of a task at most.
LARGEST_TASK = 4096
#: How often what came back is written.
COMMIT_SECONDS = 0.4

T = TypeVar("T")


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ImportError("a cluster needs Ray: pip install outwit[ray]") from error
    return ray


def _connect(address: Optional[str]) -> Any:
    ray = _ray()
    if not ray.is_initialized():
        ray.init(address=None if address in (None, "local") else address, log_to_driver=False, configure_logging=False)
    return ray


def _is_installed(module: ModuleType) -> bool:
    """Whether other machines can be expected to have it."""
    file = getattr(module, "__file__", None)
    if file is None:
        return True
    places = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    places.add(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return any(os.path.abspath(file).startswith(os.path.join(place, "")) for place in places)


def _things(specs: Sequence[str]) -> Dict[str, bytes]:
    """What is written in Python and named in these specs: workers are sent it, with the modules that it was written in."""
    pickler = _ray().cloudpickle
    named = {name: thing for name, thing in _names.items() if any(_is_named(name, spec) for spec in specs)}
    classes = {part for thing in named.values() for part in (thing, *type(thing).__mro__)}
    modules = {sys.modules.get(str(getattr(part, "__module__", ""))) for part in classes}
    sent = [module for module in modules if module is not None and not _is_installed(module)]
    for module in sent:
        pickler.register_pickle_by_value(module)
    try:
        return {name: pickler.dumps(thing) for name, thing in named.items()}
    finally:
        for module in sent:
            pickler.unregister_pickle_by_value(module)


def _is_named(name: str, spec: str) -> bool:
    return re.search(rf"python:name={re.escape(name)}(?![\w.-])", spec) is not None


def _prepare(version: str, things: Dict[str, bytes]) -> None:
    if version != _outwit.__version__:
        raise RuntimeError(f"the worker has outwit {_outwit.__version__}, and this is {version}: their games are not mixed")
    for name, thing in things.items():
        if name not in _names:
            register(pickle.loads(thing), name)


def _deals(setting: str, deals: List[int], version: str, things: Dict[str, bytes]) -> Tuple[str, float]:
    """The task: records of deals, and how long they took."""
    _prepare(version, things)
    began = time.monotonic()
    return _outwit._play_deals(setting, deals), time.monotonic() - began


class _Crew:
    """Sends tasks, hears of answers, and sends again what was lost."""

    def __init__(self, ray: Any, function: Callable[..., T]) -> None:
        self.ray = ray
        # Lost tasks come back to us, so that they can be counted.
        self.remote = ray.remote(function).options(num_cpus=1, max_retries=0)
        self.pending: Dict[Any, Any] = {}
        self.lost = 0
        self.repeated = 0

    def workers(self) -> int:
        try:
            return max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        except Exception:
            return 1

    def send(self, job: Any, *arguments: Any) -> None:
        self.pending[self.remote.remote(*arguments)] = job

    def answers(self, seconds: float) -> Tuple[List[Tuple[Any, Any]], List[Any]]:
        """What came back, with the job of each; and the jobs that were lost."""
        errors = self.ray.exceptions
        ready, _ = self.ray.wait(list(self.pending), num_returns=len(self.pending), timeout=0)
        if not ready:
            ready, _ = self.ray.wait(list(self.pending), num_returns=1, timeout=seconds)
        found, lost = [], []
        for reference in ready:
            job = self.pending.pop(reference)
            try:
                found.append((job, self.ray.get(reference)))
            except errors.RayTaskError:
                # Our own error, or one of user code: it would come again.
                self.cancel()
                raise
            except errors.RayError:
                lost.append(job)
        self.lost += len(lost)
        self.repeated += len(lost)
        return found, lost

    def cancel(self) -> None:
        for reference in self.pending:
            try:
                self.ray.cancel(reference, force=True)
            except Exception:
                pass
        self.pending.clear()


def _begin(words: Sequence[str]) -> int:
    """Checks a tournament and begins it in its store; nothing is played yet."""
    code, _, complaints, _ = _outwit._command(list(words), None, None, None, True)
    said = sentence(complaints)
    if "outwit arena resume " not in said:
        raise (ValueError if code == 2 else RuntimeError)(said)
    return int(said.split("outwit arena resume ")[1].split()[0])


def _store_path(id: int, store: Optional[PathLike]) -> str:
    if store is not None:
        return str(store)
    shown = run(["arena", "show", str(id)]).strip().splitlines()[-1]
    return shown.split(f"tournament {id} in ")[1]


def _play(
    ray: Any,
    id: int,
    store: Optional[PathLike],
    progress: Optional[ProgressLine],
    timeout: Optional[float],
    largest_task: int,
) -> bool:
    """Plays what is left of a tournament on the cluster. Whether that is all."""
    shelf = _outwit.DealStore(_store_path(id, store))
    setting, version = shelf.setting(id)
    if version != _outwit.__version__:
        raise ValueError(f"tournament {id} was begun by version {version} and this is version {_outwit.__version__}")
    about = json.loads(setting)
    things = _things([about["game"], *about["agents"]])
    done = set(shelf.done(id))
    of = int(about["deals"])
    left: Deque[int] = deque(deal for deal in range(of) if deal not in done)
    again: Deque[List[int]] = deque()
    crew = _Crew(ray, _deals)
    began = committed = looked = time.monotonic()
    workers, size, fresh = crew.workers(), 1, 0
    waiting: List[str] = []

    def commit() -> None:
        for records in waiting:
            shelf.write(id, records)
        waiting.clear()

    try:
        while left or again or crew.pending:
            while (left or again) and len(crew.pending) < 2 * workers:
                deals = again.popleft() if again else [left.popleft() for _ in range(min(size, len(left)))]
                # Sent by value: an object of the store would die with its node.
                crew.send(deals, setting, deals, _outwit.__version__, things)
            found, lost = crew.answers(COMMIT_SECONDS)
            again.extend(lost)
            for deals, (records, seconds) in found:
                waiting.append(records)
                fresh += len(deals)
                # Tasks grow while they are quick, as far as all workers still have some.
                fair = max(1, len(left) // (4 * workers))
                wanted = int(len(deals) * max(TASK_SECONDS, SENDING_SECONDS * workers) / max(seconds, 1e-4))
                size = max(1, min(2 * max(size, 1), wanted, fair, largest_task))
            now = time.monotonic()
            if waiting and now - committed >= COMMIT_SECONDS:
                commit()
                committed = now
                if about.get("sprt") and _is_decided(id, store):
                    crew.cancel()
                    return True
            if now - looked >= 1.0:
                workers, looked = crew.workers(), now
            if progress is not None:
                rate = fresh / max(now - began, 1e-9)
                progress(
                    f"{len(done) + fresh} of {of} deals  {workers} workers  {crew.lost} lost  {crew.repeated} repeated  "
                    f"{rate:.0f} deals/s"
                )
            if timeout is not None and now - began >= timeout:
                crew.cancel()
                return False
    except KeyboardInterrupt:
        crew.cancel()
        raise
    finally:
        commit()
    return True


def _resume_words(id: int, store: Optional[PathLike]) -> List[str]:
    return ["arena", "resume", str(id), *flags(store=store)]


def _is_decided(id: int, store: Optional[PathLike]) -> bool:
    """Whether the sequential test has seen enough, by what is in the store."""
    code, _, _, _ = _outwit._command([*_resume_words(id, store), "--json"], None, None, None, True)
    return code == 0


def arena(
    game: GameLike,
    *agents: AgentLike,
    address: Optional[str] = None,
    deals: Optional[int] = None,
    seed: int = 0,
    opening: Optional[int] = None,
    seatings: Optional[str] = None,
    cap: Optional[int] = None,
    budget: Optional[str] = None,
    grace: Optional[int] = None,
    sprt: Optional[Tuple[float, float]] = None,
    elo: Optional[str] = None,
    store: Optional[PathLike] = None,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
    largest_task: int = LARGEST_TASK,
) -> Tournament:
    """Plays a tournament on a cluster: see ``outwit.arena``. ``address`` is Ray's; a cluster of this machine alone without one,
    unless Ray is running already. The store is a file of the machine that calls this."""
    ray = _connect(address)
    words = words_of(
        game, agents, deals=deals, seed=seed, opening=opening, seatings=seatings, cap=cap, budget=budget, grace=grace,
        sprt=sprt, elo=elo, store=store,
    )  # fmt: skip
    return resume(_begin(words), store=store, address=address, progress=progress, timeout=timeout, largest_task=largest_task)


def resume(
    id: int,
    *,
    store: Optional[PathLike] = None,
    address: Optional[str] = None,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
    largest_task: int = LARGEST_TASK,
) -> Tournament:
    """Plays what is left of a tournament on a cluster."""
    from ._arena import show

    if not _play(_connect(address), id, store, progress, timeout, largest_task):
        return show(id, store=store)
    return _played(_resume_words(id, store), store, None, None)


def _exhibit(paper: str, name: str, options: Dict[str, Any], version: str) -> Dict[str, Any]:
    """The task: one table or figure."""
    from ._commands import reproduce as one

    _prepare(version, {})
    return one(paper, table=name, threads=1, **options).raw


def reproduce(
    paper: str,
    *,
    address: Optional[str] = None,
    full: bool = False,
    seed: int = 0,
    progress: Optional[ProgressLine] = None,
) -> Reproduction:
    """Repeats a published experiment on a cluster: each table and figure is a task."""
    listed = {entry["id"]: entry for entry in papers()}
    if paper not in listed:
        from ._commands import reproduce as one

        one(paper)  # says what is wrong
    crew = _Crew(_connect(address), _exhibit)
    names = [str(exhibit["name"]) for exhibit in listed[paper]["tables"]]
    options = {"full": full, "seed": seed}

    def send(place: int) -> None:
        crew.send(place, paper, names[place], options, _outwit.__version__)

    for place in range(len(names)):
        send(place)
    parts: Dict[int, Dict[str, Any]] = {}
    while crew.pending:
        found, lost = crew.answers(1.0)
        parts.update(found)
        for place in lost:
            send(place)
        if progress is not None:
            progress(f"{len(parts)} of {len(names)} tables  {crew.workers()} workers  {crew.lost} lost")
    ordered = [parts[place] for place in range(len(names))]
    cells = [cell for part in ordered for cell in part["cells"]]
    counts: Dict[str, int] = {}
    for part in ordered:
        for verdict, count in part["counts"].items():
            counts[verdict] = counts.get(verdict, 0) + count
    remarks = list(dict.fromkeys(remark for part in ordered for remark in part["remarks"]))
    raw = {**ordered[0], "only": None, "cells": cells, "counts": counts, "remarks": remarks}
    return Reproduction(paper, seed, raw["size"], counts, cells, raw)


def main(words: List[str]) -> int:
    """``outwit arena ... --cluster ADDRESS``."""
    kept: List[str] = []
    shown: List[str] = []
    address: Optional[str] = None
    store: Optional[str] = None
    queue = deque(words)
    while queue:
        word = queue.popleft()
        key, _, value = word.partition("=")
        takes_value = key in ("--cluster", "--store", "--plot", "--html")
        if takes_value and "=" not in word:
            value = queue.popleft() if queue else ""
            word = f"{key}={value}"
        if key == "--cluster":
            address = value
            continue
        kept.append(word)
        if key in ("--store", "--plot", "--html", "--json"):
            shown.append(word)
        if key == "--store":
            store = value
    is_watched = sys.stderr.isatty()

    def tell(line: str) -> None:
        sys.stderr.write(f"\r\x1b[K{line[:100]}")
        sys.stderr.flush()

    try:
        ray = _connect(address)
        if kept[1:2] == ["resume"]:
            plain = [word for word in kept[2:] if not word.startswith("-")]
            if not plain:
                raise ValueError("say which tournament: outwit arena resume ID --cluster ADDRESS")
            id = int(plain[0])
        else:
            id = _begin(kept)
        _play(ray, id, store, tell if is_watched else None, None, LARGEST_TASK)
    except (ValueError, RuntimeError, ConnectionError, ImportError) as error:
        sys.stderr.write(f"outwit: {error}\n")
        return 2 if isinstance(error, ValueError) else 1
    finally:
        if is_watched:
            sys.stderr.write("\r\x1b[K")
    return _outwit._main(["arena", "resume", str(id), *shown])
