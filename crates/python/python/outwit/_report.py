"""What an agent answers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import Any, List, Optional


@dataclass(frozen=True)
class MoveReport:
    """What a search found out about one move."""

    #: The move.
    move: str
    #: Its value to each seat; None where it was not computed.
    values: List[Optional[float]]
    #: "at most" or "at least" where the value is a bound for the mover; None where it is the value.
    bound: Optional[str]
    #: With what probability the agent plays it.
    probability: float


@dataclass(frozen=True)
class Report:
    """What an agent chose, and why: all that ``outwit advise --json`` prints."""

    game: str
    position: str
    agent: str
    seed: int
    #: The move chosen.
    move: str
    #: All equally good moves.
    best: List[str]
    #: Every legal move, in the game's order.
    moves: List[MoveReport]
    #: The value of the position to each seat.
    value: List[Optional[float]]
    #: The play that the search expects.
    pv: List[str]
    #: Moves made inside the search.
    nodes: int
    #: Plies searched completely.
    depth: int
    #: Milliseconds that it took.
    ms: float
    #: What the agent takes for granted about the others, if that is known.
    assumes: Optional[str]
    #: What else it has to say.
    remarks: List[str]
    #: What this agent alone reports: beliefs, distributions, worlds.
    extras: "dict[str, Any]" = field(default_factory=dict)
    #: Whether the time was up, or the interrupt key pressed, before it was done.
    stopped: bool = False
    #: The searched tree in the format of the game ``tree``, where it was asked for.
    tree: Optional["dict[str, Any]"] = None

    @property
    def probabilities(self) -> "dict[str, float]":
        """With what probability each move is played."""
        return {found.move: found.probability for found in self.moves}

    def _repr_html_(self) -> str:
        def number(x: Optional[float]) -> str:
            return "" if x is None else f"{x:.4g}"

        rows = "".join(
            f"<tr><td>{escape(found.move)}</td>"
            + "".join(f"<td>{escape(found.bound or '')} {number(x)}</td>" for x in found.values)
            + f"<td>{found.probability:.1%}</td></tr>"
            for found in sorted(self.moves, key=lambda found: -found.probability)
        )
        seats = "".join(f"<th>seat {seat + 1}</th>" for seat in range(len(self.value)))
        head = f"<p><b>{escape(self.move)}</b> by {escape(self.agent)}, depth {self.depth}, {self.nodes} nodes</p>"
        return f"{head}<table><tr><th>move</th>{seats}<th>probability</th></tr>{rows}</table>"


_FIELDS = {
    "game", "position", "agent", "seed", "move", "best", "moves", "value", "pv", "nodes", "depth", "ms", "assumes", "remarks",
}  # fmt: skip


def report_of(document: "dict[str, Any]", tree: Optional[str], stopped: bool) -> Report:
    """A report from the command line's JSON."""
    fields = {key: document[key] for key in _FIELDS if key != "moves"}
    moves = [MoveReport(found["move"], found["values"], found["bound"], found["probability"]) for found in document["moves"]]
    extras = {key: value for key, value in document.items() if key not in _FIELDS}
    written = None if tree is None else json.loads(tree)
    return Report(**fields, moves=moves, extras=extras, stopped=stopped, tree=written)
