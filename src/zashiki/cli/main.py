"""The command line: all commands, and the one place where errors become a message and an exit code."""

import gc
import os
import platform
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Annotated, cast

import typer
from typer.main import get_command

import zashiki
from zashiki.bots.analysis import HINT, REVIEW, UNLIMITED
from zashiki.bots.arena import Contest
from zashiki.bots.bot import Budget
from zashiki.cli import admin, analysis, records
from zashiki.cli import arena as arenas
from zashiki.cli import bench as benches
from zashiki.cli import games as listings
from zashiki.cli import learn as lessons
from zashiki.cli import play as sessions
from zashiki.cli import simulate as simulations
from zashiki.cli.console import INTERRUPTED, USAGE, CommandError, Output, complain
from zashiki.core.errors import BadRecord, ZashikiError, short_repr
from zashiki.extras import MissingPart, needs

# Newer versions of Typer carry their own Click, older ones use Click itself: this is the base of usage errors in both.
UsageError = cast(type[typer.BadParameter], typer.BadParameter.__base__)

app = typer.Typer(
    name="zashiki",
    help="Japanese-themed tabletop games: play them, get hints and reviews, let bots compete, verify records.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.add_typer(admin.app)


def _whole(value: str | int) -> int:
    # Typer's own words for a wrong number differ from version to version, and leave out what was given.
    try:
        return int(value)
    except ValueError:
        raise typer.BadParameter(f"{short_repr(value)} is not a whole number") from None


def _at_least_one(value: str | int) -> int:
    if _whole(value) < 1:
        raise typer.BadParameter(f"{value} is not possible; expected 1 or more")
    return _whole(value)


def _seconds(value: str | float) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 3600:
        raise typer.BadParameter(f"{short_repr(value)} is not possible; expected a number above 0, at most 3600")
    return seconds


GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game's key, as 'zashiki games' lists it.")]
MaybeGameKey = Annotated[
    str | None, typer.Argument(metavar="GAME", help="The game's key, as 'zashiki games' lists it.")
]
Seats = Annotated[
    int | None,
    typer.Option("--seats", parser=_whole, metavar="N", help="How many seats; the game's usual number if not given."),
]
OptionArguments = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option of the game, such as rounds=3. May be repeated."),
]
SecondsOption = Annotated[
    float | None,
    typer.Option("--seconds", parser=_seconds, metavar="S", help="Seconds to think about each decision."),
]
Playouts = Annotated[
    int | None,
    typer.Option(
        "--playouts",
        parser=_at_least_one,
        metavar="N",
        help="Think for N playouts instead; the answer is then always the same.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]
RecordFile = Annotated[str, typer.Argument(metavar="RECORD", help="A file with a record.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"zashiki {zashiki.__version__} ({zashiki.lane()}, Python {platform.python_version()})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def zashiki_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version, the lane and Python.")
    ] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Without a command: start the server without opening a browser.")
    ] = False,
) -> int:
    """Japanese-themed tabletop games: play them, get hints and reviews, let bots compete, verify records.

    Without a command, start a server here and open a browser.
    """
    if context.invoked_subcommand is not None:
        if no_browser:
            raise typer.BadParameter(f"{context.invoked_subcommand} opens no browser", param_hint="'--no-browser'")
        return 0
    with _loading(), needs("server", "a server"):
        from zashiki.cli import hosting
    return hosting.play_here(Output(), browser=not no_browser)


@app.command()
def games() -> None:
    """List the games: seats, options, what they are about."""
    listings.show_games(Output())


@app.command()
def rules(
    game: GameArgument,
    rule: Annotated[str | None, typer.Option("--rule", metavar="ID", help="Show only the rule with this id.")] = None,
) -> None:
    """Show the rules of a game, or one of them."""
    listings.show_rules(Output(), listings.find(game), rule)


@app.command()
def learn(
    game: GameArgument,
    lesson: Annotated[
        str | None, typer.Argument(metavar="LESSON", help="The lesson to begin with: its number or its id.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the lessons.")] = False,
) -> int:
    """Learn a game by playing: short lessons at its table."""
    return lessons.learn(Output(), listings.find(game), lesson, listing)


@app.command()
def play(
    game: MaybeGameKey = None,
    seats: Seats = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="SEED", help="A number or text; the same seed gives the same deals and bots."),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", parser=_whole, metavar="N", help="Your seat, from 0.")] = 0,
    level: Annotated[
        int, typer.Option("--level", parser=_whole, metavar="N", help="How well the others play, from 1 to 5.")
    ] = sessions.USUAL_LEVEL,
    option: OptionArguments = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Save the record to this new file.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Continue the game in this record.")
    ] = None,
) -> int:
    """Play a game against bots."""
    output = Output()
    if resume is not None:
        match = sessions.resumed_match(resume)
        if seats is not None or seed is not None or option:
            raise CommandError("--seats, --seed and --option come from the record when --resume is given", USAGE)
        if game is not None and listings.find(game).key != match.game.key:
            raise CommandError(f"{resume}: is a game of {match.game.key}, not of {game}", USAGE)
    else:
        if game is None and not (output.terminal and sys.stdin is not None and sys.stdin.isatty()):
            raise CommandError(f"say which game: zashiki play GAME, with one of {', '.join(zashiki.games())}", USAGE)
        played = sessions.choose_game(output) if game is None else listings.find(game)
        match = sessions.new_match(played, seats, seed, listings.options_given(option or []))
    return sessions.play(output, match, seat, level, save, resume)


@app.command()
def simulate(
    game: GameArgument,
    seats: Seats = None,
    count: Annotated[int, typer.Option("--games", parser=_at_least_one, metavar="N", help="How many games.")] = 1000,
    seed: Annotated[
        int, typer.Option("--seed", parser=_whole, metavar="N", help="The same seed gives the same games.")
    ] = 0,
    option: OptionArguments = None,
    as_json: AsJson = False,
) -> int:
    """Play many games at random and show the results of each seat."""
    options = listings.options_given(option or [])
    return simulations.simulate(Output(), listings.find(game), seats, options, seed, count, as_json)


@app.command()
def replay(
    record: RecordFile,
    seat: Annotated[
        int | None, typer.Option("--seat", parser=_whole, metavar="N", help="Show what this seat saw.")
    ] = None,
    spectator: Annotated[bool, typer.Option("--spectator", help="Show what a spectator saw.")] = False,
    is_open: Annotated[bool, typer.Option("--open", help="Show everything, secrets too. This is the default.")] = False,
    ply: Annotated[int | None, typer.Option("--ply", parser=_whole, metavar="N", help="Stop after N plies.")] = None,
    view: Annotated[bool, typer.Option("--view", help="Also show the table at that point.")] = False,
) -> None:
    """Print a recorded game, event by event."""
    if (seat is not None) + spectator + is_open > 1:
        raise CommandError("--seat, --spectator and --open exclude each other: give one of them", USAGE)
    records.replay(Output(), record, seat, seat is None and not spectator, ply, view)


@app.command()
def verify(
    record: RecordFile,
    seal: Annotated[
        str | None,
        typer.Option("--seal", metavar="SEAL", help="Also check that it has the seal that the table showed."),
    ] = None,
) -> None:
    """Verify a record, and that its deals were fair."""
    records.verify(Output(), record, seal)


@app.command()
def bots(game: MaybeGameKey = None) -> None:
    """List the bot levels: how they play and how long they think."""
    arenas.show_bots(Output(), list(zashiki.games().values()) if game is None else [listings.find(game)])


@app.command()
def arena(
    game: GameArgument,
    entries: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="A,B,…",
            help="Who plays: random, greedy, level1 to level5, race:N, tree:N, search:N, module:Class, run:COMMAND.",
        ),
    ],
    deals: Annotated[
        int, typer.Option("--deals", parser=_at_least_one, metavar="N", help="How many deals, each in every seating.")
    ] = 100,
    seats: Seats = None,
    seed: Annotated[
        int, typer.Option("--seed", parser=_whole, metavar="N", help="The same seed gives the same deals.")
    ] = 0,
    option: OptionArguments = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", parser=_seconds, metavar="S", help="Seconds per decision; the bots' own playouts if not given."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", parser=_at_least_one, metavar="N", help="How many processes; all cores if not given."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="NAME", help="Write NAME.jsonl, NAME.json and NAME.svg, or continue such a run."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Let bots play each other over duplicate deals."""
    played = listings.find(game)
    names = tuple(name.strip() for name in entries.split(",") if name.strip())
    seats = played.usual_seats if seats is None else seats
    contest = Contest(played.key, names, seats, seed, listings.options_given(option or []), seconds)
    return arenas.arena(Output(), played, contest, deals, jobs, out, as_json)


@app.command()
def hint(
    record: RecordFile,
    seat: Annotated[
        int | None,
        typer.Option("--seat", parser=_whole, metavar="N", help="For this seat; whoever is to move if not given."),
    ] = None,
    ply: Annotated[
        int | None, typer.Option("--ply", parser=_whole, metavar="N", help="After N plies; at the end if not given.")
    ] = None,
    seconds: SecondsOption = None,
    playouts: Playouts = None,
    as_json: AsJson = False,
) -> None:
    """Estimate each legal move from what the seat knows."""
    analysis.hint(Output(), record, seat, ply, _budget(seconds, playouts, HINT), as_json)


@app.command()
def review(
    record: RecordFile,
    seat: Annotated[int, typer.Option("--seat", parser=_whole, metavar="N", help="The seat to review.")] = 0,
    seconds: SecondsOption = None,
    playouts: Playouts = None,
    picture: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Plot the chance of winning to this file (SVG).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Review one seat's decisions in a finished game: what each cost, and which mattered most."""
    analysis.review(Output(), record, seat, _budget(seconds, playouts, REVIEW), picture, as_json)


def _budget(seconds: float | None, playouts: int | None, usual: Budget) -> Budget:
    if seconds is None and playouts is None:
        return usual
    return Budget(seconds, playouts if playouts is not None else UNLIMITED)


@app.command()
def bench(
    game: MaybeGameKey = None,
    seconds: Annotated[
        float, typer.Option("--seconds", parser=_seconds, metavar="S", help="Seconds per measurement.")
    ] = 1.0,
) -> None:
    """Measure how fast the games run on this machine."""
    chosen = list(zashiki.games().values()) if game is None else [listings.find(game)]
    benches.bench(Output(), chosen, seconds)


ConfigFile = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="A file with settings; zashiki.toml by default, if it exists."),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="The database; sqlite:///zashiki.db by default."),
]
RedisUrl = Annotated[
    str | None,
    typer.Option("--redis", metavar="URL", help="Needed if several processes serve the same tables."),
]


@contextmanager
def _loading() -> Generator[None]:
    """Disable garbage collection while importing the server: it takes a tenth of the time and finds nothing."""
    gc.disable()
    try:
        yield
        gc.freeze()  # all of it stays
    finally:
        gc.enable()


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="The address to listen on; 127.0.0.1 by default.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", parser=_whole, metavar="N", help="The port to listen on; 8765 by default.")
    ] = None,
    database: DatabaseUrl = None,
    redis: RedisUrl = None,
    config: ConfigFile = None,
) -> int:
    """Run the server for browsers and programs."""
    with _loading(), needs("server", "a server"):
        from zashiki.cli import hosting
    given = {"host": host, "port": port, "database": database, "redis": redis}
    return hosting.serve(Output(), config, given)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name in code; letters only.")],
    folder: Annotated[
        str | None, typer.Option("--folder", metavar="FOLDER", help="Where to write it; zashiki-NAME if not given.")
    ] = None,
) -> int:
    """Create a package for your own game; it is playable and passes its tests from the start."""
    from zashiki.cli import new_game as writer

    return writer.new_game(Output(), name, folder)


@app.command("bot-worker")
def bot_worker(
    database: DatabaseUrl = None,
    redis: RedisUrl = None,
    processes: Annotated[
        int | None,
        typer.Option("--processes", parser=_at_least_one, metavar="N", help="How many bots think at once."),
    ] = None,
    config: ConfigFile = None,
) -> int:
    """Compute bot moves for a multi-process server."""
    with _loading(), needs("server", "a server"):
        from zashiki.cli import hosting
    given = {"database": database, "redis": redis, "bot_processes": processes}
    return hosting.bot_worker(Output(), config, given)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code. Every error is one line on standard error."""
    _steady_streams()
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader closed the pipe. If Typer or Rich notice first, they raise SystemExit.
        code = 1
        _silence()
    except OSError as error:
        complain(f"cannot write: {error.strerror or error}")
        code = 1
        _silence()
    return code


def _run(arguments: list[str]) -> int:
    try:
        code = get_command(app).main(arguments, prog_name="zashiki", standalone_mode=False)
    except UsageError as error:
        text = error.format_message().rstrip(".")
        command = error.ctx.command_path if error.ctx is not None else "zashiki"
        complain(text if text.endswith("?") else f"{text}; see {command} --help")
        return USAGE
    except MissingPart as missing:
        complain(str(missing))
        return 1
    except CommandError as failure:
        complain(str(failure))
        return failure.code
    except ZashikiError as error:
        complain(str(error))
        return 1 if isinstance(error, BadRecord) else USAGE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _steady_streams() -> None:
    """Never crash on output: replace what the terminal cannot encode."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _silence() -> None:
    """Discard further output, so that the interpreter does not fail again when it flushes at exit."""
    with suppress(OSError, ValueError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
