import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { FrameData, ReplayData } from "$/generated/api";
import { browser } from "$/table/testing";
import { readPosition, positionQuery } from "./address";
import type { Replay } from "./replay.svelte";
import type { SeatData } from "$/generated/outgoing";
import type { Viewer, Source } from "./source";

const PLIES = 130;

/** A game of 130 moves: rounds begin at 0, 60 and 120, and the first ten moves of each deal without a word. */
function frame(ply: number, viewer: Viewer): FrameData {
  const deal = ply > 0 && ply % 60 > 0 && ply % 60 <= 10;
  return {
    ply,
    mover: ply === 0 ? null : deal ? -1 : ply % 3,
    move: null,
    events:
      deal || ply === 0
        ? []
        : [{ n: ply, ply: ply - 1, rule: "HG-3.1", code: "event.card", facts: {}, text: `${ply}` }],
    view: {
      ply,
      seat: viewer === "open" ? null : viewer,
      board: { round: Math.floor(ply / 60) + 1 },
      waiting: [ply % 3],
    },
  } as unknown as FrameData;
}

class FakeSource implements Source {
  readonly table = "t";
  readonly asked: string[] = [];
  refuses: Error | null = null;

  frames(viewer: Viewer, from: number): Promise<ReplayData> {
    this.asked.push(`${viewer} ${from}`);
    if (this.refuses !== null) return Promise.reject(this.refuses);
    const count = Math.min(50, PLIES + 1 - from);
    const frames = Array.from({ length: count }, (_, n) => frame(from + n, viewer));
    const players: ReplayData["players"] = [
      { kind: "person", name: "Aki", level: null },
      { kind: "bot", name: null, level: 3 },
      { kind: "person", name: null, level: null },
      { kind: "person", name: "level 5", level: null },
      { kind: "person", name: "Guest 3yy7", level: null },
      { kind: "person", name: "Guest abcd", level: null },
    ];
    return Promise.resolve({
      game: "hagakure",
      seats: 3,
      plies: PLIES,
      move_seats: Array.from({ length: PLIES }, (_, n) => frame(n + 1, viewer).mover),
      players,
      frames,
      scores: [],
      from,
      viewer,
    } as unknown as ReplayData);
  }

  seats = (): Promise<SeatData[]> => {
    const seat = (yours: boolean, guest_code: string | null = null): SeatData =>
      ({ seat: yours ? 2 : 0, yours, guest_code }) as SeatData;
    return Promise.resolve([seat(false), seat(false), seat(true), seat(false), seat(false, "3yy7")]);
  };
  record = (): never => expect.unreachable();
  chance = (): never => expect.unreachable();
}

describe("a replay", () => {
  let source: FakeSource;
  let Class: typeof Replay;
  const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

  // Loading the catalogues may take a while on a busy machine.
  beforeAll(async () => {
    browser();
    ({ Replay: Class } = await import("./replay.svelte"));
  }, 60_000);
  beforeEach(() => {
    vi.useFakeTimers();
    source = new FakeSource();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("counts the moves of players, not the cards that are dealt", async () => {
    const replay = await Class.open(source, 0, "open");
    expect([replay.move, replay.moves]).toEqual([0, 100]);
    replay.to(10);
    expect(replay.move).toBe(0);
    replay.to(11);
    expect(replay.move).toBe(1);
    replay.end();
    expect(replay.move).toBe(100);
    replay.close();
  });

  it("knows where I sat", async () => {
    const replay = await Class.open(source, 0, "open");
    expect(replay.home).toBe(2);
    replay.close();
  });

  it("opens at its position, then fetches what comes after and before, each page once", async () => {
    const replay = await Class.open(source, 70, "open");
    expect(replay.shown.ply).toBe(70);
    await settled();
    expect(source.asked).toEqual(["open 0", "open 50", "open 100"]);
    expect(replay.frames.every((one) => one !== undefined)).toBe(true);
    expect(replay.marks).toEqual([0, 60, 120].map((ply, n) => ({ ply, round: n + 1 })));
  });

  it("stays within the game", async () => {
    const replay = await Class.open(source, 9999, "open");
    expect(replay.shown.ply).toBe(PLIES);
    replay.step(1);
    expect(replay.ply).toBe(PLIES);
    replay.start();
    replay.step(-1);
    expect(replay.shown.ply).toBe(0);
  });

  it("treats dealing as one step, in both directions", async () => {
    const replay = await Class.open(source, 0, "open");
    replay.step(1);
    expect(replay.ply).toBe(11);
    replay.step(-1);
    expect(replay.ply).toBe(0);
    replay.to(5); // the slider has every one of them
    expect(replay.shown.ply).toBe(5);
  });

  it("jumps from round to round, and to the end", async () => {
    const replay = await Class.open(source, 30, "open");
    await settled();
    const found = [1, 1, 1, -1, -1, -1].map((by) => {
      replay.jump(by as 1 | -1);
      return replay.ply;
    });
    expect(found).toEqual([60, 120, PLIES, 120, 60, 0]);
  });

  it("keeps its place when the viewer changes, and fetches no page twice", async () => {
    const replay = await Class.open(source, 20, "open");
    await settled();
    await replay.setViewer(1);
    expect(replay.seat).toBe(1);
    expect(replay.shown.ply).toBe(20);
    const asked = source.asked.length;
    await replay.setViewer("open");
    expect(replay.seat).toBeNull();
    expect(source.asked.length).toBe(asked);
  });

  it("opens with all hands open if there is no such seat", async () => {
    const { ApiError } = await import("$/net/api");
    source.refuses = new ApiError("no-such-seat", "no");
    const opening = Class.open(source, 0, 7);
    source.refuses = null;
    expect((await opening).viewer).toBe("open");
  });

  it("retries when rate-limited, and reports other errors", async () => {
    const replay = await Class.open(source, 0, "open");
    await settled();
    const { ApiError } = await import("$/net/api");
    source.refuses = new ApiError("rate", "slower");
    void replay.setViewer(2);
    await settled();
    expect(replay.waiting).toBe(true);
    expect(replay.problem?.code).toBe("rate");
    source.refuses = null;
    await vi.advanceTimersByTimeAsync(4000);
    expect(replay.waiting).toBe(false);
    expect(replay.problem).toBeNull();
  });

  it("plays automatically, faster while dealing, until the end", async () => {
    const replay = await Class.open(source, 0, "open");
    await settled();
    replay.speed = 4;
    replay.play();
    await vi.advanceTimersByTimeAsync(2000);
    expect(replay.ply).toBeGreaterThan(10);
    replay.to(PLIES - 1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(replay.ply).toBe(PLIES);
    expect(replay.playing).toBe(false);
  });

  it("allows no moves, and says so", async () => {
    const replay = await Class.open(source, 0, "open");
    expect(replay.live).toBe(false);
    expect(replay.isLegal()).toBe(false);
    replay.select();
    expect(replay.note).not.toBe("");
    replay.step(1);
    expect(replay.note).toBe("");
  });

  it("names its players", async () => {
    const replay = await Class.open(source, 0, "open");
    expect([0, 1, 2, 3].map(replay.name)).toEqual(["Aki", "Kenta", "Seat 3", "level 5"]);
    expect(replay.level(3)).toBeNull();
  });

  it("names guests without a name in the language of the page, and nobody else", async () => {
    const replay = await Class.open(source, 0, "open");
    const { setLanguage } = await import("$/i18n/index.svelte");
    await setLanguage("ja");
    expect([4, 5].map(replay.name)).toEqual(["ゲスト3yy7", "Guest abcd"]);
    await setLanguage("en");
    expect([4, 5].map(replay.name)).toEqual(["Guest 3yy7", "Guest abcd"]);
  });
});

describe("an address", () => {
  it("names a position and can be read back", () => {
    expect(positionQuery({ ply: 37, viewer: 2 })).toBe("?ply=37&viewer=2");
    expect(positionQuery({ ply: 0, viewer: "open" })).toBe("");
    for (const one of [
      { ply: 37, viewer: 2 },
      { ply: 5, viewer: "open" as const },
      { ply: 0, viewer: 0 },
    ]) {
      expect(readPosition(positionQuery(one))).toEqual(one);
    }
  });

  it("may be anything", () => {
    expect(readPosition("?ply=-1&viewer=open")).toEqual({ ply: 0, viewer: "open" });
    expect(readPosition("?ply=1e9&viewer=x")).toEqual({ ply: 0, viewer: "open" });
  });
});
