"""Decision-making when other minds are at the table.

Games with states shaped like OpenSpiel's, searches that model their opponents, agents made of them, an arena to compare them
honestly, and everything else that the command line ``outwit`` does::

    import outwit

    game = outwit.load_game("connect4")
    state = game.new_initial_state()
    state.apply_action("4")
    report = outwit.agent("alphabeta:depth=6", game).advise(state)
    print(report.move, report.value)

A game, an agent or an evaluation of your own takes part everywhere: see :class:`Game`, :class:`Player` and
:func:`agent`. Bridges stand in ``outwit.openspiel`` and ``outwit.pettingzoo``, a cluster in ``outwit.ray``.
"""

from ._agent import Agent, agent, agents, compose
from ._arena import Tournament, arena, tournaments
from ._commands import (
    Equilibrium,
    Expectation,
    Exploitability,
    Reproduction,
    Solution,
    analyse,
    command,
    decide,
    equilibrium,
    expect,
    exploit,
    learn,
    papers,
    reproduce,
    solve,
    train,
    winprob,
)
from ._game import BrokenLaw, Game, Player, check_laws, games, load_game, register
from ._outwit import CHANCE, OVER, LoadedGame, Random, SeatView, State, __version__
from ._report import MoveReport, Report

__all__ = [
    "CHANCE",
    "OVER",
    "Agent",
    "BrokenLaw",
    "Equilibrium",
    "Expectation",
    "Exploitability",
    "Game",
    "LoadedGame",
    "MoveReport",
    "Player",
    "Random",
    "Report",
    "Reproduction",
    "SeatView",
    "Solution",
    "State",
    "Tournament",
    "__version__",
    "agent",
    "agents",
    "analyse",
    "arena",
    "check_laws",
    "command",
    "compose",
    "decide",
    "equilibrium",
    "expect",
    "exploit",
    "games",
    "learn",
    "load_game",
    "papers",
    "register",
    "reproduce",
    "solve",
    "tournaments",
    "train",
    "winprob",
]
