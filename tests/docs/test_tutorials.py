"""Every code block of the tutorials and how-to pages runs as written."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import zashiki
from zashiki.server.config import load
from zashiki.store.database import Database

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted([*DOCS.glob("tutorials/*.md"), *DOCS.glob("how-to/*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PATHS = [str(Path(part).resolve()) for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
"""Where modules are found, also from another folder: the same lane as these tests."""
SERVER_COMMANDS = (["zashiki"], ["zashiki", "serve", "--host", "0.0.0.0"])
"""Commands that start a server and keep running; they have their own tests."""


def blocks(name: str, kind: str) -> list[str]:
    """Return the code blocks of this kind on a page."""
    return [text for found, text in BLOCK.findall((DOCS / name).read_text("utf-8")) if found == kind]


def commands(name: str) -> list[list[str]]:
    """Return the commands of a page."""
    lines = [line for text in blocks(name, "console") for line in text.splitlines()]
    assert all(line.startswith("$ zashiki") for line in lines)
    return [shlex.split(line.removeprefix("$ ")) for line in lines]


def run(command: list[str], where: Path, typed: str = "") -> str:
    """Run a command of a page and return its output."""
    line = [sys.executable, "-m", *(part.replace("python3 ", f"{sys.executable} ") for part in command)]
    others = {name: value for name, value in os.environ.items() if not name.startswith("ZASHIKI_")}
    done = subprocess.run(
        line,
        cwd=where,
        env={**others, "PYTHONPATH": os.pathsep.join(PATHS)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


def shortened(command: list[str], deals: int) -> list[str]:
    """Return a contest in one process with fewer deals than on the page."""
    at = command.index("--deals") + 1
    return [*command[:at], str(deals), *command[at + 1 :], "--jobs", "1"]


def python(text: str, where: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a block of Python in the folder of the page's files and return its output."""
    monkeypatch.chdir(where)
    exec(text, {"__name__": "tutorial"})
    return capsys.readouterr().out


def test_every_page_with_code_is_tested() -> None:
    tried = set(re.findall(r'"((?:tutorials|how-to)/[\w-]+\.md)"', Path(__file__).read_text("utf-8")))
    for page in PAGES:
        name = page.relative_to(DOCS).as_posix()
        if blocks(name, "python") or blocks(name, "console"):
            assert name in tried, name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tutorials/first-game.md", ("Play now",)),
        ("tutorials/host-games.md", ("With friends", "Friends", "Anyone", "Create table", "Start")),
        ("tutorials/host-games.md", ("Start with bots",)),
        ("how-to/check-a-deal.md", ("Fair play", "Download")),
    ],
)
def test_buttons_have_the_clients_labels(name: str, words: tuple[str, ...]) -> None:
    catalogue = "".join(path.read_text("utf-8") for path in (DOCS.parent / "web" / "src" / "i18n" / "en").glob("*.ts"))
    for word in words:
        assert f"**{word}**" in (DOCS / name).read_text("utf-8")
        assert f': "{word}"' in catalogue, word


def test_play_your_first_game(tmp_path: Path) -> None:
    opening, play, *after = commands("tutorials/first-game.md")
    assert opening in SERVER_COMMANDS
    said = run(play, tmp_path, "hint\nrules HG-3.3\nscores\n" + "1\n" * 200)
    assert "wins after" in said
    assert zashiki.load(tmp_path / "evening.json").moves
    replay, review, verify = (run(one, tmp_path) for one in after)
    assert "The game is over" in replay
    assert "Seat 0" in review
    assert verify.split()[-1] == "fair"


def test_host_games_for_friends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opening, backup = commands("tutorials/host-games.md")
    assert opening in SERVER_COMMANDS
    (settings,) = blocks("tutorials/host-games.md", "toml")
    (tmp_path / "zashiki.toml").write_text(settings, "utf-8")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("ZASHIKI_")]:
        monkeypatch.delenv(name)
    config = load()
    assert (config.host, config.rate_guests) == ("0.0.0.0", "5/minute")
    assert backup == ["zashiki", "admin", "backup", "backup.gz"]


def test_write_a_bot(tmp_path: Path) -> None:
    first, careful = blocks("tutorials/write-a-bot.md", "python")
    (tmp_path / "my_bots.py").write_text(f"{first}\n\n{careful}", "utf-8")
    against_random, against_first = commands("tutorials/write-a-bot.md")
    assert "First" in run(shortened(against_random, 1), tmp_path)
    said = run(shortened(against_first, 4), tmp_path)
    row = next(line for line in said.splitlines() if "Careful" in line)
    assert row.endswith("stronger"), "the page promises that it wins clearly"


def test_a_first_experiment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask, read = blocks("tutorials/first-experiment.md", "python")
    said = python(ask, tmp_path, monkeypatch, capsys)
    assert re.fullmatch(r"seat 0 wins \d+\.\d% ± \d\.\d%\n", said)
    (arena,) = commands("tutorials/first-experiment.md")
    run([*arena, "--jobs", "1"], tmp_path)
    said = python(read, tmp_path, monkeypatch, capsys)
    assert re.fullmatch(r"seat 0 wins \d+\.\d% of 100 games\n", said)


async def test_back_up_and_restore(tmp_path: Path) -> None:
    backup, restore = commands("how-to/back-up.md")
    database = Database(f"sqlite:///{tmp_path}/zashiki.db", durable=False)
    await database.migrate()
    await database.close()
    run(backup, tmp_path)
    run(restore, tmp_path)
    assert (tmp_path / "restored.db").is_file()


def test_enter_the_arena(tmp_path: Path) -> None:
    bots = BLOCK.findall((DOCS / "bots.md").read_text("utf-8"))
    texts = [text for kind, text in bots if kind == "python"]
    (tmp_path / "my_bots.py").write_text(next(text for text in texts if "class Careful" in text), "utf-8")
    (tmp_path / "my_program.py").write_text(next(text for text in texts if "sys.stdin" in text), "utf-8")
    for command in commands("how-to/enter-the-arena.md"):
        said = run(shortened(command, 1), tmp_path)
        assert "Forfeits" in said


def test_check_a_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (check,) = blocks("how-to/check-a-deal.md", "python")
    said = python(check, tmp_path, monkeypatch, capsys)
    assert re.fullmatch(r"\d+ outcomes of chance match the seeds\n", said)
    (verify,) = commands("how-to/check-a-deal.md")
    assert run(verify, tmp_path).split()[-1] == "fair"
