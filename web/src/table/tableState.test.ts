import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browser, event, FakeSocket, table, update, view, welcome } from "./testing";
import type { TableState } from "./tableState.svelte";

let tableState: TableState;
let settings: { confirm: boolean; animation: boolean; pace: string };

function server(): FakeSocket {
  return FakeSocket.last;
}

function welcomed(ply = 3, events = [event(0), event(1)]): void {
  server().open();
  server().says(welcome(ply, events));
}

/** A move came too late; what follows that is the table as it is. */
function stale(move: Record<string, unknown> | undefined): void {
  server().says({ type: "no", id: move?.["id"], code: "stale", text: "stale", rule: null, facts: {} });
}

function synced(ply: number, more: object = {}): void {
  server().says({ type: "synced", version: ply, seat: 0, view: view(ply, more), events: [], clocks: [], now: 0 });
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const heard = (): number[] => tableState.events.map((one) => one.n);

beforeEach(async () => {
  vi.useFakeTimers();
  browser();
  vi.resetModules();
  ({ settings } = (await import("$/settings.svelte")) as unknown as { settings: typeof settings });
  Object.assign(settings, { confirm: true, animation: true, pace: "normal" });
  const module = await import("./tableState.svelte");
  tableState = new module.TableState("t");
});
afterEach(() => {
  tableState.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the welcome", () => {
  it("shows the latest view, and does not announce old events", () => {
    welcomed();
    expect(tableState.shown?.ply).toBe(3);
    expect(heard()).toEqual([0, 1]);
    expect(tableState.told).toEqual([]);
    expect(tableState.unread).toBe(2);
    expect(tableState.asked).toBe(true);
  });

  it("synchronises the server's clock", () => {
    server().open();
    server().says(welcome(3, [], { now: Date.now() / 1000 + 100 }));
    expect(tableState.skew).toBeCloseTo(100, 1);
  });
});

describe("scenes", () => {
  beforeEach(() => {
    welcomed();
    tableState.timing = { dwell: () => 500 };
  });

  it("are shown one after the other, each for its dwell time", async () => {
    server().says(update(4, [event(2)]));
    server().says(update(5, [event(3)]));
    expect(tableState.shown?.ply).toBe(4);
    expect(tableState.busy).toBe(true);
    expect(tableState.live).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(tableState.shown?.ply).toBe(5);
    await vi.advanceTimersByTimeAsync(500);
    expect(tableState.busy).toBe(false);
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("can be answered as soon as the last one is shown", () => {
    server().says(update(4, [event(2)]));
    expect(tableState.busy).toBe(true);
    expect(tableState.asked).toBe(true);
    server().says(update(5, [event(3)]));
    expect(tableState.asked).toBe(false);
  });

  it("are shown at once without a pace", () => {
    settings.pace = "off";
    server().says(update(4, [event(2)]));
    server().says(update(5, [event(3)]));
    expect(tableState.shown?.ply).toBe(5);
    expect(tableState.busy).toBe(false);
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("are skipped if there are too many", () => {
    for (let n = 0; n < 80; n += 1) server().says(update(4 + n, [event(2 + n)]));
    expect(tableState.shown?.ply).toBeGreaterThanOrEqual(64);
    expect(heard()).toEqual(Array.from({ length: heard().length }, (_, n) => n));
  });

  it("are skipped by a tap, which then applies to the latest view", () => {
    server().says(update(4, [event(2)], { waiting: [1], moves: [] }));
    server().says(update(5, [event(3)]));
    expect(tableState.shown?.ply).toBe(4);
    tableState.select(8);
    expect(tableState.shown?.ply).toBe(5);
    expect(tableState.chosen).toEqual([8]);
  });

  it("are announced once, even if events arrive twice", () => {
    server().says(update(4, [event(1), event(2)]));
    tableState.queue.skip();
    server().says(update(5, [event(2), event(3)]));
    tableState.queue.skip();
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("never go back", () => {
    server().says(update(6, [event(2)]));
    tableState.queue.skip();
    server().says(update(5, []));
    tableState.queue.skip();
    expect(tableState.shown?.ply).toBe(6);
  });
});

describe("the end of a round", () => {
  const ROUND = { waiting: [1], moves: [], board: { round: 1 } };
  let asked: string[];

  beforeEach(() => {
    asked = [];
    const frames = [{ ply: 4, mover: 1, move: null, events: [], view: view(4, ROUND) }];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(JSON.stringify({ seat: 0, ply: 9, frames })));
    });
    server().open();
    server().says(welcome(3, [event(0)], { view: view(3, ROUND) }));
    tableState.timing = { dwell: () => 500 };
    server().says(update(9, [event(1, 3), event(2, 8)], { board: { round: 2 }, scores: [4, 0, 1] }));
  });

  it("shows its last moves, as this seat saw them, then the tally, and then the next round", async () => {
    await settled();
    expect(asked).toEqual(["/api/v1/tables/t/frames?from=4&count=1&seat=0"]);
    expect(tableState.shown?.ply).toBe(4);
    expect(tableState.queue.tally).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(tableState.queue.tally).toMatchObject({ round: 1, before: [0, 0, 0], after: [4, 0, 1], over: false });
    expect(tableState.shown).toMatchObject({ ply: 4, scores: [4, 0, 1], waiting: [], moves: [] });
    tableState.select(7);
    expect(server().of("move")).toEqual([]);
    tableState.queue.closeTally();
    expect(tableState.shown).toMatchObject({ ply: 9, board: { round: 2 } });
    expect(tableState.asked).toBe(true);
    expect(heard()).toEqual([0, 1, 2]);
  });

  it("has the same time for everybody: when the server asked for the next move", async () => {
    await vi.advanceTimersByTimeAsync(500);
    const clock = { deadline: null, reserve: 0 };
    server().says({
      ...update(20, [event(3, 9)], { board: { round: 3 } }),
      clocks: [
        { ...clock, asked_at: 70 },
        { ...clock, asked_at: 95 },
        { ...clock, asked_at: null },
      ],
      now: 97,
    });
    expect(tableState.roundOver).toMatchObject({ round: 2, at: 95 });
  });

  it("is told without animations, too, without a request, and a key goes on", () => {
    asked = [];
    settings.pace = "off";
    tableState.queue.clear();
    server().says(update(20, [event(3, 9), event(4, 18)], { board: { round: 3 }, scores: [4, 2, 1] }));
    expect(asked).toEqual([]);
    expect(tableState.queue.tally).toMatchObject({ round: 1, after: [4, 2, 1] });
    expect(tableState.asked).toBe(false);
    tableState.queue.closeTally();
    expect(tableState.shown).toMatchObject({ ply: 20, board: { round: 3 } });
    expect(tableState.asked).toBe(true);
  });

  it("of the whole game is told by the result, without animations", () => {
    settings.pace = "off";
    tableState.queue.clear();
    server().says(update(20, [event(3, 9)], { board: { round: 2 }, over: true, waiting: [], moves: [] }));
    expect(tableState.queue.tally).toBeNull();
    expect(tableState.shown?.over).toBe(true);
  });

  it("has one tally, whatever others do meanwhile", async () => {
    await vi.advanceTimersByTimeAsync(500);
    server().says(update(10, [event(3, 9)], { board: { round: 2 }, scores: [4, 0, 1] }));
    server().says({
      type: "synced",
      version: 10,
      seat: 0,
      view: view(10, { board: { round: 2 } }),
      events: [],
      clocks: [],
      now: 0,
    });
    expect(tableState.queue.tally).not.toBeNull();
    tableState.queue.closeTally();
    await vi.advanceTimersByTimeAsync(5000);
    expect(tableState.queue.tally).toBeNull();
    expect(tableState.shown).toMatchObject({ ply: 10, board: { round: 2 } });
  });
});

describe("a break", () => {
  it("leaves no gap: missed events come with the welcome and are announced", async () => {
    welcomed();
    server().close();
    expect(tableState.connection).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(server().url).toContain("since=2");
    server().open();
    server().says(welcome(6, [event(2), event(3)]));
    expect(tableState.connection).toBe("open");
    expect(heard()).toEqual([0, 1, 2, 3]);
    expect(tableState.told.map((one) => one.n)).toEqual([2, 3]);
    expect(tableState.back).toEqual({ resent: 0 });
  });

  it("counts queued scenes as received", async () => {
    welcomed();
    tableState.timing = { dwell: () => 5000 };
    server().says(update(4, [event(2)]));
    server().says(update(5, [event(3)]));
    server().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server().url).toContain("since=4");
  });

  it("in the middle of a move resends it, and says so", async () => {
    welcomed();
    settings.confirm = false;
    tableState.select(7);
    const [move] = server().of("move");
    server().close();
    expect(tableState.sending).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    welcomed();
    expect(server().of("move")).toEqual([move]);
    expect(tableState.back).toEqual({ resent: 1 });
    server().says(update(4, [event(2)], { waiting: [1], moves: [] }));
    server().says({ type: "ok", id: move?.["id"], version: 3 });
    await settled();
    expect(tableState.sending).toBe(false);
    expect(tableState.chosen).toEqual([]);
    expect(tableState.shown?.ply).toBe(4);
  });

  it("that is final has a reason", () => {
    welcomed();
    server().says({ type: "bye", code: "not-signed-in", text: "Who are you?", facts: {} });
    server().close();
    expect(tableState.ended).toEqual({ code: "not-signed-in", text: "Who are you?", facts: {} });
  });
});

describe("before the game", () => {
  const seats = (own: number | null): object[] =>
    (table()["seats"] as { seat: number }[]).map((seat) => ({ ...seat, yours: seat.seat === own }));
  const sits = (own: number | null): void => server().says({ type: "table", table: table({ seats: seats(own) }) });

  beforeEach(() => {
    server().open();
    server().says(welcome(0, [], { view: null, seat: null, table: table({ seats: seats(null) }) }));
  });

  it("people may sit down, change seats and leave", () => {
    expect(tableState.seat).toBeNull();
    sits(0);
    expect(tableState.seat).toBe(0);
    sits(2);
    expect(tableState.seat).toBe(2);
    sits(null);
    expect(tableState.seat).toBeNull();
  });

  it("the first view decides the viewer, wherever they sat", () => {
    sits(0);
    server().says(update(3, [event(0)], { seat: 2, waiting: [2] }));
    sits(2);
    expect(tableState.seat).toBe(2);
    expect(tableState.asked).toBe(true);
  });
});

describe("selecting", () => {
  beforeEach(() => welcomed());

  it("needs a second tap to send, and can be undone", () => {
    tableState.select(7);
    expect(tableState.chosen).toEqual([7]);
    expect(server().of("move")).toEqual([]);
    tableState.takeBack();
    expect(tableState.chosen).toEqual([]);
    tableState.select(8);
    tableState.select(8);
    expect(server().of("move")).toMatchObject([{ action: 8, version: 3, seat: 0 }]);
  });

  it("sends at once without confirmation", () => {
    settings.confirm = false;
    tableState.select(9);
    expect(server().of("move")).toMatchObject([{ action: 9 }]);
  });

  it("sends several moves one after the other, each for the then latest view", async () => {
    tableState.propose([7, 8]);
    void tableState.send();
    const [first] = server().of("move");
    expect(server().of("move")).toHaveLength(1);
    server().says(update(4, []));
    server().says({ type: "ok", id: first?.["id"], version: 3 });
    await settled();
    expect(server().of("move")).toMatchObject([
      { action: 7, version: 3 },
      { action: 8, version: 4 },
    ]);
  });

  it("several moves can be undone as long as they are not sent", async () => {
    tableState.propose([7, 8]);
    void tableState.send();
    const [first] = server().of("move");
    tableState.takeBack();
    tableState.propose([9]);
    server().says(update(4, []));
    server().says({ type: "ok", id: first?.["id"], version: 3 });
    await settled();
    expect(server().of("move")).toHaveLength(1);
    expect(tableState.chosen).toEqual([]);
    expect(tableState.sending).toBe(false);
  });

  it("stays when the table has moved on and it is still legal", async () => {
    tableState.select(7);
    void tableState.send();
    const [move] = server().of("move");
    stale(move);
    synced(4);
    await settled();
    expect(tableState.chosen).toEqual([7]);
    expect(tableState.sending).toBe(false);
    expect(tableState.refusals.shown).toBeNull();
  });

  it("is cleared when it is no longer legal", async () => {
    tableState.select(7);
    void tableState.send();
    const [move] = server().of("move");
    stale(move);
    await settled();
    synced(4, { moves: [] });
    expect(tableState.chosen).toEqual([]);
    expect(tableState.refusals.shown?.text).toContain("moved on");
  });

  it("is cleared without a message when the game is over", () => {
    tableState.select(7);
    server().says(update(4, [event(2)], { moves: [], over: true }));
    tableState.queue.skip();
    expect(tableState.chosen).toEqual([]);
    expect(tableState.refusals.shown).toBeNull();
  });

  it("stays while others move", () => {
    tableState.select(7);
    server().says(update(4, [event(2)]));
    expect(tableState.chosen).toEqual([7]);
  });

  it("a refusal is shown with its reason in the language of the page", async () => {
    const { setLanguage } = await import("$/i18n/index.svelte");
    const { settings } = await import("$/settings.svelte");
    settings.language = "ja";
    await setLanguage("ja");
    const refuse = (kind: string, code: string, facts: object): void => {
      const id = server().of(kind).at(-1)?.["id"];
      server().says({ type: "no", id, code, text: "In English.", rule: null, facts });
    };
    tableState.select(99);
    refuse("move", "unknown-move", { reason: "move.unknown", move: "99" });
    const chat = tableState.speak("hello");
    refuse("chat", "chat-closed", { reason: "chat.spectators" });
    await settled();
    expect(tableState.refusals.shown?.text).toBe("このゲームに「99」という手はありません。");
    expect(await chat).toContain("観戦者");
    settings.language = "en";
    await setLanguage("en");
  });

  it("an illegal move asks the server why", async () => {
    tableState.select(99);
    const [asked] = server().of("move");
    expect(asked).toMatchObject({ action: 99 });
    const facts = { reason: "reason.tokens_closed" };
    server().says({ type: "no", id: asked?.["id"], code: "illegal", text: "no", rule: "HG-2.1", facts });
    await settled();
    expect(tableState.refusals.shown).toEqual({
      text: "tokens are played before the first card of a round",
      rule: "HG-2.1",
    });
    expect(tableState.chosen).toEqual([]);
  });

  describe("an illegal move, when the table has moved on meanwhile,", () => {
    const facts = { reason: "reason.tokens_closed" };
    const refuse = async (move: Record<string, unknown> | undefined): Promise<void> => {
      server().says({ type: "no", id: move?.["id"], code: "illegal", text: "no", rule: "HG-2.1", facts });
      await settled();
    };
    const late = async (n: number, ply: number, more: object = {}): Promise<void> => {
      stale(server().of("move")[n]);
      await settled();
      synced(ply, more);
      await settled();
    };

    it("asks again, for the latest view", async () => {
      tableState.select(99);
      await late(0, 4);
      expect(server().of("move")).toMatchObject([
        { action: 99, version: 3 },
        { action: 99, version: 4 },
      ]);
      await refuse(server().of("move")[1]);
      expect(tableState.refusals.shown?.rule).toBe("HG-2.1");
    });

    it("asks again after a break, too", async () => {
      tableState.select(99);
      stale(server().of("move")[0]);
      await settled();
      server().close();
      await vi.advanceTimersByTimeAsync(1000);
      welcomed(5);
      expect(server().of("move")).toMatchObject([{ action: 99, version: 5 }]);
    });

    it("never makes a move that has become legal by asking", async () => {
      tableState.select(99);
      const moves = [{ action: 99, name: "play 99", label: { code: "none", facts: {}, text: "Play 99" } }];
      await late(0, 4, { moves });
      expect(server().of("move")).toHaveLength(1);
      expect(tableState.chosen).toEqual([]);
      expect(tableState.refusals.shown?.text).toContain("moved on");
    });

    it("says so if that happens again", async () => {
      tableState.select(99);
      await late(0, 4);
      await late(1, 5);
      expect(server().of("move")).toHaveLength(2);
      expect(tableState.refusals.shown?.text).toContain("moved on");
    });

    it("is dropped by another tap", async () => {
      tableState.select(99);
      stale(server().of("move")[0]);
      await settled();
      tableState.select(8);
      synced(4);
      expect(server().of("move")).toHaveLength(1);
      expect(tableState.chosen).toEqual([8]);
      expect(tableState.refusals.shown).toBeNull();
    });

    it("shows no answer after another selection", async () => {
      tableState.select(99);
      tableState.select(8);
      await refuse(server().of("move")[0]);
      expect(tableState.chosen).toEqual([8]);
      expect(tableState.refusals.shown).toBeNull();
    });
  });

  it("is not possible for spectators, nor while a bot stands in", () => {
    const seats = (table()["seats"] as { seat: number }[]).map((seat) => ({ ...seat, stand_in: seat.seat === 0 }));
    server().says({ type: "table", table: table({ seats }) });
    tableState.select(7);
    expect(server().of("move")).toEqual([]);
    expect(tableState.refusals.shown?.rule).toBeNull();
    expect(tableState.chosen).toEqual([]);
  });
});

describe("a hint", () => {
  let answer: (winChances: object[]) => void;
  const asked = (at: number): object => ({ clocks: [{ asked_at: at, deadline: null, reserve: 0 }] });

  beforeEach(() => {
    welcomed();
    server().says({ ...update(3, []), ...asked(50) });
    const answered = new Promise<object[]>((done) => (answer = done));
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(await answered)));
  });

  async function comes(close = false): Promise<void> {
    const rated = { name: "play", label: "Play", error: 0, playouts: 9, reason: null };
    answer([
      { ...rated, action: 7, chance: 0.5, close: false },
      { ...rated, action: 8, chance: 0.48, close },
    ]);
    await settled();
  }

  it("shows win chances until the next decision", async () => {
    void tableState.askForHint();
    await comes();
    expect(tableState.hint.best).toMatchObject({ action: 7, chance: 0.5 });
    server().says({ ...update(9, [event(2)]), ...asked(60) });
    tableState.queue.skip();
    expect(tableState.hint.best).toBeNull();
  });

  it("stays while others decide at the same time, and may arrive late", async () => {
    void tableState.askForHint();
    server().says({ ...update(4, [event(2)]), ...asked(50) });
    await comes();
    expect(tableState.winChance(7)).toBe(0.5);
    server().says({ ...update(5, [event(3)]), ...asked(50) });
    tableState.queue.skip();
    expect(tableState.winChance(7)).toBe(0.5);
  });

  it("marks the best move alone, and names the next one only if it is about as good", async () => {
    void tableState.askForHint();
    await comes();
    expect([7, 8].map((action) => tableState.winChance(action))).toEqual([0.5, null]);
    expect(tableState.hint.runnerUp).toBeNull();
  });

  it("names the next move if it is about as good", async () => {
    void tableState.askForHint();
    await comes(true);
    expect(tableState.hint.runnerUp?.action).toBe(8);
    expect(tableState.winChance(8)).toBeNull();
  });

  it("is not shown to the next player on the device", async () => {
    void tableState.askForHint();
    const other = { seat: 1, view: view(3, { seat: 1 }), events: [], now: 0, ...asked(50) };
    server().says({ type: "synced", version: 3, ...other });
    await comes();
    expect(tableState.hint.best).toBeNull();
  });
});

describe("a request about the seats", () => {
  it("does not undo newer updates from the websocket", async () => {
    welcomed();
    server().says({ type: "table", table: table({ revision: 8, spectators: 2 }) });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(table({ revision: 7 })))));
    expect(await tableState.leave()).toBe(true);
    expect(tableState.table?.spectators).toBe(2);
  });
});

describe("another viewer", () => {
  it("misses nothing after a break", async () => {
    const seats = (table()["seats"] as object[]).map((seat) => ({ ...seat, kind: "person", yours: true }));
    const shared = table({ seats, settings: { one_device: true } });
    server().open();
    server().says(welcome(3, [event(0), event(1)], { table: shared }));
    server().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server().url).toContain("since=0");
    server().open();
    const events = [event(0), event(1), event(2)];
    server().says(welcome(4, events, { table: shared, seat: 1, view: view(4, { seat: 1 }) }));
    expect(heard()).toEqual([0, 1, 2]);
  });

  it("sees nothing of the previous viewer's events", () => {
    welcomed();
    tableState.select(7);
    server().says({
      type: "synced",
      version: 3,
      seat: 1,
      view: view(3, { seat: 1 }),
      events: [event(0)],
      clocks: [],
      now: 0,
    });
    expect(tableState.seat).toBe(1);
    expect(heard()).toEqual([0]);
    expect(tableState.chosen).toEqual([]);
    expect(tableState.told).toEqual([]);
  });
});
