"""The compiled half of the package."""

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

CHANCE: int
OVER: int
__version__: str

class Random:
    """A seeded generator: the same numbers on every machine."""

    def __new__(cls, seed: int = 0) -> Random: ...
    def below(self, bound: int) -> int:
        """Uniform in 0 to ``bound`` - 1."""
    def unit(self) -> float:
        """Uniform in [0, 1)."""

class LoadedGame:
    """The rules of a game with its parameters: what ``outwit.load_game`` gives."""

    @property
    def spec(self) -> str:
        """The spec, written the one way specs are written back."""
    @property
    def name(self) -> str:
        """The name in the spec."""
    @property
    def own(self) -> Optional[Any]:
        """The object whose methods are the rules, for a game that is written in Python."""
    @property
    def is_hidden(self) -> bool:
        """Whether some seat is not shown everything."""
    @property
    def has_chance(self) -> bool:
        """Whether some positions are chance's turn."""
    @property
    def has_draws(self) -> bool:
        """Whether at some of those the outcomes are too many to list."""
    @property
    def is_cyclic(self) -> bool:
        """Whether a position may come back."""
    @property
    def facts(self) -> Dict[str, Any]:
        """What is true of every position."""
    def num_players(self) -> int:
        """How many seats."""
    def min_utility(self) -> float:
        """No seat is ever paid less."""
    def max_utility(self) -> float:
        """No seat is ever paid more."""
    def utility_sum(self) -> Optional[float]:
        """What the payoffs add up to, if they always add up to the same."""
    def evaluations(self) -> List[str]:
        """The names of the game's evaluations; the first is the default."""
    def agents(self) -> List[str]:
        """The agents of the list that can play it."""
    def default_agent(self) -> str:
        """The agent that fits the game best."""
    def new_initial_state(self, seed: int = 0) -> State:
        """The start that the seed draws."""
    def state(
        self, position: Optional[str] = None, after: Union[str, Sequence[str], None] = None, seed: int = 0
    ) -> State:
        """A position by its text, the start of the seed without one, after these moves."""
    def deserialize_state(self, text: str) -> State:
        """Reads what ``state.serialize()`` wrote."""
    def playouts(
        self, games: int, seed: int = 0, state: Optional[State] = None, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """Plays games of random moves at the game's own speed: ``games``, ``moves`` of all, and mean ``payoffs``."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class State:
    """A position of a game with how it came about, shaped like OpenSpiel's."""

    def get_game(self) -> LoadedGame:
        """The game."""
    def current_player(self) -> int:
        """Who is to move, counted from 0; ``outwit.CHANCE`` at a turn of chance, ``outwit.OVER`` when the game is over."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def is_chance_node(self) -> bool:
        """Whether it is chance's turn."""
    def is_player_node(self) -> bool:
        """Whether a player is to move."""
    def num_players(self) -> int:
        """How many seats."""
    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The legal actions of whoever is to move, or the outcomes of chance, in the game's order; none for another player."""
    def legal_moves(self) -> List[str]:
        """The texts of the legal moves."""
    def action_to_string(self, player_or_action: Union[int, str], action: Union[int, str, None] = None) -> str:
        """The text of a legal action."""
    def string_to_action(self, player_or_text: Union[int, str], text: Optional[str] = None) -> int:
        """The action that a text names here."""
    def apply_action(self, action: Union[int, str]) -> None:
        """Makes a legal move: an action's number, or a move's text."""
    def random_action(self, random: Random) -> int:
        """A legal action or an outcome of chance, drawn at random: outcomes by their weights."""
    def play_randomly(self, random: Random) -> int:
        """Makes moves at random until the game is over, 10,000 at most; gives how many."""
    def draw(self, random: Optional[Random] = None) -> int:
        """Draws what chance brings here: what this deal, by the seed of the state, has in store. Gives the action."""
    def undo(self) -> None:
        """Takes the last move back."""
    def undo_action(self, player: int, action: int) -> None:
        """As in OpenSpiel: takes back the last move, which must have been this one."""
    def returns(self) -> List[float]:
        """What each seat is paid; zeros before the game is over."""
    def rewards(self) -> List[float]:
        """What the last move paid each seat: everything is paid in the end."""
    def player_return(self, player: int) -> float:
        """What one seat is paid."""
    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that a player knows, as text: what it has seen, a line each; the moves made, in an open game."""
    def seen(self, player: Optional[int] = None) -> List[str]:
        """What a player has seen, in words and in order; the moves made, in an open game."""
    def observation_string(self, player: Optional[int] = None) -> str:
        """The game as a player sees it, as a picture of characters."""
    def clone(self) -> State:
        """A copy. Whoever plays on with one changes nothing for the other."""
    def child(self, action: Union[int, str]) -> State:
        """A copy after one more move."""
    def resample_from_infostate(self, player: int, seed: int = 0) -> State:
        """A position that agrees with everything the player has seen, drawn with the seed. The player has seen the same in it; of
        the others only their first look is known there."""
    def worlds(self, player: int, count: int, seed: int = 0) -> List[State]:
        """So many positions that agree with everything the player has seen."""
    def history(self) -> List[int]:
        """The actions made, those of chance included."""
    def moves_made(self) -> List[str]:
        """The texts of the moves made."""
    def move_number(self) -> int:
        """How many moves were made."""
    @property
    def position(self) -> str:
        """The position as one line of text, which ``game.state`` reads."""
    @property
    def start(self) -> str:
        """Where play began, as text."""
    @property
    def seed(self) -> int:
        """The seed that the start was drawn with."""
    def serialize(self) -> str:
        """All of it as text, for ``game.deserialize_state``."""
    def svg(self, player: Optional[int] = None) -> str:
        """The position as an SVG drawing: all of it, or what a player sees."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...

class SeatView:
    """What a seat knows, as an agent written in Python is shown it: nothing else is in it."""

    @property
    def seat(self) -> int:
        """Whose view it is, counted from 0."""
    @property
    def seen(self) -> List[str]:
        """What the seat has seen, in words and in order."""
    @property
    def legal_actions(self) -> List[int]:
        """The numbers of the legal actions."""
    @property
    def legal_moves(self) -> List[str]:
        """Their texts."""
    @property
    def picture(self) -> str:
        """The game as the seat sees it, as a picture of characters."""
    @property
    def seed(self) -> int:
        """A seed for what the agent draws in this game."""
    @property
    def state(self) -> Optional[State]:
        """The position, in an open game; None where something is hidden."""
    @property
    def game(self) -> LoadedGame:
        """The game."""

class Agent:
    @property
    def spec(self) -> str: ...
    @property
    def game(self) -> LoadedGame: ...
    def restart(self) -> None: ...
    def _advise(
        self,
        state: State,
        seat: Optional[int] = None,
        seed: int = 0,
        timeout: Optional[float] = None,
        progress: Optional[Callable[[int, int, str], object]] = None,
        tree: bool = False,
    ) -> Tuple[Dict[str, Any], Optional[str], bool, Optional[BaseException]]: ...
    def step(self, state: State, timeout: Optional[float] = None) -> int: ...
    def choose(self, state: State, timeout: Optional[float] = None) -> str: ...

class DealStore:
    """A store of tournaments that deals are written to."""

    def __new__(cls, path: str) -> DealStore: ...
    def setting(self, id: int) -> Tuple[str, str]: ...
    def done(self, id: int) -> List[int]: ...
    def write(self, id: int, records: str) -> int: ...

def _load(spec: str) -> LoadedGame: ...
def _read_state(game: LoadedGame, text: str) -> State: ...
def _agent(what: object, game: LoadedGame) -> Agent: ...
def _laws(game: LoadedGame, games: int, seed: int) -> Dict[str, Any]: ...
def _register(name: str, object: object) -> None: ...
def _command(
    words: List[str],
    input: Optional[str] = None,
    progress: Optional[Callable[[str], None]] = None,
    timeout: Optional[float] = None,
    begin_stopped: bool = False,
) -> Tuple[int, str, str, bool]: ...
def _main(words: List[str]) -> int: ...
def _play_deals(setting: str, deals: List[int]) -> str: ...
