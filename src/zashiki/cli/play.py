"""`zashiki play`: one person against bots in a terminal, line by line."""

import difflib
import hashlib
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.text import Text

import zashiki
from zashiki import rendering
from zashiki.bots import analysis
from zashiki.bots.bot import Budget, DecisionContext
from zashiki.bots.levels import Level
from zashiki.bots.levels import level as level_of
from zashiki.bots.referee import decide
from zashiki.bots.runners import BuiltinRunner
from zashiki.cli import printing
from zashiki.cli.analysis import rated_moves
from zashiki.cli.console import INTERRUPTED, USAGE, CommandError, Output, complain
from zashiki.cli.games import show_rules
from zashiki.cli.records import about, read
from zashiki.core.errors import IllegalMove, UnknownMove, short_repr
from zashiki.core.game import Game
from zashiki.core.match import Match
from zashiki.core.options import Options
from zashiki.core.rng import Rng
from zashiki.drawing.style import QUIET, STRONG, pairs, sheet

HELP: Final = (
    ("1, 2, 3 …", "make the move with this number in the list"),
    ("play 17 …", "make a move by its name in the list"),
    ("Enter", "show the table again"),
    ("rules [ID]", "show the rules, or one of them"),
    ("scores", "show where every point came from"),
    ("log", "show everything that happened so far"),
    ("hint", "show the chance of winning after each move, as far as you can know"),
    ("save [FILE]", "save the game to a file"),
    ("quit", "leave the game"),
)
COMMANDS: Final = ("help", "rules", "scores", "log", "hint", "save", "quit")
USUAL_LEVEL: Final = 3
"""The default level of the bots."""


def choose_game(output: Output) -> Game:
    """Ask for a game by its number."""
    games = list(zashiki.games().values())
    table = sheet("", "Game", "About")
    for number, game in enumerate(games, 1):
        table.add_row(Text(str(number), STRONG), f"{game.title} {game.kanji}", game.about)
    output.say(table, "")
    while True:
        line = ask(output, "Which game? ")
        if line is None:
            raise CommandError("no game was chosen", USAGE)
        number = list_number(line, len(games))
        if number:
            return games[number - 1]
        if line.strip().lower() in zashiki.games():
            return zashiki.games()[line.strip().lower()]
        output.say(f"Type a number from 1 to {len(games)}.")


def ask(output: Output, prompt: str) -> str | None:
    """A line from standard input; None at its end."""
    if sys.stdin is None:
        return None
    if sys.stdin.isatty() and output.terminal:
        with suppress(ImportError):
            import readline  # noqa: F401  (gives `input` its arrow keys)
        try:
            return input(prompt)
        except EOFError:
            output.gap()
            return None
    line = sys.stdin.readline()
    # A terminal echoes what is typed; lines from a pipe must be printed.
    output.say(prompt + line.rstrip("\n"))
    return line.rstrip("\n") if line else None


def list_number(text: str, highest: int) -> int:
    """The number of a line in a list; 0 if the text is not one."""
    text = text.strip()
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    return number if number <= highest else 0


def new_match(game: Game, seats: int | None, seed: str | None, options: Options) -> Match:
    """A new match, its settings checked."""
    seats = game.usual_seats if seats is None else seats
    # Checked first: an option called "seats" would be taken for the keyword of `new`.
    checked = game.checked(seats, options)
    return zashiki.new(game.key, seats, seed_of(seed), None, **checked)


def seed_of(text: str | None) -> int | str | None:
    """A seed from the command line: a whole number if it looks like one, else the text."""
    if text is None:
        return None
    if not text.isprintable():  # bytes that are not text, for instance
        raise CommandError(f"--seed: {short_repr(text)} is not possible; expected a whole number or a text", USAGE)
    try:
        return int(text)
    except ValueError:
        return text


def resumed_match(path: str) -> Match:
    """The match of a record, ready to continue."""
    record = read(path)
    with about(path):
        zashiki.verify(record)
        match = zashiki.replay(record)
    match.resolve_chance()  # the record may end in the middle of a deal
    return match


def events_before_last_move(match: Match, seat: int) -> int:
    """The number of events before the seat's last move, which a player who resumes the game knows already."""
    own = [ply for ply, line in enumerate(match.record().moves) if line.startswith(f"{seat} ")]
    return len([event for event in match.events(seat) if own and event["ply"] < own[-1]])


class Bots:
    """The other players, all of one level.

    Their choices depend on the game's seed and its ply, so a resumed game continues as it would have without the break
    (unless the machine is so slow that they run out of time).
    """

    def __init__(self, match: Match, level: Level) -> None:
        assert match.fair is not None
        digest = hashlib.sha256(b"zashiki-bots/1|" + match.fair.server_seed).digest()
        self._seed = int.from_bytes(digest, "big") << 64
        self._runner = BuiltinRunner(level.bot())
        self._budget = Budget(level.seconds)

    def move(self, match: Match, seat: int) -> None:
        """Make a move for `seat`."""
        rng = Rng(self._seed + match.ply)
        context = DecisionContext(match.game, match.options, match.state(), seat, rng, self._budget, match.ply)
        action, forfeit = decide(self._runner, context)
        if forfeit is not None:
            complain(f"the bot on seat {seat} failed, and a simpler one moved in its place: {forfeit.detail}")
        match.play(seat, action)


class TerminalSession:
    """One person's game in a terminal."""

    def __init__(
        self, output: Output, match: Match, seat: int, level: Level, path: str | None, resumed: str | None
    ) -> None:
        self.output = output
        self.match = match
        self.seat = seat
        self.path = path
        """The file to which every move is saved; None if nothing is saved."""
        self.events_shown = events_before_last_move(match, seat)
        """The number of events already printed."""
        self.unsaved = False
        """Whether the last attempt to save failed."""
        self.level = level
        """The level of the bots."""
        self._bots = Bots(match, level)
        self._ours = {Path(name).resolve() for name in (resumed,) if name is not None}

    # The course of the game

    def run(self) -> int:
        """Play until the end or until the person leaves; returns the exit code."""
        match = self.match
        if self.path is not None:
            self._write(self.path)
        options = "".join(f", {key} {value}" for key, value in match.options.items())
        self.output.say(Text(f"{match.game.title} {match.game.kanji}", STRONG))
        self.output.say(f"{match.seats} seats{options}. You are Seat {self.seat}.")
        self.output.say(f"The others are bots of level {self.level.number}, {self.level.name}: {self.level.about}")
        self.output.say(Text("Type the number of a move, or help.", QUIET))
        try:
            while self._run_bots():
                self._show_table()
                if not self._turn():
                    return self._leave(0)
        except KeyboardInterrupt:
            self.output.gap()
            return self._leave(INTERRUPTED)
        return self._finish()

    def _run_bots(self) -> bool:
        """Let the bots move, and print what happened; returns whether the person is to move now."""
        while others := [seat for seat in self.match.waiting if seat != self.seat]:
            self._bots.move(self.match, others[0])
        events = self.match.events(self.seat, self.events_shown)
        self.events_shown += len(events)
        self.output.gap()
        self.output.say(printing.sentences(events, self.match.game.catalogue))
        return not self.match.over

    def _show_table(self) -> None:
        view = self.match.view(self.seat)
        self.output.gap()
        self.output.say(rendering.terminal(view))
        self.output.gap()
        self.output.say(Text(view["prompt"]["text"], STRONG), printing.moves(view))

    def _turn(self) -> bool:
        """Ask until the person moves; False if they leave."""
        while True:
            line = ask(self.output, "> ")
            if line is None or line.strip().lower() in ("quit", "q", "exit"):
                return False
            if not self._command(line.strip()) and self._move(line.strip()):
                return True

    def _finish(self) -> int:
        match = self.match
        lines = match.breakdown()
        self.output.gap()
        self.output.say(
            printing.breakdown(lines, match.seats), "", printing.rounds(lines, match.seats), "", printing.result(match)
        )
        if self.path is not None:
            self._autosave(self.path)  # the bots may have moved since
        return self._leave(0)

    def _leave(self, code: int) -> int:
        if self.path is not None and not self.unsaved:
            seat = f" --seat {self.seat}" if self.seat else ""
            seat += f" --level {self.level.number}" if self.level.number != USUAL_LEVEL else ""
            hint = "" if self.match.over else f" Continue with: zashiki play --resume {self.path}{seat}"
            self.output.say(f"The record is in {self.path}.{hint}")
        return code or int(self.unsaved)

    # What the person types

    def _move(self, text: str) -> bool:
        """Make the move that the text means; False, after printing the reason, if it is not possible."""
        actions = self.match.legal(self.seat)
        number = list_number(text, len(actions))
        try:
            action = actions[number - 1] if number else self.match.parse(self.seat, text)
            self.match.play(self.seat, action)
        except IllegalMove as error:
            self.output.say(f"No: {error.reason.text} ({error.reason.rule}).")
            return False
        except UnknownMove as error:
            hint = self._hint(text, actions) or f"expected {error.expected}, or help."
            self.output.say(f"{short_repr(text)} is not a move: {hint}")
            return False
        if self.path is not None:
            self._autosave(self.path)
        return True

    def _hint(self, text: str, actions: list[int]) -> str:
        """What the person may have meant; empty if nothing is similar."""
        if text.isdecimal():
            return f"expected a number from 1 to {len(actions)}."
        names = [self.match.name(self.seat, action) for action in actions]
        near = difflib.get_close_matches(text.lower(), [*names, *COMMANDS], 1)
        return f"did you mean {near[0]!r}?" if near else ""

    def _command(self, text: str) -> bool:
        """Run a command; False if the text is not one."""
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if not word:
            self._show_table()
        elif word == "help" or word == "?":
            self.output.say(pairs(*HELP))
        elif word == "rules":
            self._rules(rest or None)
        elif word == "scores":
            self._scores()
        elif word == "log":
            self.output.say(printing.log(self.match.events(self.seat), self.match.game.catalogue))
        elif word == "hint":
            moves = analysis.hint(self.match, self.seat)
            self.output.say(rated_moves(moves))
            if moves[0].reason is not None:
                self.output.say(f"{moves[0].label}: {moves[0].reason['text']}")
        elif word == "save":
            self._save(rest or self.path)
        else:
            return False
        return True

    def _rules(self, rule: str | None) -> None:
        try:
            show_rules(self.output, self.match.game, rule)
        except CommandError as error:
            self.output.say(str(error))

    def _scores(self) -> None:
        lines = self.match.breakdown()
        if lines:
            self.output.say(printing.breakdown(lines, self.match.seats), "")
        self.output.say(rendering.score_line(self.match.scores, ()))

    # Keeping

    def _save(self, path: str | None) -> None:
        if path is None:
            self.output.say("Name a file: save FILE")
            return
        try:
            self._write(path)
        except CommandError as error:
            self.output.say(f"Not saved. {error}")
        else:
            self.output.say(f"Saved in {path}.")

    def _autosave(self, path: str) -> None:
        """Save after a move. A full disk does not end the game: print a warning and try again after the next move."""
        try:
            self._write(path)
            self.unsaved = False
        except CommandError as error:
            self.unsaved = True
            complain(f"not saved: {error}")

    def _write(self, path: str) -> None:
        """Write the record; never overwrite a file that is not this game's."""
        try:
            file = Path(path).expanduser()
            if file.is_dir():
                raise CommandError(f"{path}: is a directory, not a file to save to")
            if file.exists() and file.resolve() not in self._ours:
                raise CommandError(f"{path}: already exists; choose another name, or continue it with --resume")
            zashiki.save(self.match.record(), file)
            self._ours.add(file.resolve())
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}") from None
        except (ValueError, RuntimeError) as error:
            raise CommandError(f"{short_repr(path)}: is no name for a file ({error})") from None


def play(output: Output, match: Match, seat: int, level: int, save: str | None, resume: str | None) -> int:
    """Play; returns the exit code."""
    match.view(seat)  # raises an error if there is no such seat
    return TerminalSession(
        output, match, seat, level_of(match.game.key, level), resume if save is None else save, resume
    ).run()
