"""Who may say what at a table."""

from zashiki.store.rows import ChatRow
from zashiki.table.phrases import PHRASES
from zashiki.table.refusals import Refused
from zashiki.table.state import TableState


def chat_row(
    state: TableState, player: str, name: str, now: float, *, text: str | None = None, phrase: str | None = None
) -> ChatRow:
    """What a player writes (or which preset phrase they use), if they may; its number is assigned when it is stored."""
    own = state.seats_of(player)
    if not own and state.status == "running" and not state.settings.spectator_chat:
        raise Refused("chat-closed", "chat.spectators")
    if text is not None and not state.settings.chat:
        raise Refused("chat-closed", "chat.phrases_only")
    if phrase is not None and phrase not in PHRASES:
        raise Refused("no-such-phrase", value=phrase, expected=[*PHRASES], where=["code"])
    return ChatRow(
        n=0,
        player=player,
        name=name,
        seat=own[0] if own else None,
        phrase=phrase,
        text=None if text is None else clean(text),
        said_at=now,
    )


def clean(text: str) -> str:
    """The text on one line, without invisible characters."""
    kept = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not kept:
        raise Refused("bad-message", "chat.blank", expected={"min_length": 1}, where=["text"])
    return kept
