import { describe, expect, it, vi, beforeEach, afterEach } from "vitest";
import type { EventView } from "$/generated/outgoing";
import { Announcer, merged } from "./announce";
import { joinRuns } from "./joinRuns";
import { logSections } from "./logSections";
import { timeLeft, longTime, minutesAndSeconds, shortTime, units } from "./clock";
import { rests, start } from "./flip";
import { nearest, movesWithoutButton } from "./keyboard";
import { byRound, formatPoints, ranking, formatSigned } from "./scores";
import { team } from "./teams";

describe("clocks", () => {
  const clock = { asked_at: 100, deadline: 250, reserve: 120 };

  it("count the move first, then the reserve", () => {
    expect(timeLeft(clock, 100)).toEqual({ move: 30, reserve: 120, part: 1 });
    expect(timeLeft(clock, 125)).toMatchObject({ move: 5, reserve: 120 });
    expect(timeLeft(clock, 150)).toMatchObject({ move: 0, reserve: 100 });
    expect(timeLeft(clock, 300)).toEqual({ move: 0, reserve: 0, part: 0 });
  });

  it("show the reserve of players who are not to move", () => {
    expect(timeLeft({ asked_at: null, deadline: null, reserve: 45 }, 0)).toEqual({
      move: null,
      reserve: 45,
      part: null,
    });
  });

  it("are formatted", () => {
    expect([0, 0.2, 9.5, 59.9, 60, 61.2, 605].map(minutesAndSeconds)).toEqual([
      "0",
      "1",
      "10",
      "1:00",
      "1:00",
      "1:02",
      "10:05",
    ]);
    expect(units(2 * 86400 + 3 * 3600 + 59)).toEqual({ days: 2, hours: 3, minutes: 1 });
    expect(units(-5)).toEqual({ days: 0, hours: 0, minutes: 0 });
  });

  it("of days show their two largest units, or one in small spaces", () => {
    const [day, hour, minute] = [86_400, 3600, 60];
    const times = [3 * day, 2 * day + 5 * hour + 1, day, 23 * hour + 59 * minute, hour, 59 * minute, 20, 0];
    expect(times.map(longTime)).toEqual([
      "3 d 0 h",
      "2 d 5 h",
      "1 d 0 h",
      "23 h 59 min",
      "1 h 0 min",
      "59 min",
      "1 min",
      "0 min",
    ]);
    expect(times.map(shortTime)).toEqual(["3 d", "2 d", "1 d", "23 h", "1 h", "59 min", "1 min", "0 min"]);
  });
});

describe("announcements", () => {
  const words = { more: (count: number) => `${count} more.`, stop: "." };
  const spoken = (events: string[], last: string[] = [], first: string[] = []): string =>
    merged({ first, events, last }, words);

  it("are made once, and shortened if there are many", () => {
    expect(spoken(["A.", "B.", "A.", ""])).toBe("A. B.");
    expect(spoken(["A.", "B.", "C.", "D.", "E.", "F."])).toBe("3 more. D. E. F.");
  });

  it("leave out no event because a question and a tip follow", () => {
    const events = ["Kuri plays 7.", "Hina plays 9.", "You win the trick."];
    expect(spoken(events, ["Your turn", "Lead a card.", "A tip.", "Another."], ["+2."])).toBe(
      "+2. Kuri plays 7. Hina plays 9. You win the trick. Your turn. Lead a card. A tip. Another.",
    );
  });

  it("end every sentence but the last, and none twice", () => {
    expect(spoken([], ["Best: Play 7", "Good chance: 50 %", "“Play 8” is as good.", "it is not your turn"])).toBe(
      "Best: Play 7. Good chance: 50 %. “Play 8” is as good. it is not your turn",
    );
    expect(spoken([], ["「9」が最善です。", "「8」もほぼ互角。", "A (so to say.)"])).toBe(
      "「9」が最善です。 「8」もほぼ互角。 A (so to say.)",
    );
  });

  describe("in time", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it("are collected for a moment, and repeated if they happen again", () => {
      const said: string[] = [];
      const announcer = new Announcer((text) => said.push(text), words);
      announcer.say("A.");
      announcer.say("B.");
      expect(said).toEqual([]);
      vi.advanceTimersByTime(300);
      expect(said).toEqual(["A. B."]);
      announcer.say("A.", "B.");
      vi.advanceTimersByTime(300);
      expect(said[1]).not.toBe(said[0]);
      expect(said[1]?.trim()).toBe("A. B.");
    });
  });
});

describe("gliding", () => {
  const old = { x: 100, y: 50, width: 20 };
  const now = { x: 300, y: 250, width: 40 };

  it("starts where the piece was, in its size", () => {
    expect(start(old, now).start).toEqual({ x: -200, y: -200, scale: 0.5 });
    expect(rests(start(now, now).start)).toBe(true);
  });

  it("leaves a piece alone that is carried by its container", () => {
    const outer = start(old, now);
    // A piece that lay 4 to the right of the centre, and at double size lies 8 to the right.
    const inner = start({ x: 104, y: 50, width: 5 }, { x: 308, y: 250, width: 10 }, outer.frame);
    expect(rests(inner.start)).toBe(true);
  });

  it("moves a piece within a moving container by the difference", () => {
    const outer = start({ x: 0, y: 0, width: 10 }, { x: 100, y: 0, width: 10 });
    const inner = start({ x: 0, y: 0, width: 4 }, { x: 130, y: 0, width: 4 }, outer.frame);
    expect(inner.start).toEqual({ x: -30, y: 0, scale: 1 });
  });
});

describe("keys", () => {
  const box = (left: number, top: number): { left: number; top: number; width: number; height: number } => ({
    left,
    top,
    width: 10,
    height: 10,
  });

  it("go to the nearest button in their direction", () => {
    const all = [box(30, 0), box(60, 0), box(0, 40), box(-20, 0)];
    expect(nearest(box(0, 0), [1, 0], all)).toBe(0);
    expect(nearest(box(0, 0), [0, 1], all)).toBe(2);
    expect(nearest(box(0, 0), [-1, 0], all)).toBe(3);
    expect(nearest(box(0, 0), [0, -1], all)).toBe(-1);
  });

  it("prefer buttons straight ahead", () => {
    expect(nearest(box(0, 0), [1, 0], [box(30, 25), box(50, 0)])).toBe(1);
  });

  function page(pieces: { action?: string; covers?: string; prompt?: boolean }[]): ParentNode {
    const find = (selector: string): unknown[] =>
      pieces
        .filter((piece) => (selector === "[data-action]" ? piece.action : piece.covers) !== undefined)
        .map(({ action, covers, prompt }) => ({ dataset: { action, covers }, closest: () => (prompt ? {} : null) }));
    return { querySelectorAll: find } as unknown as ParentNode;
  }

  it("find the moves without a button", () => {
    expect(movesWithoutButton(page([{ action: "1" }, { action: "2" }]), [1, 2, 3])).toEqual([3]);
    expect(movesWithoutButton(page([{ action: "1" }, { action: "3", prompt: true }]), [1, 3])).toEqual([3]);
    expect(movesWithoutButton(page([{ covers: "2 3" }]), [1, 2, 3])).toEqual([1]);
    expect(movesWithoutButton(page([{ covers: "all" }]), [1, 2, 3])).toEqual([]);
  });
});

describe("points", () => {
  const line = (seat: number, round: number, points: number) => ({
    seat,
    round,
    points,
    rule: "HG-4.1",
    code: "points.x",
    facts: {},
    text: "",
  });

  it("are added up by round and seat", () => {
    const rounds = byRound([line(1, 2, 3), line(0, 1, 2), line(1, 2, -1)], 2);
    expect(rounds.map(({ round, points }) => [round, points])).toEqual([
      [1, [2, 0]],
      [2, [0, 2]],
    ]);
    expect(rounds[1]?.lines).toHaveLength(2);
  });

  it("make a ranking in which the winners come first", () => {
    expect(ranking([5, 9, 9, 2], [1])).toEqual([
      { seat: 1, points: 9, rank: 1 },
      { seat: 2, points: 9, rank: 2 },
      { seat: 0, points: 5, rank: 3 },
      { seat: 3, points: 2, rank: 4 },
    ]);
    expect(ranking([4, 4, 1], [0, 1]).map((one) => one.rank)).toEqual([1, 1, 3]);
  });

  it("make a ranking in which teammates stand together, also when the teams are tied", () => {
    const tied = ranking([120, 120, 120, 120], [0, 1, 2, 3], (seat) => "AB"[seat % 2] ?? null);
    expect(tied.map((one) => one.seat)).toEqual([0, 2, 1, 3]);
    expect(tied.every((one) => one.rank === 1)).toBe(true);
  });

  it("have a sign", () => {
    expect([3, 0, -2].map(formatSigned)).toEqual(["+3", "±0", "−2"]);
    expect([3, 0, -2].map(formatPoints)).toEqual(["3", "0", "−2"]);
  });
});

describe("the log", () => {
  const happened = (n: number, code: string, facts: EventView["facts"] = {}): EventView => ({
    n,
    ply: n,
    rule: "HG-1.1",
    code,
    facts,
    text: "",
  });

  it("has a section for each round", () => {
    const found = logSections([
      happened(0, "event.dealer"),
      happened(1, "event.round", { round: 1 }),
      happened(2, "event.card"),
      happened(3, "event.round", { round: 2 }),
      happened(4, "event.extra_round", { extra: 1 }),
    ]);
    expect(found.map(({ round, extra, events }) => [round, extra, events.length])).toEqual([
      [null, false, 1],
      [1, false, 2],
      [2, false, 1],
      [1, true, 1],
    ]);
  });

  it("keeps the additional fields of a replay's events", () => {
    const told = [3, 9].map((at, n) => ({ ...happened(n, "event.round", { round: n + 1 }), at }));
    expect(logSections(told).flatMap(({ events }) => events.map(({ at }) => at))).toEqual([3, 9]);
  });

  it("has one line for a run of events if there is a sentence for it", () => {
    const tile = (n: number): EventView => happened(n, "event.tile", { tile: 9 - n, place: "b8" });
    const events = [tile(0), tile(1), happened(2, "event.stone"), happened(3, "event.stone"), tile(4)];
    const joined = joinRuns(events, (code) => code === "event.tile.run");
    expect(joined.map(({ n, code }) => [n, code])).toEqual([
      [1, "event.tile.run"],
      [2, "event.stone"],
      [3, "event.stone"],
      [4, "event.tile"],
    ]);
    expect(joined[0]?.facts).toEqual({ tile: [9, 8], place: ["b8", "b8"] });
    expect(joinRuns(events, () => false)).toEqual(events);
  });

  it("has one section without rounds", () => {
    expect(logSections([happened(0, "event.tile"), happened(1, "event.stone")])).toHaveLength(1);
    expect(logSections([])).toEqual([]);
  });
});

describe("teams", () => {
  it("have letters", () => {
    const sides = [{ seats: [0, 2] }, { seats: [1, 3] }];
    expect([0, 1, 2, 3].map((seat) => team({ sides }, seat))).toEqual(["A", "B", "A", "B"]);
    expect(team({ sides: [{ seats: [0] }, { seats: [1] }] }, 0)).toBeNull();
    expect(team({}, 0)).toBeNull();
  });
});
