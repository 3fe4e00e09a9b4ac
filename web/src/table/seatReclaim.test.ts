import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browser, event, FakeSocket, table, update, welcome } from "./testing";
import type { TableState } from "./tableState.svelte";

let tableState: TableState;
/** What the server was asked for and has not answered yet. */
let questions: ((answer: Response) => void)[];
let asked: number;

const server = (): FakeSocket => FakeSocket.last;
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const clocks = (at: number | null): object[] => [{ asked_at: at, deadline: null, reserve: 0 }];

/** The table with me on the first seat, for whom a bot plays or not. */
function mine(standIn: boolean, more: object = {}): Record<string, unknown> {
  const seats = (table()["seats"] as { seat: number }[]).map((one) => ({
    ...one,
    stand_in: standIn && one.seat === 0,
  }));
  return table({ seats, revision: 1, clocks: clocks(9), ...more });
}

async function answers(status: number, data: object): Promise<void> {
  questions.shift()?.(new Response(JSON.stringify(data), { status }));
  await settled();
}

/** The bot is about to make a move. */
const patience = (code = "stand-in"): Promise<void> =>
  answers(409, { error: { code, text: "Not now.", rule: null, facts: {} } });
const yours = (): Promise<void> => answers(200, mine(false, { revision: 2 }));

/** Somebody has moved; the bot is asked since then, or not. */
async function moved(ply: number, at: number | null, more: object = {}): Promise<void> {
  server().says({ ...update(ply, [event(ply)], more), clocks: clocks(at) });
  await settled();
}

beforeEach(async () => {
  vi.useFakeTimers();
  browser();
  questions = [];
  asked = 0;
  vi.stubGlobal("fetch", (path: string) => {
    expect(path).toBe("/api/v1/tables/t/return");
    asked += 1;
    return new Promise<Response>((done) => questions.push(done));
  });
  vi.resetModules();
  tableState = new (await import("./tableState.svelte")).TableState("t");
  server().open();
  server().says(welcome(3, [], { table: mine(true) }));
});
afterEach(() => {
  tableState.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("returns the seat at once if possible", async () => {
  void tableState.reclaim.start();
  await yours();
  expect(tableState.reclaim.waits).toBe(false);
  expect(tableState.mySeat).toBe(0);
});

it("asks again when the bot has moved, not after a delay", async () => {
  void tableState.reclaim.start();
  await patience();
  expect(tableState.reclaim.waits).toBe(true);
  expect(tableState.refusals.shown).toBeNull();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toBe(1);
  await moved(4, null, { waiting: [1], moves: [] });
  expect(asked).toBe(2);
  await yours();
  expect(tableState.reclaim.waits).toBe(false);
  expect(tableState.mySeat).toBe(0);
});

it("does not ask while the bot is to move", async () => {
  void tableState.reclaim.start();
  await patience();
  await moved(4, 9); // somebody else decided at the same time
  await moved(5, 12); // the bot moves again
  expect(asked).toBe(1);
  await moved(6, null);
  expect(asked).toBe(2);
});

it("asks again if the bot has moved before the response", async () => {
  void tableState.reclaim.start();
  await moved(4, null);
  expect(asked).toBe(1);
  await patience();
  expect(asked).toBe(2);
});

it("asks at most once per move, however often it is told to wait", async () => {
  void tableState.reclaim.start();
  await patience();
  for (const ply of [4, 5, 6]) {
    await moved(ply, null);
    await patience();
    server().says({ type: "table", table: mine(true, { clocks: clocks(null) }) }); // no move
    await settled();
  }
  expect(asked).toBe(4);
  expect(tableState.reclaim.waits).toBe(true);
});

it("can be given up while a request is pending", async () => {
  void tableState.reclaim.start();
  await patience();
  await moved(4, null);
  tableState.reclaim.giveUp();
  await patience();
  expect(tableState.reclaim.waits).toBe(false);
  await moved(5, null);
  expect(asked).toBe(2);
});

it("ends with the game, or when the seat is back anyway", async () => {
  for (const end of [
    () => moved(4, null, { over: true, moves: [] }),
    async () => server().says({ type: "table", table: mine(false) }),
  ]) {
    void tableState.reclaim.start();
    await patience();
    await end();
    expect(tableState.reclaim.waits).toBe(false);
    server().says({ type: "table", table: mine(true) });
  }
  expect(asked).toBe(2);
});

it("reports any other error, and stops waiting", async () => {
  void tableState.reclaim.start();
  await patience("not-running");
  expect(tableState.reclaim.waits).toBe(false);
  expect(tableState.refusals.shown?.text).toBeTruthy();
  await moved(4, null);
  expect(asked).toBe(1);
});
