import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browser, event, FakeSocket, table, update, view, welcome } from "./testing";
import type { TableState } from "./tableState.svelte";

let tableState: TableState;
let settings: { confirm: boolean; animation: boolean };

function house(): FakeSocket {
  return FakeSocket.last;
}

function welcomed(ply = 3, events = [event(0), event(1)]): void {
  house().open();
  house().says(welcome(ply, events));
}

/** A move came too late; what follows that is the table as it is. */
function stale(move: Record<string, unknown> | undefined): void {
  house().says({ type: "no", id: move?.["id"], code: "stale", text: "stale", rule: null, facts: {} });
}

function synced(ply: number, more: object = {}): void {
  house().says({ type: "synced", version: ply, seat: 0, view: view(ply, more), events: [], clocks: [], now: 0 });
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const heard = (): number[] => tableState.events.map((one) => one.n);

beforeEach(async () => {
  vi.useFakeTimers();
  browser();
  vi.resetModules();
  ({ settings } = (await import("$/settings.svelte")) as unknown as { settings: typeof settings });
  Object.assign(settings, { confirm: true, animation: true });
  const module = await import("./tableState.svelte");
  tableState = new module.TableState("t");
});
afterEach(() => {
  tableState.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("coming in", () => {
  it("shows the table as it is, and takes nothing of what was before for news", () => {
    welcomed();
    expect(tableState.shown?.ply).toBe(3);
    expect(heard()).toEqual([0, 1]);
    expect(tableState.news).toEqual([]);
    expect(tableState.unread).toBe(2);
    expect(tableState.asked).toBe(true);
  });

  it("knows the house's clock", () => {
    house().open();
    house().says(welcome(3, [], { now: Date.now() / 1000 + 100 }));
    expect(tableState.skew).toBeCloseTo(100, 1);
  });
});

describe("scenes", () => {
  beforeEach(() => {
    welcomed();
    tableState.dwell = () => 500;
  });

  it("are shown one after the other, each as long as it needs", async () => {
    house().says(update(4, [event(2)]));
    house().says(update(5, [event(3)]));
    expect(tableState.shown?.ply).toBe(4);
    expect(tableState.busy).toBe(true);
    expect(tableState.live).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(tableState.shown?.ply).toBe(5);
    await vi.advanceTimersByTimeAsync(500);
    expect(tableState.busy).toBe(false);
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("can be answered as soon as the last one is seen", () => {
    house().says(update(4, [event(2)]));
    expect(tableState.busy).toBe(true);
    expect(tableState.asked).toBe(true);
    house().says(update(5, [event(3)]));
    expect(tableState.asked).toBe(false);
  });

  it("are shown at once where nothing may move", () => {
    settings.animation = false;
    house().says(update(4, [event(2)]));
    house().says(update(5, [event(3)]));
    expect(tableState.shown?.ply).toBe(5);
    expect(tableState.busy).toBe(false);
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("are not waited for if there are too many", () => {
    for (let n = 0; n < 20; n += 1) house().says(update(4 + n, [event(2 + n)]));
    expect(tableState.shown?.ply).toBeGreaterThanOrEqual(12);
    expect(heard()).toEqual(Array.from({ length: heard().length }, (_, n) => n));
  });

  it("end when somebody touches something, which then counts for the table as it is", () => {
    house().says(update(4, [event(2)], { waiting: [1], moves: [] }));
    house().says(update(5, [event(3)]));
    expect(tableState.shown?.ply).toBe(4);
    tableState.select(8);
    expect(tableState.shown?.ply).toBe(5);
    expect(tableState.chosen).toEqual([8]);
  });

  it("are told once, even if events come twice", () => {
    house().says(update(4, [event(1), event(2)]));
    tableState.skipAhead();
    house().says(update(5, [event(2), event(3)]));
    tableState.skipAhead();
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("never go back", () => {
    house().says(update(6, [event(2)]));
    tableState.skipAhead();
    house().says(update(5, []));
    tableState.skipAhead();
    expect(tableState.shown?.ply).toBe(6);
  });
});

describe("a break", () => {
  it("leaves no gap: what was missed comes with the welcome, and is news", async () => {
    welcomed();
    house().close();
    expect(tableState.connection).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(house().url).toContain("since=2");
    house().open();
    house().says(welcome(6, [event(2), event(3)]));
    expect(tableState.connection).toBe("open");
    expect(heard()).toEqual([0, 1, 2, 3]);
    expect(tableState.news.map((one) => one.n)).toEqual([2, 3]);
    expect(tableState.back).toEqual({ resent: 0 });
  });

  it("counts scenes that are still to be shown as seen", async () => {
    welcomed();
    tableState.dwell = () => 5000;
    house().says(update(4, [event(2)]));
    house().says(update(5, [event(3)]));
    house().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(house().url).toContain("since=4");
  });

  it("in the middle of a move sends it again, and says so", async () => {
    welcomed();
    settings.confirm = false;
    tableState.select(7);
    const [move] = house().of("move");
    house().close();
    expect(tableState.sending).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    welcomed();
    expect(house().of("move")).toEqual([move]);
    expect(tableState.back).toEqual({ resent: 1 });
    house().says(update(4, [event(2)], { waiting: [1], moves: [] }));
    house().says({ type: "ok", id: move?.["id"], version: 3 });
    await settled();
    expect(tableState.sending).toBe(false);
    expect(tableState.chosen).toEqual([]);
    expect(tableState.shown?.ply).toBe(4);
  });

  it("that is final is explained", () => {
    welcomed();
    house().says({ type: "bye", code: "not-signed-in", text: "Who are you?" });
    house().close();
    expect(tableState.ended).toEqual({ code: "not-signed-in", text: "Who are you?" });
  });
});

describe("before the game", () => {
  const seats = (own: number | null): object[] =>
    (table()["seats"] as { seat: number }[]).map((seat) => ({ ...seat, yours: seat.seat === own }));
  const sits = (own: number | null): void => house().says({ type: "table", table: table({ seats: seats(own) }) });

  beforeEach(() => {
    house().open();
    house().says(welcome(0, [], { view: null, seat: null, table: table({ seats: seats(null) }) }));
  });

  it("somebody may sit down, move over and get up", () => {
    expect(tableState.seat).toBeNull();
    sits(0);
    expect(tableState.seat).toBe(0);
    sits(2);
    expect(tableState.seat).toBe(2);
    sits(null);
    expect(tableState.seat).toBeNull();
  });

  it("it does not matter where they sat: the first view says whose eyes these are", () => {
    sits(0);
    house().says(update(3, [event(0)], { seat: 2, waiting: [2] }));
    sits(2);
    expect(tableState.seat).toBe(2);
    expect(tableState.asked).toBe(true);
  });
});

describe("choosing", () => {
  beforeEach(() => welcomed());

  it("takes a second touch to send, or none to take back", () => {
    tableState.select(7);
    expect(tableState.chosen).toEqual([7]);
    expect(house().of("move")).toEqual([]);
    tableState.takeBack();
    expect(tableState.chosen).toEqual([]);
    tableState.select(8);
    tableState.select(8);
    expect(house().of("move")).toMatchObject([{ action: 8, version: 3, seat: 0 }]);
  });

  it("sends at once for those who want it so", () => {
    settings.confirm = false;
    tableState.select(9);
    expect(house().of("move")).toMatchObject([{ action: 9 }]);
  });

  it("sends several moves one after the other, each on the table as it is then", async () => {
    tableState.propose([7, 8]);
    void tableState.send();
    const [first] = house().of("move");
    expect(house().of("move")).toHaveLength(1);
    house().says(update(4, []));
    house().says({ type: "ok", id: first?.["id"], version: 3 });
    await settled();
    expect(house().of("move")).toMatchObject([
      { action: 7, version: 3 },
      { action: 8, version: 4 },
    ]);
  });

  it("of several moves can be taken back as long as they are not sent", async () => {
    tableState.propose([7, 8]);
    void tableState.send();
    const [first] = house().of("move");
    tableState.takeBack();
    tableState.propose([9]);
    house().says(update(4, []));
    house().says({ type: "ok", id: first?.["id"], version: 3 });
    await settled();
    expect(house().of("move")).toHaveLength(1);
    expect(tableState.chosen).toEqual([]);
    expect(tableState.sending).toBe(false);
  });

  it("stays when the table has moved on and it still can be", async () => {
    tableState.select(7);
    void tableState.send();
    const [move] = house().of("move");
    stale(move);
    synced(4);
    await settled();
    expect(tableState.chosen).toEqual([7]);
    expect(tableState.sending).toBe(false);
    expect(tableState.rejection).toBeNull();
  });

  it("is gone when it is not possible any more", async () => {
    tableState.select(7);
    void tableState.send();
    const [move] = house().of("move");
    stale(move);
    await settled();
    synced(4, { moves: [] });
    expect(tableState.chosen).toEqual([]);
    expect(tableState.rejection?.text).toContain("moved on");
  });

  it("is gone without a complaint when the game is over: that is said anyway", () => {
    tableState.select(7);
    house().says(update(4, [event(2)], { moves: [], over: true }));
    tableState.skipAhead();
    expect(tableState.chosen).toEqual([]);
    expect(tableState.rejection).toBeNull();
  });

  it("stays while others move", () => {
    tableState.select(7);
    house().says(update(4, [event(2)]));
    expect(tableState.chosen).toEqual([7]);
  });

  it("of something illegal asks the house why not", async () => {
    tableState.select(99);
    const [asked] = house().of("move");
    expect(asked).toMatchObject({ action: 99 });
    const facts = { reason: "reason.tokens_closed" };
    house().says({ type: "no", id: asked?.["id"], code: "illegal", text: "no", rule: "HG-2.1", facts });
    await settled();
    expect(tableState.rejection).toEqual({
      text: "tokens are played before the first card of a round",
      rule: "HG-2.1",
    });
    expect(tableState.chosen).toEqual([]);
  });

  describe("of something illegal, when the table has moved on meanwhile,", () => {
    const facts = { reason: "reason.tokens_closed" };
    const refuse = async (move: Record<string, unknown> | undefined): Promise<void> => {
      house().says({ type: "no", id: move?.["id"], code: "illegal", text: "no", rule: "HG-2.1", facts });
      await settled();
    };
    const late = async (n: number, ply: number, more: object = {}): Promise<void> => {
      stale(house().of("move")[n]);
      await settled();
      synced(ply, more);
      await settled();
    };

    it("asks again, for the table as it is", async () => {
      tableState.select(99);
      await late(0, 4);
      expect(house().of("move")).toMatchObject([
        { action: 99, version: 3 },
        { action: 99, version: 4 },
      ]);
      await refuse(house().of("move")[1]);
      expect(tableState.rejection?.rule).toBe("HG-2.1");
    });

    it("asks again after a break, too", async () => {
      tableState.select(99);
      stale(house().of("move")[0]);
      await settled();
      house().close();
      await vi.advanceTimersByTimeAsync(1000);
      welcomed(5);
      expect(house().of("move")).toMatchObject([{ action: 99, version: 5 }]);
    });

    it("never does what has become possible by asking why not", async () => {
      tableState.select(99);
      const moves = [{ action: 99, name: "play 99", label: { code: "none", facts: {}, text: "Play 99" } }];
      await late(0, 4, { moves });
      expect(house().of("move")).toHaveLength(1);
      expect(tableState.chosen).toEqual([]);
      expect(tableState.rejection?.text).toContain("moved on");
    });

    it("says so in the end, if that happens once more", async () => {
      tableState.select(99);
      await late(0, 4);
      await late(1, 5);
      expect(house().of("move")).toHaveLength(2);
      expect(tableState.rejection?.text).toContain("moved on");
    });

    it("is forgotten by whoever touches something else", async () => {
      tableState.select(99);
      stale(house().of("move")[0]);
      await settled();
      tableState.select(8);
      synced(4);
      expect(house().of("move")).toHaveLength(1);
      expect(tableState.chosen).toEqual([8]);
      expect(tableState.rejection).toBeNull();
    });

    it("an answer that comes when something else was chosen is not shown", async () => {
      tableState.select(99);
      tableState.select(8);
      await refuse(house().of("move")[0]);
      expect(tableState.chosen).toEqual([8]);
      expect(tableState.rejection).toBeNull();
    });
  });

  it("is not for those whose bot plays, nor for spectators", () => {
    const seats = (table()["seats"] as { seat: number }[]).map((seat) => ({ ...seat, stand_in: seat.seat === 0 }));
    house().says({ type: "table", table: table({ seats }) });
    tableState.select(7);
    expect(house().of("move")).toEqual([]);
    expect(tableState.rejection?.rule).toBeNull();
    expect(tableState.chosen).toEqual([]);
  });
});

describe("a hint", () => {
  let answer: (winChances: object[]) => void;
  const asked = (at: number): object => ({ clocks: [{ asked_at: at, deadline: null, reserve: 0 }] });

  beforeEach(() => {
    welcomed();
    house().says({ ...update(3, []), ...asked(50) });
    const answered = new Promise<object[]>((done) => (answer = done));
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(await answered)));
  });

  async function comes(): Promise<void> {
    answer([{ action: 7, name: "play 7", label: "Play 7", chance: 0.5, error: 0, playouts: 9 }]);
    await settled();
  }

  it("tells what moves are worth, until the next decision", async () => {
    void tableState.hint();
    await comes();
    expect(tableState.best).toEqual({ action: 7, chance: 0.5 });
    house().says({ ...update(9, [event(2)]), ...asked(60) });
    tableState.skipAhead();
    expect(tableState.best).toBeNull();
  });

  it("stays while others decide at the same time, and may come late", async () => {
    void tableState.hint();
    house().says({ ...update(4, [event(2)]), ...asked(50) });
    await comes();
    expect(tableState.winChance(7)).toBe(0.5);
    house().says({ ...update(5, [event(3)]), ...asked(50) });
    tableState.skipAhead();
    expect(tableState.winChance(7)).toBe(0.5);
  });

  it("is not told to whoever has the device by then", async () => {
    void tableState.hint();
    const other = { seat: 1, view: view(3, { seat: 1 }), events: [], now: 0, ...asked(50) };
    house().says({ type: "synced", version: 3, ...other });
    await comes();
    expect(tableState.best).toBeNull();
  });
});

describe("a request about the seats", () => {
  it("does not undo what the websocket has told since", async () => {
    welcomed();
    house().says({ type: "table", table: table({ revision: 8, spectators: 2 }) });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(table({ revision: 7 })))));
    expect(await tableState.leave()).toBe(true);
    expect(tableState.table?.spectators).toBe(2);
  });
});

describe("other eyes", () => {
  it("after a break miss nothing of what they saw before it", async () => {
    const seats = (table()["seats"] as object[]).map((seat) => ({ ...seat, kind: "person", yours: true }));
    const shared = table({ seats, settings: { one_device: true } });
    house().open();
    house().says(welcome(3, [event(0), event(1)], { table: shared }));
    house().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(house().url).toContain("since=0");
    house().open();
    const events = [event(0), event(1), event(2)];
    house().says(welcome(4, events, { table: shared, seat: 1, view: view(4, { seat: 1 }) }));
    expect(heard()).toEqual([0, 1, 2]);
  });

  it("see another table: nothing of what the first ones saw is left", () => {
    welcomed();
    tableState.select(7);
    house().says({
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
    expect(tableState.news).toEqual([]);
  });
});
