"""Any program as a bot: JSON lines over its standard input and output.

`docs/bots.md` describes the protocol. A program that does not answer in time is killed, and restarted for the next
decision; after several failed starts in a row it is not started again.
"""

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Final, final

from zashiki.bots.bot import DecisionContext
from zashiki.bots.runners import Failed, FailureKind, Runner, allowed
from zashiki.core.errors import BadBot
from zashiki.core.shapes import EventView

PROTOCOL: Final = 1
"""The version of the protocol."""
READY_IN: Final = 10.0
"""Seconds in which a program must say that it is ready."""
MOST_STARTS: Final = 3
"""Failed starts in a row after which a program is not started again."""
LONGEST_LINE: Final = 65_536
"""The most characters of an answer."""
QUIT_IN: Final = 2.0
"""Seconds that a program has to exit by itself at the end."""


@final
class ProgramRunner(Runner):
    """A program that reads questions from standard input and answers on standard output."""

    wants_events = True

    def __init__(self, command: str) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadBot(command, f"a command line ({error})", "bot") from None
        if not self.command:
            raise BadBot(command, "a command after run:", "bot")
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._failed_starts = 0
        self._asked = 0

    def ask(self, context: DecisionContext, events: Sequence[EventView]) -> object:
        self._start()
        self._asked += 1
        question = {
            "type": "act",
            "id": self._asked,
            "view": context.view,
            "events": list(events),
            "budget": {"seconds": context.budget.seconds, "iterations": context.budget.iterations},
            "seed": int(context.rng.word()),
        }
        self._send(question)
        answer = self._answer(allowed(context.budget))
        if answer.get("id") != self._asked:
            raise self._failure("illegal", f"an answer with id {answer.get('id')!r} to question {self._asked}")
        if "move" in answer:
            return self._named(context, answer["move"])
        return answer.get("action")

    def _named(self, context: DecisionContext, word: object) -> int:
        if isinstance(word, str):
            for move in context.view["moves"]:
                if move["name"] == " ".join(word.lower().split()):
                    return move["action"]
        raise Failed("illegal", f"move {word!r}")

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        if self._failed_starts >= MOST_STARTS:
            raise Failed("gone", "it could not be started, several times")
        self._lines = queue.Queue()
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            self._failed_starts += 1
            raise Failed("gone", f"{self.command[0]}: {error.strerror or error}") from None
        assert self._process.stdout is not None
        threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines), daemon=True).start()
        self._failed_starts += 1
        self._send({"type": "hello", "protocol": PROTOCOL})
        if self._answer(READY_IN).get("type") != "ready":
            raise self._failure("gone", "it did not say that it is ready")
        self._failed_starts = 0

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._failure("gone", "it no longer reads") from None

    def _answer(self, seconds: float) -> Mapping[str, object]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._failure("hung", f"no answer within {seconds:.1f} s") from None
        if line is None:
            raise self._failure("gone", "it ended")
        try:
            answer = json.loads(line)
        except ValueError:
            raise self._failure("illegal", f"a line that is no JSON: {line[:80]!r}") from None
        if not isinstance(answer, dict):
            raise self._failure("illegal", f"a line that is no object: {line[:80]!r}")
        return answer

    def _failure(self, why: FailureKind, detail: str) -> Failed:
        """Kill the program, since its next line would answer an old question; returns the error to raise."""
        self._kill()
        return Failed(why, detail)

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            with suppress(Failed):
                self._send({"type": "bye"})
            if self._process is not None:
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(QUIT_IN)
        self._kill()


def _read_lines(stream: IO[str], lines: "queue.Queue[str | None]") -> None:
    """Queue every line that is not empty, and None at the end."""
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            if line.strip():
                lines.put(line)
    lines.put(None)
