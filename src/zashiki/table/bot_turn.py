"""A decision that a bot has to make."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BotTurn:
    """A decision that a bot has to make."""

    table: str
    seat: int
    level: int
    asked_ply: int
    asked_at: float

    @property
    def key(self) -> str:
        """Identifies the decision, whoever asks for it."""
        return f"{self.table}:{self.asked_ply}:{self.seat}"
