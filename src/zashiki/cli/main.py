"""The command line: what can be asked, and the one place where errors become a line and an exit code."""

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
from zashiki.cli import admin, advice, records
from zashiki.cli import arena as arenas
from zashiki.cli import bench as benches
from zashiki.cli import games as listings
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


GameKey = Annotated[str, typer.Argument(metavar="GAME", help="The game's key, as 'zashiki games' lists it.")]
MaybeGameKey = Annotated[
    str | None, typer.Argument(metavar="GAME", help="The game's key, as 'zashiki games' lists it.")
]
Seats = Annotated[
    int | None,
    typer.Option("--seats", parser=_whole, metavar="N", help="How many seats; the game's usual number if not given."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option of the game, such as rounds=3. May be repeated."),
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", parser=_seconds, metavar="S", help="How long to think about a decision."),
]
Playouts = Annotated[
    int | None,
    typer.Option(
        "--playouts",
        parser=_at_least_one,
        metavar="N",
        help="Think for so many playouts instead; the answer is then the same every time.",
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
        bool, typer.Option("--no-browser", help="Without a command: open the house, but no browser.")
    ] = False,
) -> int:
    """Japanese-themed tabletop games: play them, get hints and reviews, let bots compete, verify records.

    Without a command the house opens on this machine, and a browser in it.
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
    game: GameKey,
    rule: Annotated[str | None, typer.Option("--rule", metavar="ID", help="Show only the rule with this id.")] = None,
) -> None:
    """Show the rules of a game, or one of them."""
    listings.show_rules(Output(), listings.find(game), rule)


@app.command()
def play(
    game: MaybeGameKey = None,
    seats: Seats = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="SEED", help="A number or text; the same seed gives the same deals and bots."),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", parser=_whole, metavar="N", help="Where you sit, from 0.")] = 0,
    level: Annotated[
        int, typer.Option("--level", parser=_whole, metavar="N", help="How well the others play, from 1 to 5.")
    ] = sessions.USUAL_LEVEL,
    option: Options = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Keep the record in this new file.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Go on with the game in this record.")
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
    game: GameKey,
    seats: Seats = None,
    count: Annotated[int, typer.Option("--games", parser=_at_least_one, metavar="N", help="How many games.")] = 1000,
    seed: Annotated[
        int, typer.Option("--seed", parser=_whole, metavar="N", help="The same seed gives the same games.")
    ] = 0,
    option: Options = None,
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
    ply: Annotated[
        int | None, typer.Option("--ply", parser=_whole, metavar="N", help="Stop after so many plies.")
    ] = None,
    view: Annotated[bool, typer.Option("--view", help="Show the table as it stood there.")] = False,
) -> None:
    """Tell a recorded game, event by event."""
    if (seat is not None) + spectator + is_open > 1:
        raise CommandError("--seat, --spectator and --open exclude each other: give one of them", USAGE)
    records.replay(Output(), record, seat, seat is None and not spectator, ply, view)


@app.command()
def verify(record: RecordFile) -> None:
    """Check a record and the fairness of its chance."""
    records.verify(Output(), record)


@app.command()
def bots(game: MaybeGameKey = None) -> None:
    """List the levels of bots: how they play, how long they think."""
    arenas.show_bots(Output(), list(zashiki.games().values()) if game is None else [listings.find(game)])


@app.command()
def arena(
    game: GameKey,
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
    option: Options = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", parser=_seconds, metavar="S", help="Time for a decision; not given: the bots' own playouts."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", parser=_at_least_one, metavar="N", help="How many processes; all cores if not given."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="NAME", help="Write NAME.jsonl, NAME.json and NAME.svg. A run with it goes on."),
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
        int | None, typer.Option("--ply", parser=_whole, metavar="N", help="After so many plies; the end if not given.")
    ] = None,
    seconds: Seconds = None,
    playouts: Playouts = None,
    as_json: AsJson = False,
) -> None:
    """Tell what each move is worth, as the seat that has to make it could know."""
    advice.hint(Output(), record, seat, ply, _budget(seconds, playouts, HINT), as_json)


@app.command()
def review(
    record: RecordFile,
    seat: Annotated[int, typer.Option("--seat", parser=_whole, metavar="N", help="Whose play to look at.")] = 0,
    seconds: Seconds = None,
    playouts: Playouts = None,
    picture: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Where to draw the chance of winning (SVG).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look at one seat's decisions in a finished game: what each cost, and which mattered most."""
    advice.review(Output(), record, seat, _budget(seconds, playouts, REVIEW), picture, as_json)


def _budget(seconds: float | None, playouts: int | None, usual: Budget) -> Budget:
    if seconds is None and playouts is None:
        return usual
    return Budget(seconds, playouts if playouts is not None else UNLIMITED)


@app.command()
def bench(
    game: MaybeGameKey = None,
    seconds: Annotated[
        float, typer.Option("--seconds", parser=_seconds, metavar="S", help="How long each measurement takes.")
    ] = 1.0,
) -> None:
    """Measure how fast the games run on this machine."""
    chosen = list(zashiki.games().values()) if game is None else [listings.find(game)]
    benches.bench(Output(), chosen, seconds)


ConfigFile = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="A file with settings; zashiki.toml, if there is one."),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="Where everything is kept; usually sqlite:///zashiki.db."),
]
RedisUrl = Annotated[
    str | None,
    typer.Option("--redis", metavar="URL", help="Needed when more than one process serves the same tables."),
]


@contextmanager
def _loading() -> Generator[None]:
    """Importing the server takes a while, a tenth of it in garbage collection, which would find nothing."""
    gc.disable()
    try:
        yield
        gc.freeze()  # all of it stays
    finally:
        gc.enable()


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="The address to listen on; usually 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", parser=_whole, metavar="N", help="The port to listen on; usually 8765.")
    ] = None,
    database: DatabaseUrl = None,
    redis: RedisUrl = None,
    config: ConfigFile = None,
) -> int:
    """Open the house: tables, people and games for browsers and programs."""
    with _loading(), needs("server", "a server"):
        from zashiki.cli import hosting
    given = {"host": host, "port": port, "database": database, "redis": redis}
    return hosting.serve(Output(), config, given)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called in code: letters only.")],
    folder: Annotated[
        str | None, typer.Option("--folder", metavar="FOLDER", help="Where to write it; zashiki-NAME if not given.")
    ] = None,
) -> int:
    """Write a package for a game of your own, which can be played and passes its tests from the start."""
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
    """Think for the bots of a house that several processes serve."""
    with _loading(), needs("server", "a server"):
        from zashiki.cli import hosting
    given = {"database": database, "redis": redis, "bot_processes": processes}
    return hosting.bot_worker(Output(), config, given)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code. Whatever goes wrong is one line on standard error."""
    _steady_streams()
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has had enough; Typer and Rich turn that into SystemExit when they see it first.
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
    """No text is worth a crash: what a terminal cannot show, and bytes that are no text, become question marks."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _silence() -> None:
    """Nothing can be written any more, so the interpreter should not try again when it ends."""
    with suppress(OSError, ValueError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
