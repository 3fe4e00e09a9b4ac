import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browser, event, view } from "./testing";
import type { SceneQueue } from "./sceneQueue.svelte";
import type { Scene } from "./scenes";

let queue: SceneQueue;
let settings: { animation: boolean; pace: string };
let seen: string[];
let asks = false;
let timed = false;
let rests = 0;

/** A scene of some ply that stays for a second. */
function scene(ply: number, more: Partial<Scene> = {}): Scene {
  const one = { view: view(ply), events: [event(ply)], asked: null, caption: null, stay: 1000, passing: false };
  return { ...(one as unknown as Scene), tally: null, step: false, ...more };
}

const passes = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const OVER = { round: 1, before: [0], after: [3], over: false, at: 0 };

beforeEach(async () => {
  vi.useFakeTimers();
  browser();
  vi.resetModules();
  ({ settings } = (await import("$/settings.svelte")) as unknown as { settings: typeof settings });
  Object.assign(settings, { animation: true, pace: "normal" });
  const { SceneQueue: Class } = await import("./sceneQueue.svelte");
  [seen, asks, timed, rests] = [[], false, false, 0];
  queue = new Class({
    show: (one) => seen.push(`${one.view.ply}:${one.events.map(({ n }) => n).join()}`),
    rest: () => (rests += 1),
    asks: () => asks,
    timed: () => timed,
  });
});
afterEach(() => {
  queue.close();
  vi.useRealTimers();
});

describe("the queue", () => {
  it.each([
    ["slow", 1700],
    ["normal", 1000],
    ["fast", 500],
  ])("shows scenes at the chosen speed: %s", async (pace, stay) => {
    settings.pace = pace;
    queue.add([scene(1), scene(2)]);
    expect(seen).toEqual(["1:1"]);
    expect(queue.behind).toBe(true);
    await passes(stay - 1);
    expect(seen).toHaveLength(1);
    await passes(1);
    expect(seen).toEqual(["1:1", "2:2"]);
    expect(queue.behind).toBe(false);
    expect(rests).toBe(0);
    await passes(stay);
    expect(queue.busy).toBe(false);
    expect(rests).toBe(1);
  });

  it("waits in single steps between what one update tells, also if the player is asked and may answer", async () => {
    settings.pace = "step";
    asks = true;
    queue.add([scene(2, { step: true }), scene(2, { events: [] })]);
    await passes(60_000);
    expect(seen).toEqual(["2:2"]);
    expect(queue.paused).toBe(true);
    expect(queue.behind).toBe(false);
    queue.advance();
    expect(seen).toEqual(["2:2", "2:"]);
    expect(queue.paused).toBe(false);
  });

  it("waits for a key or a touch in single steps, but not for an animation", async () => {
    settings.pace = "step";
    queue.add([scene(1), scene(1, { passing: true, stay: 300, events: [] }), scene(2)]);
    await passes(60_000);
    expect(seen).toEqual(["1:1"]);
    expect(queue.paused).toBe(true);
    queue.advance();
    expect(seen).toEqual(["1:1", "1:"]);
    expect(queue.paused).toBe(false);
    await passes(300);
    expect(seen).toEqual(["1:1", "1:", "2:2"]);
  });

  it("never stops where the player is asked", async () => {
    settings.pace = "step";
    asks = true;
    queue.add([scene(1)]);
    expect(queue.paused).toBe(false);
    expect(queue.behind).toBe(false);
    await passes(1000);
    expect(queue.busy).toBe(false);
  });

  it("shows everything at once without a pace, or while nobody looks", () => {
    settings.pace = "off";
    queue.add([scene(1), scene(2)]);
    expect(seen).toEqual(["2:1,2"]);
    expect(queue.busy).toBe(false);
    settings.pace = "slow";
    vi.stubGlobal("document", { ...document, hidden: true });
    queue.add([scene(3), scene(4)]);
    expect(seen).toEqual(["2:1,2", "4:3,4"]);
  });

  it("leaves out what only gives an animation its time, if there is none", () => {
    settings.animation = false;
    queue.add([scene(1, { passing: true, events: [] }), scene(2)]);
    expect(seen).toEqual(["1:", "2:2"]);
  });

  it("hurries when much is waiting, and when the player's clock runs", async () => {
    queue.add(Array.from({ length: 17 }, (_, n) => scene(n)));
    await passes(500);
    expect(seen).toHaveLength(2);
    queue.skip();
    seen = [];
    timed = true;
    queue.add(Array.from({ length: 6 }, (_, n) => scene(30 + n)));
    await passes(2000);
    expect(seen).toHaveLength(6);
  });

  it("stops at a tally until it is closed, and a tap does not skip it", async () => {
    queue.add([scene(1), scene(2), scene(2, { tally: OVER, events: [] }), scene(3)]);
    queue.skip();
    expect(seen).toEqual(["1:1", "2:2"]);
    expect(queue.tally).toBe(OVER);
    queue.add([scene(4)]);
    queue.skip();
    queue.advance();
    await passes(60_000);
    expect(seen).toHaveLength(2);
    queue.closeTally();
    expect(queue.tally).toBeNull();
    expect(seen.at(-1)).toBe("3:3");
    await passes(1000);
    expect(seen.at(-1)).toBe("4:4");
  });

  it("shows a tally once, with and without animation", async () => {
    settings.animation = false;
    const sweep = scene(1, { passing: true, events: [] });
    queue.addLater([scene(9)], Promise.resolve([scene(1), sweep, scene(1, { tally: OVER, events: [] }), scene(2)]));
    await passes(1000);
    expect(seen).toEqual(["1:1", "1:", "1:"]);
    expect(queue.tally).toBe(OVER);
    queue.closeTally();
    expect(seen.at(-1)).toBe("2:2");
    await passes(1000);
    expect(queue.tally).toBeNull();
    expect(queue.busy).toBe(false);
  });

  it("waits for scenes that are still being fetched, and keeps their place", async () => {
    let answer: (scenes: Scene[]) => void = () => undefined;
    queue.addLater([scene(2)], new Promise((done) => (answer = done)));
    queue.add([scene(3)]);
    await passes(5000);
    expect(seen).toEqual([]);
    expect(queue.behind).toBe(true);
    answer([scene(1), scene(2)]);
    await passes(2000);
    expect(seen).toEqual(["1:1", "2:2", "3:3"]);
  });

  it("shows what it has if somebody does not want to wait for the rest", async () => {
    let answer: (scenes: Scene[]) => void = () => undefined;
    queue.addLater([scene(2)], new Promise((done) => (answer = done)));
    queue.skip();
    expect(seen).toEqual(["2:2"]);
    answer([scene(1), scene(2)]);
    await passes(5000);
    expect(seen).toEqual(["2:2"]);
  });

  it("stands still while the player looks back", async () => {
    queue.add([scene(1), scene(2)]);
    queue.hold(true);
    queue.add([scene(3)]);
    await passes(5000);
    expect(seen).toEqual(["1:1"]);
    queue.hold(false);
    expect(seen).toEqual(["1:1", "2:2"]);
  });
});
