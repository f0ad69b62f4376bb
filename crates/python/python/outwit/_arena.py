"""Tournaments, kept in a store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Sequence, Tuple, Union

from ._commands import AgentLike, spec_of
from ._game import GameLike, load_game
from ._run import ProgressLine, flags, json_of, run, sentence
from . import _outwit

if TYPE_CHECKING:
    import pandas

PathLike = Union[str, Path]


class Tournament:
    """A tournament of a store: who won how often, with honest intervals."""

    def __init__(self, raw: "dict[str, Any]", store: Optional[PathLike]) -> None:
        #: All that ``outwit arena --json`` prints.
        self.raw = raw
        #: The store that it stands in; None for the one in your data folder.
        self.store = store

    @property
    def id(self) -> int:
        """Its number in the store."""
        return int(self.raw["tournament"])

    @property
    def agents(self) -> List["dict[str, Any]"]:
        """A row an agent."""
        rows: List["dict[str, Any]"] = self.raw["agents"]
        return rows

    @property
    def pairs(self) -> List["dict[str, Any]"]:
        """A row a pair of agents: how they differ."""
        rows: List["dict[str, Any]"] = self.raw["pairs"]
        return rows

    @property
    def is_finished(self) -> bool:
        """Whether all deals were played, or a sequential test was decided."""
        listed = json_of(["arena", "list", *flags(store=self.store)])
        return any(entry["tournament"] == self.id and entry["finished"] is not None for entry in listed)

    def __getitem__(self, key: str) -> Any:
        return self.raw[key]

    def to_pandas(self) -> "pandas.DataFrame":
        """The table of the agents."""
        import pandas

        return pandas.DataFrame(self.agents)

    def games(self) -> Iterator["dict[str, Any]"]:
        """Every game: deal, number, start, moves played, agents, payoffs, nodes, times."""
        for line in run(["arena", "export", str(self.id), *flags(store=self.store)]).splitlines():
            yield json.loads(line)

    def games_to_pandas(self) -> "pandas.DataFrame":
        """A row a seat of a game."""
        import io

        import pandas

        text = run(["arena", "export", str(self.id), "--format=csv", *flags(store=self.store)])
        return pandas.read_csv(io.StringIO(text))

    def resume(self, *, threads: Optional[int] = None, progress: Optional[ProgressLine] = None, timeout: Optional[float] = None) -> "Tournament":
        """Plays what is left."""
        words = ["arena", "resume", str(self.id), *flags(store=self.store, threads=threads)]
        return _played(words, self.store, progress, timeout)

    def __str__(self) -> str:
        return run(["arena", "show", str(self.id), *flags(store=self.store)])

    def __repr__(self) -> str:
        return f"<Tournament {self.id} of {self.raw['game']}: {self.raw['deals']} of {self.raw['deals_planned']} deals>"

    def to_html(self) -> str:
        """A report that stands alone, with plots."""
        return run(["arena", "show", str(self.id), "--html=-", *flags(store=self.store)])

    def _repr_html_(self) -> str:
        from html import escape

        # In a frame of its own: the report has styles that are none of the notebook's.
        return f'<iframe srcdoc="{escape(self.to_html(), quote=True)}" width="100%" height="600" frameborder="0"></iframe>'


def _played(words: Sequence[str], store: Optional[PathLike], progress: Optional[ProgressLine], timeout: Optional[float]) -> Tournament:
    code, out, complaints, is_late = _outwit._command([*words, "--json"], None, progress, timeout)
    if code == 0:
        return Tournament(json.loads(out), store)
    said = sentence(complaints)
    if is_late and "outwit arena resume " in said:
        # What was played so far is kept, and is the answer.
        number = said.split("outwit arena resume ")[1].split()[0]
        return show(int(number), store=store)
    raise (ValueError if code == 2 else RuntimeError)(said)


def show(id: Optional[int] = None, *, store: Optional[PathLike] = None) -> Tournament:
    """A tournament of the store as it stands: the newest, or the one of this number."""
    words = ["arena", "show", *([str(id)] if id is not None else []), *flags(store=store)]
    return Tournament(json_of(words), store)


def words_of(
    game: GameLike,
    agents: Sequence[AgentLike],
    *,
    deals: Optional[int],
    seed: int,
    opening: Optional[int],
    seatings: Optional[str],
    cap: Optional[int],
    budget: Optional[str],
    grace: Optional[int],
    sprt: Optional[Tuple[float, float]],
    elo: Optional[str],
    store: Optional[PathLike],
) -> List[str]:
    """The words of the command that plays a tournament."""
    bounds = None if sprt is None else f"{sprt[0]},{sprt[1]}"
    options = flags(
        deals=deals, seed=seed, opening=opening, seatings=seatings, cap=cap, budget=budget, grace=grace, sprt=bounds, elo=elo,
        store=store,
    )  # fmt: skip
    return ["arena", load_game(game).spec, *map(spec_of, agents), *options]


def arena(
    game: GameLike,
    *agents: AgentLike,
    deals: Optional[int] = None,
    seed: int = 0,
    opening: Optional[int] = None,
    seatings: Optional[str] = None,
    cap: Optional[int] = None,
    budget: Optional[str] = None,
    grace: Optional[int] = None,
    sprt: Optional[Tuple[float, float]] = None,
    elo: Optional[str] = None,
    threads: Optional[int] = None,
    store: Optional[PathLike] = None,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
) -> Tournament:
    """Plays a tournament: one deal by all seatings, many deals, with honest intervals.

    It is kept in ``store``, a file; one in your data folder by default. After ``timeout`` seconds, or when the interrupt key was
    pressed, what was played is kept, and ``Tournament.resume`` plays the rest.
    """
    words = words_of(
        game, agents, deals=deals, seed=seed, opening=opening, seatings=seatings, cap=cap, budget=budget, grace=grace,
        sprt=sprt, elo=elo, store=store,
    )  # fmt: skip
    return _played([*words, *flags(threads=threads)], store, progress, timeout)


def tournaments(*, store: Optional[PathLike] = None) -> List["dict[str, Any]"]:
    """The tournaments of a store."""
    listed: List["dict[str, Any]"] = json_of(["arena", "list", *flags(store=store)])
    return listed
