import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NOBODY, NOT_SIGNED_IN, settled, fakeServer, type FakeRequest } from "$/net/testing";

const aki = { id: "p1", name: "Aki", guest: true };
const mei = { id: "p2", name: "Mei", guest: false };
const table = (id: string): object => ({ id, host: null, seats: [], waiting: [] });
const pageOf = (from: number): object[] => Array.from({ length: 10 }, (_, n) => table(`t${from + n}`));

let asked: FakeRequest[];
let tables: typeof import("./tableLists.svelte");
let me: typeof import("$/net/session.svelte");

/** Answer the request for this, the last one that was made. */
async function answer(what: string, body: unknown, status = 200): Promise<void> {
  const found = asked.findLast((one) => one.what.startsWith(what));
  if (found === undefined) throw new Error(`nobody has asked for ${what}`);
  await found.answer(body, status);
}

/** Somebody looks at all lists, and has these running and finished. */
async function looks(running: object[], finished: object[] = []): Promise<void> {
  const looking = tables.refresh();
  await settled();
  await answer("GET /me/tables?status=running", running);
  await answer("GET /me/tables?status=open", []);
  await answer("GET /me/tables?status=over", finished);
  await answer("GET /tables", []);
  await looking;
}

const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id);

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  asked = fakeServer();
  tables = await import("./tableLists.svelte");
  me = await import("$/net/session.svelte");
  const known = me.loadSession();
  await asked[0]?.answer({ me: aki });
  await known;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("lists", () => {
  it("are those of the last refresh, in whatever order responses arrive", async () => {
    const first = tables.refresh();
    await settled();
    const old = asked.find(({ what }) => what.startsWith("GET /me/tables?status=running"));
    await looks([table("new")]);
    await old?.answer([table("old")]);
    for (const one of asked) await one.answer([]);
    await first;
    expect(ids(tables.lists.running)).toEqual(["new"]);
  });

  it("of one user are never shown to the next", async () => {
    const looking = tables.refreshSoon();
    await vi.advanceTimersByTimeAsync(5000);
    tables.clearLists();
    await answer("GET /me/tables?status=running", [table("aki")]);
    await looking;
    expect(tables.lists.running).toEqual([]);
  });

  it("report whether the server has answered", async () => {
    const first = tables.refreshSoon();
    await vi.advanceTimersByTimeAsync(5000);
    await asked.at(-1)?.fail();
    expect(await first).toBe(false);
    const second = tables.refreshSoon();
    await vi.advanceTimersByTimeAsync(5000);
    await answer("GET /me/tables?status=running", [table("a")]);
    expect(await second).toBe(true);
    expect(ids(tables.lists.running)).toEqual(["a"]);
  });

  it("are refreshed without a user when the session has ended", async () => {
    const looking = tables.refresh();
    await settled();
    await answer("GET /me/tables?status=running", NOT_SIGNED_IN, 401);
    await answer("GET /session", NOBODY);
    await answer("GET /tables", [table("open")]);
    expect(await looking).toBe(true);
    expect(tables.lists.state).toBe("known");
    expect(ids(tables.lists.open)).toEqual(["open"]);
  });
});

describe("the tables of others", () => {
  const page = (from: number, count: number): object[] =>
    Array.from({ length: count }, (_, n) => table(`o${from + n}`));

  it("come page by page, and stay when the lists are refreshed", async () => {
    const looking = tables.refresh();
    await settled();
    for (const status of ["running", "open", "over"]) await answer(`GET /me/tables?status=${status}`, []);
    await answer("GET /tables", page(0, 50));
    await looking;
    expect(tables.lists.moreOpen).toBe(true);
    const further = tables.loadMoreOpen();
    await answer("GET /tables", page(0, 50));
    await answer("GET /tables?after=o49", page(50, 7));
    await further;
    expect(tables.lists.open).toHaveLength(57);
    expect(tables.lists.moreOpen).toBe(false);
    const again = tables.refresh();
    await settled();
    for (const status of ["running", "open", "over"]) await answer(`GET /me/tables?status=${status}`, []);
    await answer("GET /tables", page(1, 50));
    await answer("GET /tables?after=o50", page(50, 3));
    await again;
    expect(ids(tables.lists.open)).toHaveLength(52);
  });
});

describe("finished tables", () => {
  beforeEach(() => looks([], pageOf(0)));

  it("come page by page, each once, however often the button is pressed", async () => {
    const twice = [tables.loadMoreFinished(), tables.loadMoreFinished()];
    await answer("GET /me/tables?status=over&limit=10&after=t9", pageOf(10));
    await Promise.all(twice);
    expect(ids(tables.lists.finished)).toEqual(Array.from({ length: 20 }, (_, n) => `t${n}`));
    expect(tables.lists.more).toBe(true);
  });

  it("are not appended to another user's", async () => {
    const further = tables.loadMoreFinished();
    const request = asked.at(-1);
    const again = me.reloadSession();
    await answer("GET /session", { me: mei });
    await again;
    tables.clearLists();
    await looks([], pageOf(0));
    await request?.answer(pageOf(10));
    await further;
    expect(tables.lists.finished).toHaveLength(10);
  });

  it("can be requested again after the server could not be reached", async () => {
    const first = tables.loadMoreFinished().catch(() => "refused");
    await asked.at(-1)?.fail();
    expect(await first).toBe("refused");
    const second = tables.loadMoreFinished();
    await answer("GET /me/tables?status=over&limit=10&after=t9", [table("last")]);
    await second;
    expect(tables.lists.more).toBe(false);
  });
});
