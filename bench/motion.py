"""Animations in a browser's trace: frames, work of the main thread, layouts.

`SCRIPT` runs in the page before everything else: it marks in the trace when an animation starts, and which events the
page has received. All times are the main thread's CPU time, so other load on the machine does not count.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

CATEGORIES: Final = [
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "disabled-by-default-devtools.timeline.stack",
]
TASK: Final = "RunTask"
TWO: Final = 1 << 6
"""One of Chromium's reasons for running an animation on the main thread: another one on the same element."""
NOTHING: Final = 1 << 17
"""The animation is invisible."""

SCRIPT: Final = """
(() => {
  const animate = Element.prototype.animate;
  const last = new WeakMap();
  let count = 0;
  const follow = (animation) => {
    const number = (count += 1);
    last.set(animation, number);
    performance.mark("begins");
    animation.ready.then(() => {
      const { delay, endTime } = animation.effect.getComputedTiming();
      performance.mark(`moves ${number} ${animation.startTime + delay} ${animation.startTime + endTime}`);
    }, () => undefined);
    return animation;
  };
  Element.prototype.animate = function (...all) {
    return follow(animate.apply(this, all));
  };
  const { play, cancel } = Animation.prototype;
  Animation.prototype.play = function () {
    play.call(this);
    follow(this);
  };
  Animation.prototype.cancel = function () {
    if (last.has(this)) performance.mark(`stops ${last.get(this)}`);
    cancel.call(this);
  };
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        for (const { code } of JSON.parse(data).events ?? []) performance.mark(`told ${code}`);
      });
    }
  };
})();
"""


@dataclass
class Motion:
    """All animations of a trace, combined."""

    seconds: float = 0.0
    """How long something moved."""
    drawn: int = 0
    """Frames drawn meanwhile."""
    starts: list[float] = field(default_factory=list)
    """Milliseconds of work of each task that started an animation."""
    tasks: list[float] = field(default_factory=list)
    """Milliseconds of work of every other task during an animation."""
    forced: int = 0
    """Forced layouts in tasks that started an animation."""
    helpless: Counter[str] = field(default_factory=Counter)
    """Animations that run on the main thread, by what they animate."""
    told: Counter[str] = field(default_factory=Counter)
    """Events received, by code."""

    @property
    def expected(self) -> float:
        """The number of possible frames."""
        return self.seconds * 60

    @property
    def rate(self) -> float:
        """Frames per second."""
        return 60 * min(1.0, self.drawn / self.expected) if self.expected else 0.0


def read(trace: bytes) -> Motion:
    """Read the animations from a trace."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    marks = [event for event in events if event.get("cat") == "blink.user_timing"]
    begun = [event["ts"] for event in marks if event["name"] == "begins"]
    found = Motion(told=Counter(event["name"][5:] for event in marks if event["name"].startswith("told ")))
    moves = [event for event in marks if event["name"].startswith("moves ")]
    if not moves:
        return found
    process, thread = moves[0]["pid"], moves[0]["tid"]
    # Animations that started before the trace are reported late and not included in it.
    first = min(event["ts"] for event in events if event["ts"] > 0)
    windows = _windows(sorted((max(begin, first), end) for begin, end in _spans(marks, moves) if end > first))
    found.seconds = sum(end - begin for begin, end in windows) / 1e6
    own = [event for event in events if event["pid"] == process]
    frames = [event["ts"] for event in own if event["name"] == "DrawFrame"]
    found.drawn = sum(1 for at in frames if _within(at, windows))
    page = [event for event in own if event["tid"] == thread and event["ph"] == "X"]
    forced = [event["ts"] for event in page if event["name"] == "Layout" and "stackTrace" in event["args"]["beginData"]]
    for task in (event for event in page if event["name"] == TASK):
        span = [(task["ts"], task["ts"] + task["dur"])]
        worked = task.get("tdur", task["dur"]) / 1000
        if any(_within(at, span) for at in begun):
            found.starts.append(worked)
            found.forced += sum(1 for at in forced if _within(at, span))
        elif _within(task["ts"], windows):
            found.tasks.append(worked)
    for event in own:
        about = event.get("args", {}).get("data", {}) if event["name"] == "Animation" else {}
        reasons = about.get("compositeFailed", 0) & ~NOTHING
        if reasons:
            others = "two at once" if reasons & TWO else f"for reason {reasons}"
            found.helpless[" ".join(about.get("unsupportedProperties", ())) or others] += 1
    return found


def _spans(marks: list[dict[str, Any]], moves: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Return when each animation ran: from its first frame to its end, or until it was cancelled."""
    stops = {int(event["name"][6:]): event["ts"] for event in marks if event["name"].startswith("stops ")}
    spans: list[tuple[int, int]] = []
    for event in moves:
        number, begin, end = event["name"].split()[1:]
        zero = event["ts"] - round(1000 * event["args"]["data"]["startTime"])
        stop = min(zero + round(1000 * float(end)), stops.get(int(number), event["ts"] + 10**9))
        spans.append((zero + round(1000 * float(begin)), stop))
    return [(begin, end) for begin, end in spans if begin < end]


def _windows(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge sorted intervals in which at least one animation runs."""
    joined: list[tuple[int, int]] = []
    for begin, end in spans:
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined


def _within(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(begin <= at < end for begin, end in spans)
