import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browser, event, FakeSocket, table, update, view, welcome } from "./testing";
import type { Sitting } from "./sitting.svelte";

let sitting: Sitting;
let settings: { confirm: boolean; animation: boolean };

function house(): FakeSocket {
  return FakeSocket.last;
}

function comeIn(ply = 3, events = [event(0), event(1)]): void {
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
const heard = (): number[] => sitting.events.map((one) => one.n);

beforeEach(async () => {
  vi.useFakeTimers();
  browser();
  vi.resetModules();
  ({ settings } = (await import("$/settings.svelte")) as unknown as { settings: typeof settings });
  Object.assign(settings, { confirm: true, animation: true });
  const module = await import("./sitting.svelte");
  sitting = new module.Sitting("t");
});
afterEach(() => {
  sitting.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("coming in", () => {
  it("shows the table as it is, and takes nothing of what was before for news", () => {
    comeIn();
    expect(sitting.shown?.ply).toBe(3);
    expect(heard()).toEqual([0, 1]);
    expect(sitting.news).toEqual([]);
    expect(sitting.unread).toBe(2);
    expect(sitting.asked).toBe(true);
  });

  it("knows the house's clock", () => {
    house().open();
    house().says(welcome(3, [], { now: Date.now() / 1000 + 100 }));
    expect(sitting.skew).toBeCloseTo(100, 1);
  });
});

describe("scenes", () => {
  beforeEach(() => {
    comeIn();
    sitting.dwell = () => 500;
  });

  it("are shown one after the other, each as long as it needs", async () => {
    house().says(update(4, [event(2)]));
    house().says(update(5, [event(3)]));
    expect(sitting.shown?.ply).toBe(4);
    expect(sitting.busy).toBe(true);
    expect(sitting.live).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(sitting.shown?.ply).toBe(5);
    await vi.advanceTimersByTimeAsync(500);
    expect(sitting.busy).toBe(false);
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("can be answered as soon as the last one is seen", () => {
    house().says(update(4, [event(2)]));
    expect(sitting.busy).toBe(true);
    expect(sitting.asked).toBe(true);
    house().says(update(5, [event(3)]));
    expect(sitting.asked).toBe(false);
  });

  it("are shown at once where nothing may move", () => {
    settings.animation = false;
    house().says(update(4, [event(2)]));
    house().says(update(5, [event(3)]));
    expect(sitting.shown?.ply).toBe(5);
    expect(sitting.busy).toBe(false);
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("are not waited for if there are too many", () => {
    for (let n = 0; n < 20; n += 1) house().says(update(4 + n, [event(2 + n)]));
    expect(sitting.shown?.ply).toBeGreaterThanOrEqual(12);
    expect(heard()).toEqual(Array.from({ length: heard().length }, (_, n) => n));
  });

  it("end when somebody touches something, which then counts for the table as it is", () => {
    house().says(update(4, [event(2)], { waiting: [1], moves: [] }));
    house().says(update(5, [event(3)]));
    expect(sitting.shown?.ply).toBe(4);
    sitting.touch(8);
    expect(sitting.shown?.ply).toBe(5);
    expect(sitting.chosen).toEqual([8]);
  });

  it("are told once, even if events come twice", () => {
    house().says(update(4, [event(1), event(2)]));
    sitting.hurry();
    house().says(update(5, [event(2), event(3)]));
    sitting.hurry();
    expect(heard()).toEqual([0, 1, 2, 3]);
  });

  it("never go back", () => {
    house().says(update(6, [event(2)]));
    sitting.hurry();
    house().says(update(5, []));
    sitting.hurry();
    expect(sitting.shown?.ply).toBe(6);
  });
});

describe("a break", () => {
  it("leaves no gap: what was missed comes with the welcome, and is news", async () => {
    comeIn();
    house().close();
    expect(sitting.connection).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(house().url).toContain("since=2");
    house().open();
    house().says(welcome(6, [event(2), event(3)]));
    expect(sitting.connection).toBe("open");
    expect(heard()).toEqual([0, 1, 2, 3]);
    expect(sitting.news.map((one) => one.n)).toEqual([2, 3]);
    expect(sitting.back).toEqual({ resent: 0 });
  });

  it("counts scenes that are still to be shown as seen", async () => {
    comeIn();
    sitting.dwell = () => 5000;
    house().says(update(4, [event(2)]));
    house().says(update(5, [event(3)]));
    house().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(house().url).toContain("since=4");
  });

  it("in the middle of a move sends it again, and says so", async () => {
    comeIn();
    settings.confirm = false;
    sitting.touch(7);
    const [move] = house().of("move");
    house().close();
    expect(sitting.sending).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    comeIn();
    expect(house().of("move")).toEqual([move]);
    expect(sitting.back).toEqual({ resent: 1 });
    house().says(update(4, [event(2)], { waiting: [1], moves: [] }));
    house().says({ type: "ok", id: move?.["id"], version: 3 });
    await settled();
    expect(sitting.sending).toBe(false);
    expect(sitting.chosen).toEqual([]);
    expect(sitting.shown?.ply).toBe(4);
  });

  it("that is final is explained", () => {
    comeIn();
    house().says({ type: "bye", code: "not-signed-in", text: "Who are you?" });
    house().close();
    expect(sitting.ended).toEqual({ code: "not-signed-in", text: "Who are you?" });
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
    expect(sitting.seat).toBeNull();
    sits(0);
    expect(sitting.seat).toBe(0);
    sits(2);
    expect(sitting.seat).toBe(2);
    sits(null);
    expect(sitting.seat).toBeNull();
  });

  it("it does not matter where they sat: the first view says whose eyes these are", () => {
    sits(0);
    house().says(update(3, [event(0)], { seat: 2, waiting: [2] }));
    sits(2);
    expect(sitting.seat).toBe(2);
    expect(sitting.asked).toBe(true);
  });
});

describe("choosing", () => {
  beforeEach(() => comeIn());

  it("takes a second touch to send, or none to take back", () => {
    sitting.touch(7);
    expect(sitting.chosen).toEqual([7]);
    expect(house().of("move")).toEqual([]);
    sitting.takeBack();
    expect(sitting.chosen).toEqual([]);
    sitting.touch(8);
    sitting.touch(8);
    expect(house().of("move")).toMatchObject([{ action: 8, version: 3, seat: 0 }]);
  });

  it("sends at once for those who want it so", () => {
    settings.confirm = false;
    sitting.touch(9);
    expect(house().of("move")).toMatchObject([{ action: 9 }]);
  });

  it("sends several moves one after the other, each on the table as it is then", async () => {
    sitting.propose([7, 8]);
    void sitting.send();
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
    sitting.propose([7, 8]);
    void sitting.send();
    const [first] = house().of("move");
    sitting.takeBack();
    sitting.propose([9]);
    house().says(update(4, []));
    house().says({ type: "ok", id: first?.["id"], version: 3 });
    await settled();
    expect(house().of("move")).toHaveLength(1);
    expect(sitting.chosen).toEqual([]);
    expect(sitting.sending).toBe(false);
  });

  it("stays when the table has moved on and it still can be", async () => {
    sitting.touch(7);
    void sitting.send();
    const [move] = house().of("move");
    stale(move);
    synced(4);
    await settled();
    expect(sitting.chosen).toEqual([7]);
    expect(sitting.sending).toBe(false);
    expect(sitting.complaint).toBeNull();
  });

  it("is gone when it is not possible any more", async () => {
    sitting.touch(7);
    void sitting.send();
    const [move] = house().of("move");
    stale(move);
    await settled();
    synced(4, { moves: [] });
    expect(sitting.chosen).toEqual([]);
    expect(sitting.complaint?.text).toContain("moved on");
  });

  it("is gone without a complaint when the game is over: that is said anyway", () => {
    sitting.touch(7);
    house().says(update(4, [event(2)], { moves: [], over: true }));
    sitting.hurry();
    expect(sitting.chosen).toEqual([]);
    expect(sitting.complaint).toBeNull();
  });

  it("stays while others move", () => {
    sitting.touch(7);
    house().says(update(4, [event(2)]));
    expect(sitting.chosen).toEqual([7]);
  });

  it("of something illegal asks the house why not", async () => {
    sitting.touch(99);
    const [asked] = house().of("move");
    expect(asked).toMatchObject({ action: 99 });
    const facts = { reason: "reason.tokens_closed" };
    house().says({ type: "no", id: asked?.["id"], code: "illegal", text: "no", rule: "HG-2.1", facts });
    await settled();
    expect(sitting.complaint).toEqual({ text: "tokens are played before the first card of a round", rule: "HG-2.1" });
    expect(sitting.chosen).toEqual([]);
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
      sitting.touch(99);
      await late(0, 4);
      expect(house().of("move")).toMatchObject([
        { action: 99, version: 3 },
        { action: 99, version: 4 },
      ]);
      await refuse(house().of("move")[1]);
      expect(sitting.complaint?.rule).toBe("HG-2.1");
    });

    it("asks again after a break, too", async () => {
      sitting.touch(99);
      stale(house().of("move")[0]);
      await settled();
      house().close();
      await vi.advanceTimersByTimeAsync(1000);
      comeIn(5);
      expect(house().of("move")).toMatchObject([{ action: 99, version: 5 }]);
    });

    it("never does what has become possible by asking why not", async () => {
      sitting.touch(99);
      const moves = [{ action: 99, name: "play 99", label: { code: "none", facts: {}, text: "Play 99" } }];
      await late(0, 4, { moves });
      expect(house().of("move")).toHaveLength(1);
      expect(sitting.chosen).toEqual([]);
      expect(sitting.complaint?.text).toContain("moved on");
    });

    it("says so in the end, if that happens once more", async () => {
      sitting.touch(99);
      await late(0, 4);
      await late(1, 5);
      expect(house().of("move")).toHaveLength(2);
      expect(sitting.complaint?.text).toContain("moved on");
    });

    it("is forgotten by whoever touches something else", async () => {
      sitting.touch(99);
      stale(house().of("move")[0]);
      await settled();
      sitting.touch(8);
      synced(4);
      expect(house().of("move")).toHaveLength(1);
      expect(sitting.chosen).toEqual([8]);
      expect(sitting.complaint).toBeNull();
    });

    it("an answer that comes when something else was chosen is not shown", async () => {
      sitting.touch(99);
      sitting.touch(8);
      await refuse(house().of("move")[0]);
      expect(sitting.chosen).toEqual([8]);
      expect(sitting.complaint).toBeNull();
    });
  });

  it("is not for those whose bot plays, nor for spectators", () => {
    const seats = (table()["seats"] as { seat: number }[]).map((seat) => ({ ...seat, stand_in: seat.seat === 0 }));
    house().says({ type: "table", table: table({ seats }) });
    sitting.touch(7);
    expect(house().of("move")).toEqual([]);
    expect(sitting.complaint?.rule).toBeNull();
    expect(sitting.chosen).toEqual([]);
  });
});

describe("a hint", () => {
  let answer: (worths: object[]) => void;
  const asked = (at: number): object => ({ clocks: [{ asked_at: at, deadline: null, reserve: 0 }] });

  beforeEach(() => {
    comeIn();
    house().says({ ...update(3, []), ...asked(50) });
    const answered = new Promise<object[]>((done) => (answer = done));
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(await answered)));
  });

  async function comes(): Promise<void> {
    answer([{ action: 7, name: "play 7", label: "Play 7", chance: 0.5, error: 0, playouts: 9 }]);
    await settled();
  }

  it("tells what moves are worth, until the next decision", async () => {
    void sitting.hint();
    await comes();
    expect(sitting.best).toEqual({ action: 7, chance: 0.5 });
    house().says({ ...update(9, [event(2)]), ...asked(60) });
    sitting.hurry();
    expect(sitting.best).toBeNull();
  });

  it("stays while others decide at the same time, and may come late", async () => {
    void sitting.hint();
    house().says({ ...update(4, [event(2)]), ...asked(50) });
    await comes();
    expect(sitting.worth(7)).toBe(0.5);
    house().says({ ...update(5, [event(3)]), ...asked(50) });
    sitting.hurry();
    expect(sitting.worth(7)).toBe(0.5);
  });

  it("is not told to whoever has the device by then", async () => {
    void sitting.hint();
    const other = { seat: 1, view: view(3, { seat: 1 }), events: [], now: 0, ...asked(50) };
    house().says({ type: "synced", version: 3, ...other });
    await comes();
    expect(sitting.best).toBeNull();
  });
});

describe("a request about the seats", () => {
  it("does not undo what the websocket has told since", async () => {
    comeIn();
    house().says({ type: "table", table: table({ revision: 8, spectators: 2 }) });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(table({ revision: 7 })))));
    expect(await sitting.leave()).toBe(true);
    expect(sitting.table?.spectators).toBe(2);
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
    comeIn();
    sitting.touch(7);
    house().says({
      type: "synced",
      version: 3,
      seat: 1,
      view: view(3, { seat: 1 }),
      events: [event(0)],
      clocks: [],
      now: 0,
    });
    expect(sitting.seat).toBe(1);
    expect(heard()).toEqual([0]);
    expect(sitting.chosen).toEqual([]);
    expect(sitting.news).toEqual([]);
  });
});
