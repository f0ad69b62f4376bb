"""Games: those of the list, and those written in Python."""

from __future__ import annotations

import ast
import random
from typing import Any, Hashable, List, Optional, Sequence, Union

from . import _outwit
from ._outwit import LoadedGame, SeatView
from ._run import json_of

_names: "dict[str, object]" = {}


class BrokenLaw(ValueError):
    """A law that a game breaks: which, what was seen, and after which moves."""

    def __init__(self, law: str, detail: str, path: List[str]) -> None:
        super().__init__(f"broken law: {law}: {detail} (after {' '.join(path) or 'no move'})")
        self.law = law
        self.detail = detail
        self.path = path


class Game:
    """The rules of a game of your own: subclass it, and every agent plays it.

    States and moves are plain values that can be compared and hashed and are never changed: text, numbers, tuples of them, or
    objects of a frozen class of yours. A state is all that the future depends on. Required are :meth:`players`, :meth:`start`,
    :meth:`turn`, :meth:`moves`, :meth:`play` and :meth:`payoffs`; the rest has defaults. :func:`check_laws` tells what is wrong.
    """

    #: What the game is called in specs; the name of its class if empty.
    name: str = ""
    #: No seat is ever paid less.
    lowest: float = -1.0
    #: No seat is ever paid more.
    highest: float = 1.0
    #: What the payoffs of every final position add up to; None if that differs.
    sum: Optional[float] = 0.0
    #: Some positions are chance's turn.
    chance: bool = False
    #: Some seat is not shown everything: then say in :meth:`observe` what each sees.
    hidden: bool = False
    #: A position may come back.
    cyclic: bool = False
    #: About how many distinct positions there are. Games with few are searched to the end.
    positions: float = float("inf")

    # ---- what a game must say

    def players(self) -> int:
        """How many seats, 1 to 6."""
        raise NotImplementedError("a game says how many players() it has")

    def start(self, rng: random.Random) -> Any:
        """A state to start from. Games with one fixed start ignore the generator."""
        raise NotImplementedError("a game says where it begins: start(rng)")

    def turn(self, state: Any) -> Optional[int]:
        """Who moves, counted from 0; ``outwit.CHANCE`` at a turn of chance, ``outwit.OVER`` or None when the game is over."""
        raise NotImplementedError("a game says whose turn(state) it is")

    def moves(self, state: Any) -> Sequence[Any]:
        """The legal moves, or the outcomes of chance, in an order that depends on the state alone."""
        raise NotImplementedError("a game lists its moves(state)")

    def play(self, state: Any, move: Any) -> Any:
        """The state after a legal move. The old one stays as it is."""
        raise NotImplementedError("a game says what comes of a move: play(state, move)")

    def payoffs(self, state: Any) -> Sequence[float]:
        """What each seat gets. Only asked when the game is over."""
        raise NotImplementedError("a game says what it pays: payoffs(state)")

    # ---- text and pictures

    def text(self, state: Any) -> str:
        """The state as one line of text; what Python writes for it, by default."""
        return repr(state)

    def read(self, text: str) -> Any:
        """Reads what :meth:`text` writes. By default any text, number or tuple that Python writes."""
        return ast.literal_eval(text)

    def move_text(self, state: Any, move: Any) -> str:
        """A move as text without white space, different for every move of a state."""
        return str(move)

    def picture(self, state: Any) -> str:
        """The state as a picture of characters, several lines."""
        return self.text(state)

    def svg(self, state: Any) -> str:
        """The state as an SVG drawing."""
        raise NotImplementedError

    # ---- chance, hidden information, evaluation

    def weight(self, state: Any, outcome: Any) -> int:
        """The weight of an outcome of chance, a whole number from 1 up."""
        return 1

    def first_look(self, state: Any, seat: int) -> Optional[Hashable]:
        """What a seat sees before the first move: its hand, say. Nothing by default."""
        return None

    def observe(self, before: Any, move: Any, after: Any, seat: int) -> Optional[Hashable]:
        """What a seat sees of a move; None when it does not notice that one was made. The move itself, by default."""
        return move  # type: ignore[no-any-return]

    def seen_text(self, seen: Any) -> str:
        """An observation in words."""
        return str(seen)

    def read_seen(self, seat: int, text: str) -> Hashable:
        """Reads what :meth:`seen_text` writes."""
        return text

    def sample(self, seat: int, seen: List[Any], rng: random.Random) -> Optional[Any]:
        """A state that agrees with all that a seat has seen, drawn at random, if the game knows how; else worlds are found by
        playing from the start."""
        return None

    def starts(self) -> Optional[Sequence[Any]]:
        """Every state that :meth:`start` may draw, each equally likely, where they can be listed."""
        return None

    def evaluate(self, state: Any) -> Sequence[float]:
        """What a state is worth to each seat before the game is over."""
        raise NotImplementedError

    def key(self, state: Any) -> Hashable:
        """Text, a number or a tuple that equal states share: faster to hash than an object of your own."""
        raise NotImplementedError

    # ---- not to be replaced

    def load(self) -> LoadedGame:
        """The game as ``outwit.load_game`` gives it."""
        return load_game(self)


class Player:
    """An agent of your own: subclass it, or write a function of a view.

    ``choose`` is given a :class:`SeatView` and answers with a legal move: its text, its number, or a dictionary of moves with the
    probability of each. ``begin`` hears of a new game.
    """

    def begin(self, seat: int, seed: int) -> None:
        """A game begins. All randomness comes from the seed."""

    def choose(self, view: SeatView) -> Any:
        """A legal move."""
        raise NotImplementedError("an agent says what it plays: choose(view)")


GameLike = Union[str, LoadedGame, Game]


def _is_same(one: object, two: object) -> bool:
    if one is two:
        return True
    try:
        return isinstance(one, (Game, Player)) and type(one) is type(two) and vars(one) == vars(two)
    except Exception:  # whatever their comparison raises, they are not the same
        return False


def register(thing: object, name: str = "") -> str:
    """Gives a game, an agent or an evaluation written in Python a name; the spec that speaks of it from now on.

    Something else under the same name is replaced. In another process a name such as ``module.MyGame`` is imported.
    """
    own = name or str(getattr(thing, "name", "")) or str(getattr(thing, "__qualname__", type(thing).__qualname__))
    cleaned = "".join(c if c.isalnum() or c in "_-." else "-" for c in own)
    if not name:
        # Two things of one class that differ are two things.
        base, number = cleaned, 1
        while cleaned in _names and not _is_same(_names[cleaned], thing):
            number += 1
            cleaned = f"{base}-{number}"
        if cleaned in _names:
            return f"python:name={cleaned}"
    _outwit._register(cleaned, thing)
    _names[cleaned] = thing
    return f"python:name={cleaned}"


def load_game(game: GameLike) -> LoadedGame:
    """The game of a spec, or one written in Python::

        game = outwit.load_game("connect4")
        small = outwit.load_game("connect4:width=5,height=4")
        mine = outwit.load_game(MyGame())            # a subclass of outwit.Game
        state = game.new_initial_state(seed=0)

    ``outwit.games()`` lists what there is to play, with the parameters of each.
    """
    if isinstance(game, LoadedGame):
        return game
    if isinstance(game, str):
        return _outwit._load(game)
    if isinstance(game, Game):
        return _outwit._load(register(game))
    if isinstance(game, type) and issubclass(game, Game):
        return _outwit._load(register(game()))
    raise TypeError("a game is a spec such as 'connect4', what load_game gave, or a subclass of outwit.Game")


def games(name: Optional[str] = None) -> List["dict[str, Any]"]:
    """What there is to play, with parameters, rules and who can play it; or one of them."""
    listed: List["dict[str, Any]"] = json_of(["games", *([name] if name else [])])
    return listed


def check_laws(game: GameLike, games: int = 40, seed: int = 0) -> "dict[str, int]":
    """Checks the laws that any game must pass along random games. Tells what was covered; raises :class:`BrokenLaw`."""
    found = _outwit._laws(load_game(game), games, seed)
    if "law" in found:
        raise BrokenLaw(found["law"], found["detail"], found["path"])
    return found
