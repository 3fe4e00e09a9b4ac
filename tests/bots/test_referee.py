"""Whatever a bot does, the game continues: a failed decision is forfeited to greedy, and reported."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zashiki
from cli.command import POSIX
from zashiki import Rng
from zashiki.bots import Budget, DecisionContext, program, runners
from zashiki.bots.builtin import GreedyBot
from zashiki.bots.entrants import runner
from zashiki.bots.referee import Forfeit, Referee, decide
from zashiki.bots.runners import Runner

# Never compiled, so the same in both lanes.
pytestmark = pytest.mark.once

PROGRAM = """
import json, sys

def say(message):
    print(json.dumps(message), flush=True)

for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "hello":
        assert question["protocol"] == 1
        say({"type": "ready"})
    elif question["type"] == "bye":
        break
    else:
        view = question["view"]
        ANSWER
"""

GOOD = """say({"id": question["id"], "action": view["moves"][-1]["action"]})"""


def context_of(key: str = "hagakure", seconds: float | None = 0.05) -> DecisionContext:
    match = zashiki.new(key, seed=3)
    return DecisionContext(
        match.game, match.options, match.state(), match.waiting[0], Rng(1), Budget(seconds), match.ply
    )


def greedy_move(context: DecisionContext) -> int:
    return GreedyBot().act(context)


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Any]:
    """A runner of a program that gives this answer to every question."""
    made: list[Runner] = []

    def write(answer: str, text: str = PROGRAM) -> Runner:
        path = tmp_path / f"program{len(made)}.py"
        path.write_text(text.replace("ANSWER", answer), "utf-8")
        made.append(runner(f"run:{sys.executable} {path}", "hagakure"))
        return made[-1]

    yield write
    for one in made:
        one.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short time limits."""
    monkeypatch.setattr(runners, "GRACE", 0.2)
    monkeypatch.setattr(program, "READY_IN", 5.0)


@POSIX
@pytest.mark.parametrize(
    ("name", "why", "detail"),
    [
        ("Raises", "raised", "ValueError: no idea"),
        ("Hangs", "hung", "no answer within"),
        ("Clings", "hung", "no answer within"),
        ("Wrong", "illegal", "answered '10000', which is not a move"),
        ("Silent", "illegal", "answered 'None', which is not a move"),
        ("Dies", "gone", "its process died"),
        ("Leaves", "gone", "its process died"),
    ],
)
@pytest.mark.usefixtures("hasty")
def test_a_class_that_fails_forfeits_the_decision_to_greedy(name: str, why: str, detail: str) -> None:
    context = context_of(seconds=5.0)
    if why == "hung":
        context.budget = Budget(0.01)
    action, forfeit = decide(runner(f"bots.entrants:{name}", "hagakure"), context)
    assert action == greedy_move(context)
    assert forfeit is not None
    assert (forfeit.seat, forfeit.ply, forfeit.why) == (context.seat, context.ply, why)
    assert detail in forfeit.detail
    assert "\n" not in forfeit.detail


def test_the_answer_of_a_class_is_used() -> None:
    context = context_of()
    assert decide(runner("bots.entrants:Last", "hagakure"), context) == (context.legal[-1], None)


def test_a_built_in_bot_that_fails_forfeits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, context: DecisionContext) -> int:
        raise ZeroDivisionError

    context = context_of()
    expected = greedy_move(context)
    random = runner("random", "hagakure")
    monkeypatch.setattr("zashiki.bots.builtin.RandomBot.act", broken)
    action, forfeit = decide(random, context)
    assert action == expected
    assert forfeit is not None
    assert forfeit.why == "raised"


def test_a_program_answers_by_number_or_by_name(written: Any) -> None:
    context = context_of(seconds=5.0)
    assert decide(written(GOOD), context) == (context.legal[-1], None)
    by_name = written("""say({"id": question["id"], "move": " " + view["moves"][-1]["name"].upper()})""")
    assert decide(by_name, context) == (context.legal[-1], None)


@pytest.mark.parametrize(
    ("answer", "why", "detail"),
    [
        ("import time; time.sleep(60)", "hung", "no answer within 0.2 s"),
        ("raise SystemExit", "gone", "it ended"),
        ("print('hello?', flush=True)", "illegal", "no JSON"),
        ("print('[1]', flush=True)", "illegal", "no object"),
        ("say({'id': -1, 'action': 0})", "illegal", "id -1"),
        ("say({'id': question['id'], 'action': 999})", "illegal", "999"),
        ("say({'id': question['id'], 'action': True})", "illegal", "not a move"),
        ("say({'id': question['id'], 'move': 'fly'})", "illegal", "move 'fly'"),
        ("say({'id': question['id']})", "illegal", "not a move"),
        ("print('x' * 200000, flush=True)", "illegal", "no JSON"),
    ],
)
@pytest.mark.usefixtures("hasty")
def test_a_program_that_fails_forfeits_the_decision_to_greedy(written: Any, answer: str, why: str, detail: str) -> None:
    context = context_of(seconds=5.0)
    if why == "hung":
        context.budget = Budget(0.01)
    action, forfeit = decide(written(answer), context)
    assert action == greedy_move(context)
    assert forfeit is not None
    assert forfeit.why == why
    assert detail in forfeit.detail


@pytest.mark.usefixtures("hasty")
def test_a_program_that_hung_is_restarted_and_its_late_answer_ignored(written: Any, tmp_path: Path) -> None:
    mark = tmp_path / "was here"
    once = f"""
        import os, time
        if not os.path.exists({str(mark)!r}):
            open({str(mark)!r}, "w").close()
            time.sleep(60)
        {GOOD}"""
    hung = written(once)
    context = context_of(seconds=0.01)
    _, first = decide(hung, context)
    assert first is not None
    assert first.why == "hung"
    again = context_of(seconds=5.0)
    assert decide(hung, again) == (again.legal[-1], None)


def test_a_program_that_cannot_start_is_given_up() -> None:
    context = context_of()
    absent = runner("run:/no/such/program --at all", "hagakure")
    details = []
    for _ in range(5):
        action, forfeit = decide(absent, context)
        assert action == greedy_move(context)
        assert forfeit is not None
        assert forfeit.why == "gone"
        details.append(forfeit.detail)
    assert "No such file" in details[0]
    assert details[-1] == "it could not be started, several times"


def test_a_program_gets_events_and_plays_a_whole_game(written: Any, tmp_path: Path) -> None:
    """It gets each event once, as its seat may see it, and never another seat's secrets."""
    log = tmp_path / "log"
    answer = f"""
        open({str(log)!r}, "a").write(json.dumps([view["seat"], question["events"], question["budget"]]) + chr(10))
        {GOOD}"""
    game = zashiki.games()["hagakure"]
    listener = written(answer)
    seated = [listener, *(runner("random", "hagakure") for _ in range(2))]
    options = game.checked(3, {"rounds": 1})
    outcome = Referee(game, options, seated, Rng(1), [Rng(seat) for seat in range(3)], Budget(5.0)).run()
    assert outcome.forfeits == []
    assert len(outcome.scores) == 3
    questions = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert len(questions) == outcome.decisions[0]
    events = [event for _, part, _ in questions for event in part]
    assert [event["n"] for event in events] == list(range(len(events)))
    seen = [event for event in events if event["code"].endswith(".seen")]
    assert seen
    assert all(budget == {"seconds": 5.0, "iterations": None} for _, _, budget in questions)


@POSIX
@pytest.mark.usefixtures("hasty")
def test_a_game_full_of_bad_bots_ends_and_everything_is_reported() -> None:
    game = zashiki.games()["hagakure"]
    names = ("Raises", "Wrong", "Dies")
    seated = [runner(f"bots.entrants:{name}", "hagakure") for name in names]
    options = game.checked(3, {"rounds": 1})
    outcome = Referee(game, options, seated, Rng(1), [Rng(seat) for seat in range(3)], Budget(5.0)).run()
    assert len(outcome.forfeits) == sum(outcome.decisions) > 10
    assert {(lost.seat, lost.why) for lost in outcome.forfeits} == {(0, "raised"), (1, "illegal"), (2, "gone")}
    greedy = Referee(
        game, options, [runner("greedy", "hagakure")] * 3, Rng(1), [Rng(seat) for seat in range(3)], Budget(5.0)
    ).run()
    assert (outcome.scores, outcome.winners) == (greedy.scores, greedy.winners)
    assert all(isinstance(lost, Forfeit) for lost in outcome.forfeits)


@POSIX
@pytest.mark.usefixtures("hasty")
def test_no_process_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[int] = []
    fork = os.fork

    def noted() -> int:
        children.append(fork())
        return children[-1]

    monkeypatch.setattr(os, "fork", noted)
    decide(runner("bots.entrants:Hangs", "hagakure"), context_of())
    (child,) = children
    with pytest.raises(ChildProcessError):
        os.waitpid(child, os.WNOHANG)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("level6", "level1 to level5"),
        ("levels", "level1 to level5"),
        ("race", "race:N or race:N:plain"),
        ("race:0", "race:N or race:N:plain"),
        ("tree:many", "tree:N or tree:N:plain"),
        ("race:5:fancy", "race:N or race:N:plain"),
        ("grandmaster", "module:Class"),
        ("run:", "a command after run:"),
        ("run:'", "a command line"),
        ("no_such_module:Bot", "ModuleNotFoundError"),
        ("bots.entrants:Nobody", "AttributeError"),
        ("bots.entrants:NoBot", "zashiki.bots.Bot"),
        ("bots.entrants:Broken", "no model file"),
        ("nowhere.py:Bot", "FileNotFoundError"),
    ],
)
def test_an_unknown_bot_is_refused(word: str, said: str) -> None:
    with pytest.raises(zashiki.BadBot, match="is not possible; expected") as caught:
        runner(word, "hagakure")
    assert said in str(caught.value)


def test_a_class_in_a_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from zashiki.bots import Bot\nclass First(Bot):\n    def act(self, given):\n        return given.legal[0]\n"
    )
    context = context_of()
    assert decide(runner(f"{path}:First", "hagakure"), context) == (context.legal[0], None)
