"""Why a move is not allowed."""

from typing import final

from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import Catalogue, sentence
from zashiki.core.shapes import ReasonData


@final
class Reason:
    """Why a move is not allowed: the rule, the facts and an English sentence."""

    def __init__(self, catalogue: Catalogue, code: str, rule: str, facts: Facts) -> None:
        self.code = code
        """The kind of reason, for programs and translations."""
        self.rule = rule
        """The id of the rule, as on the rules page."""
        self.facts = facts
        """The details."""
        self.text = sentence(catalogue, code, facts)
        """The English sentence."""

    def data(self) -> ReasonData:
        """The reason as JSON."""
        return {"code": self.code, "rule": self.rule, "facts": self.facts, "text": self.text}

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

    def __repr__(self) -> str:
        return f"Reason({self.code!r}, {self.rule!r}, {self.text!r})"
