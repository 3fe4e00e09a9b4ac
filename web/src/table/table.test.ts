import { describe, expect, it, vi, beforeEach, afterEach } from "vitest";
import type { EventView } from "$/generated/outgoing";
import { Announcer, merged } from "./announce";
import { logSections } from "./logSections";
import { left, long, minutes, short, units } from "./clock";
import { rests, start } from "./flip";
import { nearest, unreachable } from "./keyboard";
import { byRound, plain, ranking, signed } from "./scores";
import { team } from "./teams";

describe("clocks", () => {
  const clock = { asked_at: 100, deadline: 250, reserve: 120 };

  it("count the move first, then the reserve", () => {
    expect(left(clock, 100)).toEqual({ move: 30, reserve: 120, part: 1 });
    expect(left(clock, 125)).toMatchObject({ move: 5, reserve: 120 });
    expect(left(clock, 150)).toMatchObject({ move: 0, reserve: 100 });
    expect(left(clock, 300)).toEqual({ move: 0, reserve: 0, part: 0 });
  });

  it("show the reserve of those who are not asked", () => {
    expect(left({ asked_at: null, deadline: null, reserve: 45 }, 0)).toEqual({ move: null, reserve: 45, part: null });
  });

  it("are written as people read them", () => {
    expect([0, 0.2, 9.5, 59.9, 60, 61.2, 605].map(minutes)).toEqual(["0", "1", "10", "1:00", "1:00", "1:02", "10:05"]);
    expect(units(2 * 86400 + 3 * 3600 + 59)).toEqual({ days: 2, hours: 3, minutes: 1 });
    expect(units(-5)).toEqual({ days: 0, hours: 0, minutes: 0 });
  });

  it("of days are told in their two largest units, or in one where there is little room", () => {
    const [day, hour, minute] = [86_400, 3600, 60];
    const times = [3 * day, 2 * day + 5 * hour + 1, day, 23 * hour + 59 * minute, hour, 59 * minute, 20, 0];
    expect(times.map(long)).toEqual([
      "3 d 0 h",
      "2 d 5 h",
      "1 d 0 h",
      "23 h 59 min",
      "1 h 0 min",
      "59 min",
      "1 min",
      "0 min",
    ]);
    expect(times.map(short)).toEqual(["3 d", "2 d", "1 d", "23 h", "1 h", "59 min", "1 min", "0 min"]);
  });
});

describe("what is said", () => {
  const words = { more: (count: number) => `${count} more.` };

  it("is said once, and cut short if it is much", () => {
    expect(merged(["A.", "B.", "A.", ""], words)).toBe("A. B.");
    expect(merged(["A.", "B.", "C.", "D.", "E.", "F."], words)).toBe("3 more. D. E. F.");
  });

  describe("in time", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it("is gathered for a moment, and heard again if it happens again", () => {
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

  it("begins where the piece was, in its size", () => {
    expect(start(old, now).start).toEqual({ x: -200, y: -200, scale: 0.5 });
    expect(rests(start(now, now).start)).toBe(true);
  });

  it("is carried by what it lies in: a piece that only comes along does not move itself", () => {
    const outer = start(old, now);
    // A piece that lay 4 to the right of the centre, and at double size lies 8 to the right.
    const inner = start({ x: 104, y: 50, width: 5 }, { x: 308, y: 250, width: 10 }, outer.frame);
    expect(rests(inner.start)).toBe(true);
  });

  it("moves within what moves by the difference", () => {
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

  it("go to what is nearest in their direction", () => {
    const all = [box(30, 0), box(60, 0), box(0, 40), box(-20, 0)];
    expect(nearest(box(0, 0), [1, 0], all)).toBe(0);
    expect(nearest(box(0, 0), [0, 1], all)).toBe(2);
    expect(nearest(box(0, 0), [-1, 0], all)).toBe(3);
    expect(nearest(box(0, 0), [0, -1], all)).toBe(-1);
  });

  it("prefer what lies straight ahead", () => {
    expect(nearest(box(0, 0), [1, 0], [box(30, 25), box(50, 0)])).toBe(1);
  });

  function page(pieces: { action?: string; covers?: string; prompt?: boolean }[]): ParentNode {
    const find = (selector: string): unknown[] =>
      pieces
        .filter((piece) => (selector === "[data-action]" ? piece.action : piece.covers) !== undefined)
        .map(({ action, covers, prompt }) => ({ dataset: { action, covers }, closest: () => (prompt ? {} : null) }));
    return { querySelectorAll: find } as unknown as ParentNode;
  }

  it("find the moves that are nowhere on the table", () => {
    expect(unreachable(page([{ action: "1" }, { action: "2" }]), [1, 2, 3])).toEqual([3]);
    expect(unreachable(page([{ action: "1" }, { action: "3", prompt: true }]), [1, 3])).toEqual([3]);
    expect(unreachable(page([{ covers: "2 3" }]), [1, 2, 3])).toEqual([1]);
    expect(unreachable(page([{ covers: "all" }]), [1, 2, 3])).toEqual([]);
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

  it("have a sign", () => {
    expect([3, 0, -2].map(signed)).toEqual(["+3", "±0", "−2"]);
    expect([3, 0, -2].map(plain)).toEqual(["3", "0", "−2"]);
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

  it("has a chapter for each round", () => {
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

  it("keeps what a replay knows of each event", () => {
    const told = [3, 9].map((at, n) => ({ ...happened(n, "event.round", { round: n + 1 }), at }));
    expect(logSections(told).flatMap(({ events }) => events.map(({ at }) => at))).toEqual([3, 9]);
  });

  it("is one chapter without rounds", () => {
    expect(logSections([happened(0, "event.tile"), happened(1, "event.stone")])).toHaveLength(1);
    expect(logSections([])).toEqual([]);
  });
});

describe("teams", () => {
  it("have letters where there are any", () => {
    const sides = [{ seats: [0, 2] }, { seats: [1, 3] }];
    expect([0, 1, 2, 3].map((seat) => team({ sides }, seat))).toEqual(["A", "B", "A", "B"]);
    expect(team({ sides: [{ seats: [0] }, { seats: [1] }] }, 0)).toBeNull();
    expect(team({}, 0)).toBeNull();
  });
});
