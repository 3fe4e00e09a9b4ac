"""Why a move may not be made."""

from typing import final

from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import Catalogue, sentence
from zashiki.core.shapes import ReasonData


@final
class Reason:
    """One refusal: which rule, and the facts that make it so."""

    def __init__(self, catalogue: Catalogue, code: str, rule: str, facts: Facts) -> None:
        self.code = code
        """The kind of refusal, for programs and translations."""
        self.rule = rule
        """The id of the rule that refuses, as in the rules page."""
        self.facts = facts
        """What makes it so."""
        self.text = sentence(catalogue, code, facts)
        """The English sentence."""

    def data(self) -> ReasonData:
        """The reason as JSON."""
        return {"code": self.code, "rule": self.rule, "facts": self.facts, "text": self.text}

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

    def __repr__(self) -> str:
        return f"Reason({self.code!r}, {self.rule!r}, {self.text!r})"
