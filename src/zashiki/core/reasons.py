"""Why a move is not allowed."""

from typing import final

from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import Catalogue, sentence
from zashiki.core.shapes import ReasonData


@final
class Reason:
    """Why a move is not allowed: the rule, the facts and an English sentence.

    Examples:
        >>> import zashiki
        >>> match = zashiki.new("hagakure", seats=4, seed=7)
        >>> reason = match.why_not(0, "play 9")
        >>> reason.code, reason.rule, reason.facts
        ('reason.wait_token', 'HG-2.1', {'seat': {'code': 'seat', 'n': 3}})
        >>> print(reason)
        it is not your turn: waiting for Seat 3 to choose a token or none (HG-2.1)
    """

    def __init__(self, catalogue: Catalogue, code: str, rule: str, facts: Facts, text: str = "") -> None:
        self.code = code
        """The kind of reason, for programs and translations."""
        self.rule = rule
        """The id of the rule, as on the rules page."""
        self.facts = facts
        """The details."""
        self.text = text or sentence(catalogue, code, facts)
        """The English sentence."""

    def data(self) -> ReasonData:
        """The reason as JSON."""
        return {"code": self.code, "rule": self.rule, "facts": self.facts, "text": self.text}

    def __reduce__(self) -> tuple[object, ...]:
        # The sentence is made already, and a catalogue is much to send.
        return Reason, ({}, self.code, self.rule, self.facts, self.text)

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

    def __repr__(self) -> str:
        return f"Reason({self.code!r}, {self.rule!r}, {self.text!r})"
