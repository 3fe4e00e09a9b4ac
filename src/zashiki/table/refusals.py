"""Refusals: a code for programs, a sentence for people, and the rule if there is one."""

from typing import Final

from pydantic import JsonValue
from typing_extensions import TypedDict

from zashiki.core.errors import IllegalMove
from zashiki.core.jsontypes import Facts
from zashiki.core.phrases import Catalogue, sentence

CODES: Final = {
    "blocked": "You cannot sit at this table.",
    "busy": "Too much is happening at the same time; try again in a moment.",
    "account-needed": "Rated games are for accounts: make an account (guests keep their games), or play unrated.",
    "bad-message": "This is not a message of this protocol.",
    "bad-request": "A value in the request is invalid.",
    "bad-settings": "These settings are not possible.",
    "banned": "You are banned from this server.",
    "chat-closed": "You cannot chat at this table now.",
    "code-needed": "Enter the code that your authenticator app shows, or a recovery code.",
    "forbidden": "Only the host of the table may do that.",
    "game-changed": "The rules of the game have changed since; the operator of this server must repair the table.",
    "host": "The server is not known by this name; its operator can add it to the setting allowed_hosts.",
    "illegal": "The rules do not allow this move now; the reason has a code of its own.",
    "muted": "You may not write in chats for now.",
    "name-taken": "This name, or one that looks like it, is taken or was until lately.",
    "no-choice": "This seat has nothing to decide now.",
    "no-hints": "Hints are off at this table.",
    "no-record": "The record is available when the game is over.",
    "no-such-phrase": "There is no preset phrase with this code.",
    "no-such-player": "There is no player with this id.",
    "no-such-seat": "The table has no such seat.",
    "no-such-session": "You have no session or token with this id.",
    "no-such-warning": "You have no unread warning with this id.",
    "no-such-table": "There is no table with this id, or you may not see it.",
    "not-confirmed": "Confirm first that it is you.",
    "not-found": "There is nothing at this address.",
    "not-agreed": "Before a rated game, everybody seated has to agree to its settings.",
    "not-full": "Some seats are empty: wait for more players, or add bots.",
    "not-open": "This is only possible before the game starts.",
    "not-operator": "Only operators may do that: sign in at the page for operators.",
    "not-over": "The game is still running.",
    "not-running": "No game is running at this table.",
    "not-seated": "You have no seat at this table.",
    "not-signed-in": "Sign in first, as a guest or with an account, or send a token.",
    "not-your-seat": "That is not your seat.",
    "origin": "The request came from another site.",
    "rate": "Too many requests; wait a moment.",
    "removed": "The host has sent you away from this table; only the host can let you sit down again.",
    "seat-taken": "This seat is already taken.",
    "stale": "The game has moved on; choose again on the current view.",
    "stand-in": "A bot is playing for you: take your seat back first.",
    "storage": "It could not be saved, so it did not happen; try again in a moment.",
    "table-full": "All seats are taken.",
    "trouble": "Something went wrong on the server; the error was logged.",
    "too-big": "That is too long.",
    "too-many": "You have reached a limit; remove something first.",
    "too-soon": "Give them a little more time.",
    "too-slow": "Your connection did not keep up with the messages; reconnect.",
    "unknown-move": "There is no such move in this game.",
    "wrong-code": "This code is wrong, too old or used already: take the next one that the app shows.",
    "wrong-passkey": "This passkey does not fit; try again, or sign in with your password.",
    "wrong-password": "Wrong name or password.",
}
"""Every code, with its text where there is nothing more specific to say."""

REASONS: Final[Catalogue] = {
    "absent.clock": "This table has a clock: it limits how long they may take.",
    "absent.connected": "They are still connected.",
    "absent.not_waited_for": "The game is not waiting for this seat.",
    "account.exists": "You already have an account.",
    "ban.for_good": "You are banned from this server: {why}",
    "ban.for_good_contact": "You are banned from this server: {why} If you think that this is wrong, ask {contact}.",
    "ban.until": "You are banned from this server until {until}: {why}",
    "ban.until_contact": (
        "You are banned from this server until {until}: {why} If you think that this is wrong, ask {contact}."
    ),
    "chat.blank": "text: no visible characters",
    "chat.phrases_only": "Only preset phrases can be used at this table.",
    "chat.spectators": "Spectators cannot chat while the game is running.",
    "connections.network": "Too many connections are open from your network; close some first.",
    "connections.ping_only": "this connection only accepts ping",
    "connections.too_many": "You have too many connections open; close some first.",
    "connections.unread": "Too much that you asked for is still unread: read it first.",
    "hint.unavailable": "No hint could be worked out right now; try again.",
    "level.range": "a bot's level is a whole number from 1 to {most}",
    "message.too_long": "the message has {bytes} bytes; at most {limit} are accepted",
    "move.unknown": "There is no move {move} in this game.",
    "mute.for_good": "You may not write in chats: {why}",
    "mute.until": "You may not write in chats until {until}: {why}",
    "name.marks": "a name has at most {limit} marks on a letter",
    "name.scripts": "a name must not mix alphabets that look alike, such as Latin and Cyrillic",
    "name.word": "This name contains a word that is not wanted here; choose another one.",
    "passkeys.expired": "This took too long, or was begun in another browser; try again.",
    "passkeys.guest": "A guest has no passkeys: create an account first.",
    "passkeys.https": "Passkeys need this site to be reached by name over https, or as localhost.",
    "passkeys.too_many": "You can have at most {limit} passkeys: remove one first.",
    "passkeys.unknown": "You have no passkey with this id.",
    "password.common": "Words like these are guessed first; choose several that do not belong together.",
    "password.name": "Your name and the names of this site are guessed first; choose other words.",
    "password.pattern": "Sequences, dates and rows of keys are guessed first; choose something longer.",
    "password.short": "This is too short to be hard to guess; choose something longer.",
    "operator.not_rated": "This table has no rated game that counts.",
    "operator.colleague": "Nothing can be done here about another operator; 'zashiki admin' can.",
    "preferences.number": "preferences: a number is too large",
    "preferences.too_long": "preferences: at most {limit} characters",
    "rated.program": "A program cannot play rated games: play them yourself, in the browser.",
    "rated.terms_changed": "The settings have changed since; read them again before you agree.",
    "report.nobody": "report somebody or a table: give player, table or both",
    "recovery.guest": "A guest has no recovery codes: create an account first.",
    "recovery.wrong": "Wrong name, or not one of its unused recovery codes.",
    "request.content_length": "content-length: not a number",
    "request.event_number": "since: not an event number",
    "request.method": "This address does not support this method.",
    "request.not_json": "body: not valid JSON ({problem})",
    "request.protocol": "this version of the protocol is not supported; use {supported}",
    "request.too_long": "the request has {bytes} bytes; at most {limit} are accepted",
    "seat.range": "there are seats 0 to {last}",
    "seats.one_device": "Everybody at this table shares the host's device: only the host assigns seats.",
    "seal.barred": "You did not reveal your seed at this table: you cannot sit here again.",
    "seal.changed": "The seats have committed themselves anew since; reveal nothing to the old seal.",
    "seal.commitment": "a commitment has {digits} lower-case hexadecimal digits: the SHA-256 of a seed of 32 bytes",
    "seal.none": "The seats are not sealed: nothing has to be revealed.",
    "seal.sealed": "The seats are sealed: the game is dealt as soon as all seeds are revealed.",
    "seal.wrong_seed": "That is not the seed to which seat {seat} is committed.",
    "server.closing": "The server is shutting down or restarting; reconnect in a moment.",
    "server.full": "The server is full; try again later.",
    "session.ended": "This session has ended; sign in again.",
    "session.unavailable": "Sign-in is unavailable right now; try again in a moment.",
    "settings.one_device_clock": "a table on one device has no clock: set clock.kind to 'none'",
    "settings.one_device_open": "a table on one device cannot be open to others: set access to 'link'",
    "settings.outdated": "This table's settings are no longer valid: {problem}",
    "settings.rated_bots": "a rated table is for people only: remove the bots",
    "settings.rated_clock": "a rated table gives at least {least} seconds per move: set clock.seconds to more",
    "settings.rated_fill": "a rated table is for people only: leave fill out",
    "settings.rated_hints": "a rated table plays without hints: set hints to false",
    "settings.rated_one_device": "a rated table needs a device for each player: set one_device to false",
    "settings.rated_person_twice": "a rated table needs a different person on every seat",
    "settings.too_few_seats": "{people} people are seated: there must be a seat for each of them",
    "stand_in.moving": "The bot is about to make this move for you; take your seat back afterwards.",
    "tables.too_many": "You can host at most {limit} tables: finish or close one first.",
    "tables.too_many_bots": "You can host at most {limit} running tables of bots alone; wait until one is over.",
    "tables.too_many_of_network": "At most {limit} tables may be open from your network: finish or close one first.",
    "token.browser_only": "No token may do that: sign in with a browser.",
    "token.invalid": "This token is not valid, or no longer valid.",
    "token.scope": "This token may not do that: it lacks the scope {needs}.",
    "tokens.too_many": "You can have at most {limit} tokens: end one first.",
    "totp.first": "This code does not fit: is the clock of your phone right? Take the next one.",
    "totp.guest": "A guest has no password to protect: create an account first.",
    "totp.none": "No authenticator app is set up.",
    "totp.on": "An authenticator app is set up already: remove it first.",
}
"""The reasons that say more than their code does, as `facts.reason` has them, each with its sentence."""


class RefusalData(TypedDict):
    """A refusal as it is sent."""

    code: str
    text: str
    rule: str | None
    facts: Facts
    value: JsonValue
    """What was given; null if it was nothing in particular, or is not repeated."""
    expected: JsonValue
    """What would be accepted: limits such as `{"min": 0, "max": 3}`, or a list of allowed values; null if unknown."""
    where: list[str | int] | None
    """The path of the wrong value in the request or message; null if it is none in particular."""


class Refused(Exception):
    """A request that cannot be granted; nothing was changed.

    Its sentence is that of the reason, if there is one, else that of the code. Only where the rules or a validator have
    a sentence of their own is it given as `text`.
    """

    def __init__(
        self,
        code: str,
        reason: str | None = None,
        facts: Facts | None = None,
        *,
        text: str | None = None,
        rule: str | None = None,
        value: JsonValue = None,
        expected: JsonValue = None,
        where: list[str | int] | None = None,
    ) -> None:
        assert code in CODES
        facts = facts or {}
        super().__init__(text or (CODES[code] if reason is None else sentence(REASONS, reason, facts)))
        self.code = code
        """The kind of refusal."""
        self.rule = rule
        """The id of the rule that refuses."""
        self.facts: Facts = facts if reason is None else {"reason": reason, **facts}
        """The facts behind it, with the code of the reason."""
        self.value = value
        self.expected = expected
        self.where = where

    def data(self) -> RefusalData:
        """Ready for JSON."""
        return {
            "code": self.code,
            "text": str(self),
            "rule": self.rule,
            "facts": self.facts,
            "value": self.value,
            "expected": self.expected,
            "where": self.where,
        }


def illegal(error: IllegalMove) -> Refused:
    """The refusal of a move, with the reason that the rules give."""
    reason = error.reason
    return Refused("illegal", facts={"reason": reason.code, **reason.facts}, text=reason.text, rule=reason.rule)
