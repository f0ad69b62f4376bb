"""Agents: those of the list by their specs, and those written in Python."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

from . import _outwit
from ._game import GameLike, load_game, register
from ._outwit import LoadedGame, State
from ._report import Report, report_of
from ._run import json_of

Evaluate = Callable[[State], Union[float, Sequence[float]]]
Progress = Callable[[int, int, str], object]


def _value(value: object) -> str:
    """A value as specs write it: parentheses around what is a spec itself."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f"({text})" if any(c in text for c in ":,") and not text.startswith("(") else text


def with_settings(spec: str, settings: "dict[str, object]") -> str:
    """A spec with more settings."""
    given = [f"{key.rstrip('_').replace('_', '-')}={_value(value)}" for key, value in settings.items() if value is not None]
    if not given:
        return spec
    return spec + ("," if ":" in spec else ":") + ",".join(given)


class Agent:
    """Sits in a seat of one game."""

    __slots__ = ("_agent", "_what", "last_report")

    def __init__(self, agent: _outwit.Agent, what: object) -> None:
        self._agent = agent
        self._what = what
        #: What it last reported, also when the interrupt key ended the search.
        self.last_report: Optional[Report] = None

    @property
    def spec(self) -> str:
        """The spec, written the one way specs are written back."""
        return self._agent.spec

    @property
    def game(self) -> LoadedGame:
        """The game it plays."""
        return self._agent.game

    def advise(
        self,
        state: State,
        seat: Optional[int] = None,
        *,
        seed: int = 0,
        timeout: Optional[float] = None,
        progress: Optional[Progress] = None,
        tree: bool = False,
    ) -> Report:
        """What the agent would play here, and all it found out. The same seed gives the same report.

        ``timeout`` seconds end the search with the best so far; so does the interrupt key, whose KeyboardInterrupt is raised once
        the report is in ``last_report``. ``progress(depth, nodes, line)`` hears how far it has come. ``tree`` keeps the searched
        tree.
        """
        found = self._agent._advise(state, seat, seed, timeout, progress, tree)
        document, written, is_late, interrupt = found
        report = report_of(document, written, is_late or interrupt is not None)
        self.last_report = report
        if interrupt is not None:
            raise interrupt
        return report

    def step(self, state: State, *, timeout: Optional[float] = None) -> int:
        """The action that it plays here. It remembers what it thought earlier in the same game."""
        return self._agent.step(state, timeout)

    def choose(self, state: State, *, timeout: Optional[float] = None) -> str:
        """The text of the move that it plays here."""
        return self._agent.choose(state, timeout)

    def restart(self) -> None:
        """Forgets the game it was playing."""
        self._agent.restart()

    def __reduce__(self) -> Tuple[Callable[..., "Agent"], Tuple[object, LoadedGame]]:
        # What it remembers of a game stays here.
        return agent, (self._what, self.game)

    def __repr__(self) -> str:
        return repr(self._agent)


def agent(
    what: object,
    game: GameLike,
    *,
    evaluation: Optional[Evaluate] = None,
    **settings: object,
) -> Agent:
    """The agent of a spec such as ``"alphabeta:depth=8"``, with more settings by keywords; or one written in Python: a
    :class:`Player`, or a function of a view.

    ``evaluation`` is a function of a state that says what a position is worth to each seat, or to the first of two.
    """
    loaded = load_game(game)
    if isinstance(what, type):
        what = what()
    if isinstance(what, str):
        if evaluation is not None:
            settings["eval"] = register(evaluation)
        what = with_settings(what, settings)
    elif settings or evaluation is not None:
        raise ValueError("settings belong to a spec: an agent written in Python has its own")
    return Agent(_outwit._agent(what, loaded), what)


def compose(
    game: GameLike,
    *,
    grow: Optional[str] = None,
    value: Union[str, Evaluate, None] = None,
    backup: Optional[str] = None,
    belief: Optional[str] = None,
    **settings: object,
) -> Agent:
    """A search put together: how the tree grows x how a leaf is valued x how values are backed up x what is believed about the
    others. ``outwit.agents("compose")`` lists the choices. ``value`` may be a function of a state."""
    axes = {"grow": grow, "backup": backup, "belief": belief}
    given: "dict[str, object]" = {key: choice for key, choice in axes.items() if choice is not None}
    if value is not None:
        given["value"] = value if isinstance(value, str) else register(value)
    return agent(with_settings("compose", {**given, **settings}), game)


def agents(name: Optional[str] = None, *, game: Optional[GameLike] = None) -> List["dict[str, Any]"]:
    """Who plays: all agents, those that can play a game, or one of them."""
    words = ["agents", *([name] if name else [])]
    if game is not None:
        words.append(f"--game={load_game(game).spec}")
    listed: List["dict[str, Any]"] = json_of(words)
    return listed
