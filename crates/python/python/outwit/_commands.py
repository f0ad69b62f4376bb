"""What the command line computes, as functions."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple, Union

from ._game import GameLike, load_game, register
from ._outwit import State
from ._run import ProgressLine, flags, json_of, run

if TYPE_CHECKING:
    import pandas

AgentLike = Union[str, object]


def command(words: Sequence[str], *, timeout: Optional[float] = None, input: Optional[str] = None) -> str:
    """What a command of the command line prints: ``outwit.command(["show", "othello"])``."""
    return run(words, timeout=timeout, input=input)


def spec_of(agent: AgentLike) -> str:
    """The spec of an agent: a spec, an agent, or one written in Python."""
    if isinstance(agent, str):
        return agent
    from ._agent import Agent

    if isinstance(agent, Agent):
        return agent.spec
    return register(agent() if isinstance(agent, type) else agent)


def _game(game: GameLike) -> str:
    return load_game(game).spec


def _place(game: Union[GameLike, State], position: Optional[str], after: Union[str, Sequence[str], None], seed: int) -> List[str]:
    """The words that say which position is meant."""
    if isinstance(game, State):
        if position is not None or after is not None:
            raise ValueError("a state says where it is: give a game together with position= or after=")
        words = [game.get_game().spec, f"--position={game.start}", f"--seed={seed}"]
        made = game.moves_made()
        return words + ([f"--after={' '.join(made)}"] if made else [])
    moves = after if after is None or isinstance(after, str) else " ".join(after)
    return [_game(game), *flags(position=position, after=moves, seed=seed)]


@dataclass(frozen=True)
class Solution:
    """The exact value of a position."""

    game: str
    position: str
    seed: int
    #: "value", "force" or "induction".
    meaning: str
    depends_on_ties: bool
    #: The value to each seat.
    value: List[Optional[float]]
    #: "seat 1", "draw" or "value".
    outcome: str
    #: Positions that were stored or labelled.
    states: int
    #: The best moves.
    best: List[str]
    #: What else there is to say.
    remarks: List[str]


def solve(
    game: Union[GameLike, State],
    *,
    position: Optional[str] = None,
    after: Union[str, Sequence[str], None] = None,
    seed: int = 0,
    meaning: Optional[str] = None,
    timeout: Optional[float] = None,
    progress: Optional[ProgressLine] = None,
) -> Solution:
    """The exact value of a position, to the very end of the game."""
    words = ["solve", *_place(game, position, after, seed), *flags(meaning=meaning)]
    return Solution(**json_of(words, timeout=timeout, progress=progress))


@dataclass(frozen=True)
class Expectation:
    """What to expect when given agents play."""

    game: str
    agents: List[str]
    seed: int
    #: The expected payoff of each seat.
    payoffs: List[float]
    #: From where they play.
    position: str


def expect(
    game: Union[GameLike, State],
    *agents: AgentLike,
    position: Optional[str] = None,
    after: Union[str, Sequence[str], None] = None,
    seed: int = 0,
    limit: Optional[int] = None,
    timeout: Optional[float] = None,
    progress: Optional[ProgressLine] = None,
) -> Expectation:
    """The exact expected payoffs when agents play a small game, over chance and all their tie-breaks."""
    place = _place(game, position, after, seed)
    words = ["expect", place[0], *map(spec_of, agents), *place[1:], *flags(limit=limit)]
    raw = json_of(words, timeout=timeout, progress=progress)
    return Expectation(raw["game"], raw["agents"], raw["seed"], raw["value"], raw["position"])


def analyse(
    game: Union[GameLike, State],
    *,
    position: Optional[str] = None,
    after: Union[str, Sequence[str], None] = None,
    seed: int = 0,
    class_: Optional[str] = None,
    eval: Optional[str] = None,
    rules: Union[str, Sequence[str], None] = None,
    depth: Optional[int] = None,
    starts: Optional[int] = None,
    at_starts: bool = False,
    states: Optional[int] = None,
    plot: Union[str, Path, None] = None,
    timeout: Optional[float] = None,
    progress: Optional[ProgressLine] = None,
) -> "dict[str, Any]":
    """Looks at every position of a small open game for two: size, values, dependence of siblings, accuracy by depth. Each key
    is a table, a list of rows."""
    named = rules if rules is None or isinstance(rules, str) else ",".join(rules)
    options = flags(
        class_=class_, eval=eval, rules=named, depth=depth, starts=starts, at_starts=at_starts, states=states, plot=plot
    )
    document: "dict[str, Any]" = json_of(
        ["analyse", *_place(game, position, after, seed), *options], timeout=timeout, progress=progress
    )
    return document


def winprob(intervals: Union[str, Sequence[Union[float, Tuple[float, float]]]]) -> List[float]:
    """The probability of each seat to end up highest, from the intervals its value lies in: ``"4..6 3..5"``, or pairs."""
    if not isinstance(intervals, str):
        pairs = [(x, x) if isinstance(x, (int, float)) else (x[0], x[1]) for x in intervals]
        intervals = " ".join(f"{low!r}..{high!r}" for low, high in pairs)
    probabilities: List[float] = json_of(["winprob", intervals])["probabilities"]
    return probabilities


def decide(
    file: Union[str, Path, None] = None,
    *,
    tree: Optional[str] = None,
    lotteries: Sequence[str] = (),
    prefer: Sequence[str] = (),
    preferences: Union[str, Path, None] = None,
    utility: Optional[str] = None,
    fee: Optional[float] = None,
    rounds: Optional[int] = None,
) -> "dict[str, Any]":
    """Decides under uncertainty: a decision tree (a file, or the text of one), lotteries, or a list of preferences."""
    import os
    import tempfile

    words = ["decide", *flags(preferences=preferences, utility=utility, fee=fee, rounds=rounds)]
    words += [f"--lottery={lottery}" for lottery in lotteries]
    words += [f"--prefer={statement}" for statement in prefer]
    written = None
    try:
        if tree is not None:
            number, written = tempfile.mkstemp(suffix=".json")
            with os.fdopen(number, "w", encoding="utf-8") as out:
                out.write(tree)
        name = file if file is not None else written
        document: "dict[str, Any]" = json_of([*words, *([str(name)] if name is not None else [])])
        return document
    finally:
        if written is not None:
            os.unlink(written)


@dataclass(frozen=True)
class Equilibrium:
    """Strategies from which no seat gains by departing alone."""

    game: str
    #: How they were found.
    method: str
    #: What each seat gets, one list an equilibrium.
    values: List[List[float]]
    #: How much a best reply wins, on average over the seats; None for methods that tell a regret.
    exploitability: Optional[float]
    #: For each equilibrium, the information sets with the probability of each move.
    strategies: List[Optional[List["dict[str, Any]"]]]
    #: All that the command line prints.
    raw: "dict[str, Any]"


def equilibrium(
    game: GameLike,
    *,
    method: Optional[str] = None,
    target: Optional[float] = None,
    iterations: Optional[int] = None,
    nodes: Optional[int] = None,
    seed: int = 0,
    strategies: bool = True,
    timeout: Optional[float] = None,
) -> Equilibrium:
    """Strategies from which no seat gains by departing alone, in a game that fits in memory."""
    options = flags(
        method=method, target=target, iterations=iterations, nodes=nodes, seed=seed, strategies=strategies
    )
    raw = json_of(["equilibrium", _game(game), *options], timeout=timeout)
    if "equilibria" in raw:
        found = raw["equilibria"]
        values, told = [one["value"] for one in found], [one["strategies"] for one in found]
    else:
        values, told = [raw["value"]], [raw["strategies"]]
    return Equilibrium(raw["game"], raw["method"], values, raw.get("exploitability"), told, raw)


@dataclass(frozen=True)
class Exploitability:
    """How much a best reply wins against an agent."""

    agent: str
    #: On average over the seats; where it was sampled, the two bounds stand in ``raw``.
    exploitability: Optional[float]
    #: What the first seat gets when the agent plays itself.
    value: Optional[float]
    #: What a best reply gets in each seat.
    best_replies: Optional[List[float]]
    raw: "dict[str, Any]"


def exploit(
    game: GameLike,
    *agents: AgentLike,
    seeds: Optional[int] = None,
    samples: Optional[int] = None,
    batch: Optional[int] = None,
    nodes: Optional[int] = None,
    seed: int = 0,
    timeout: Optional[float] = None,
) -> List[Exploitability]:
    """How much a best reply wins against each agent, in a two-seat zero-sum game; bounds of it with ``samples``."""
    options = flags(seeds=seeds, samples=samples, batch=batch, nodes=nodes, seed=seed)
    raw = json_of(["exploit", _game(game), *map(spec_of, agents), *options], timeout=timeout)
    return [
        Exploitability(
            row["agent"], row.get("exploitability"), (row.get("value") or [None])[0], row.get("best_replies"), row
        )
        for row in raw["agents"]
    ]


@dataclass(frozen=True)
class Reproduction:
    """A published experiment, repeated: its numbers beside ours."""

    paper: str
    seed: int
    size: str
    #: How many cells got which verdict.
    counts: "dict[str, int]"
    #: One dictionary a cell, table by table as :func:`papers` lists them.
    cells: List["dict[str, Any]"]
    raw: "dict[str, Any]"

    def to_pandas(self) -> "pandas.DataFrame":
        """The cells as a table."""
        import pandas

        return pandas.DataFrame(self.cells)

    def _repr_html_(self) -> str:
        columns = ["table", "row", "column", "published", "measured", "low", "high", "verdict"]
        head = "".join(f"<th>{column}</th>" for column in columns)

        def cell(value: object) -> str:
            return "" if value is None else escape(f"{value:.6g}" if isinstance(value, float) else str(value))

        rows = "".join(
            "<tr>" + "".join(f"<td>{cell(row.get(column))}</td>" for column in columns) + "</tr>" for row in self.cells
        )
        return f"<p>{escape(self.paper)}, seed {self.seed}, {self.size}</p><table><tr>{head}</tr>{rows}</table>"


def papers() -> List["dict[str, Any]"]:
    """The papers that can be repeated, with their tables and figures."""
    listed: List["dict[str, Any]"] = json_of(["reproduce"])
    return listed


def reproduce(
    paper: str,
    *,
    table: Union[str, int, None] = None,
    figure: Union[str, int, None] = None,
    full: bool = False,
    seed: int = 0,
    threads: Optional[int] = None,
    out: Union[str, Path, None] = None,
    store: Union[str, Path, None] = None,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
) -> Reproduction:
    """Repeats a published experiment and sets its numbers beside ours."""
    options = flags(table=table, figure=figure, full=full, seed=seed, threads=threads, out=out, store=store)
    raw = json_of(["reproduce", paper, *options], progress=progress, timeout=timeout)
    tables = [str(table["name"]) for entry in papers() if entry["id"] == paper for table in entry["tables"]]
    cells = sorted(raw["cells"], key=lambda cell: tables.index(cell["table"]))
    return Reproduction(raw["paper"], raw["seed"], raw["size"], raw["counts"], cells, raw)


def learn(
    game: GameLike,
    out: Union[str, Path],
    *,
    from_: Optional[str] = None,
    eval: Optional[str] = None,
    combine: Optional[int] = None,
    prior: Optional[str] = None,
    games: Optional[int] = None,
    cap: Optional[int] = None,
    states: Optional[int] = None,
    tournament: Optional[int] = None,
    store: Union[str, Path, None] = None,
    seed: int = 0,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
) -> "dict[str, Any]":
    """Learns an evaluation of an open game for two from data, into a file for ``eval=(learned:file=FILE)``."""
    options = flags(
        out=out, from_=from_, eval=eval, combine=combine, prior=prior, games=games, cap=cap, states=states,
        tournament=tournament, store=store, seed=seed,
    )  # fmt: skip
    document: "dict[str, Any]" = json_of(["learn", _game(game), *options], progress=progress, timeout=timeout)
    return document


def train(
    game: GameLike,
    *,
    eval: Optional[str] = None,
    games: Optional[int] = None,
    depth: Optional[int] = None,
    classes: Optional[int] = None,
    spikes: Optional[int] = None,
    seed: int = 0,
    samples: Union[str, Path, None] = None,
    out: Union[str, Path, None] = None,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
) -> str:
    """Learns how an evaluation's values change under a deeper look; what was learned, as text."""
    options = flags(eval=eval, games=games, depth=depth, classes=classes, spikes=spikes, seed=seed, samples=samples)
    text = run(["train", _game(game), *options], progress=progress, timeout=timeout)
    if out is not None:
        Path(out).write_text(text, encoding="utf-8")
    return text
