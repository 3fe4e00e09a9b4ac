"""The settings of one search."""

from typing import final

from mypy_extensions import i64


@final
class SearchSettings:
    """How one search goes. `race` and `explore` take all of it; what concerns only one of them says so."""

    playouts: i64
    """How many to make at most, over all moves."""
    deadline: float
    """A time of `perf_counter` at which to stop; 0 for none."""
    guided: bool
    """Whether the game's knowledge is used: its shortlists in a tree, its heuristics in playouts. Without it, playouts
    are random, and a tree tries all legal moves."""
    all_moves: bool
    """Whether all legal moves are tried, not only those of the shortlist, to get an estimate of each."""
    tolerance: float
    """In a race: the difference in the chance of winning that is not worth more playouts. At 0 the whole budget is
    spent; below, no move drops out."""
    depth: i64
    """In a tree: how many moves, from the root on, are chosen in the tree; the rest is playout."""
    exploration: float
    """In a tree: how much rarely tried moves are favoured."""
    widening: float
    """In a tree: how fast a node opens up to the later moves of its shortlist; 0: at once."""

    def __init__(
        self,
        playouts: i64,
        deadline: float = 0.0,
        guided: bool = True,
        all_moves: bool = False,
        tolerance: float = 0.002,
        depth: i64 = 40,
        exploration: float = 0.7,
        widening: float = 0.0,
    ) -> None:
        self.playouts = playouts
        self.deadline = deadline
        self.guided = guided
        self.all_moves = all_moves
        self.tolerance = tolerance
        self.depth = depth
        self.exploration = exploration
        self.widening = widening

    def __repr__(self) -> str:
        kind = "guided" if self.guided else "random"
        return f"<SearchSettings: {self.playouts} playouts, {kind}, {'all' if self.all_moves else 'shortlisted'} moves>"
