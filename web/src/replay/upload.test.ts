import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled, fakeServer, type FakeRequest } from "$/net/testing";
import { browser } from "$/table/testing";
import { fromTable } from "./source";

let asked: FakeRequest[];
let upload: (typeof import("./upload.svelte"))["upload"];

/** A game of one move. */
const game = (name: string, plies = 1): object => ({
  game: "hagakure",
  seats: 2,
  plies,
  move_seats: [],
  players: [
    { kind: "person", name, level: null },
    { kind: "bot", name: null, level: 3 },
  ],
  scores: [],
  frames: [0, 1].map((ply) => ({ ply, mover: null, move: null, events: [], view: { ply, board: {}, waiting: [] } })),
});

beforeEach(async () => {
  browser();
  vi.resetModules();
  asked = fakeServer();
  ({ upload } = await import("./upload.svelte"));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("an uploaded record", () => {
  it("is shown, and kept when the replay is closed", async () => {
    const done = upload.text('{"a": 1}');
    await settled();
    expect(upload.busy).toBe(true);
    await asked[0]?.answer(game("Aki"));
    await done;
    expect(upload.replay?.players[0]?.name).toBe("Aki");
    expect(upload.busy).toBe(false);
    upload.putAway();
    expect(upload.replay).toBeNull();
    const again = upload.again();
    await settled();
    await asked[1]?.answer(game("Aki"));
    await again;
    expect(upload.replay?.players[0]?.name).toBe("Aki");
  });

  it("gives way to a later one, whichever is read first", async () => {
    const both = [upload.text('{"a": 1}'), upload.text('{"b": 2}')];
    await settled();
    await asked[1]?.answer(game("Mei"));
    await both[1];
    await asked[0]?.answer(game("Aki"));
    await both[0];
    expect(upload.replay?.players[0]?.name).toBe("Mei");
  });

  it("shows no error of an upload that was replaced", async () => {
    const both = [upload.text('{"a": 1}'), upload.text('{"b": 2}')];
    await settled();
    await asked[1]?.answer(game("Mei"));
    await both[1];
    await asked[0]?.fail();
    await both[0];
    expect(upload.problem).toBeNull();
  });

  it("is fetched no further after the page was left", async () => {
    const done = upload.text('{"a": 1}');
    await settled();
    upload.putAway();
    expect(upload.busy).toBe(false);
    await asked[0]?.answer(game("Aki", 500));
    await done;
    await settled();
    expect(upload.replay).toBeNull();
    // The second page was on its way when the replay was closed; no other follows it.
    for (const one of asked.slice(1)) await one.answer(game("Aki", 500));
    expect(asked.length).toBeLessThanOrEqual(2);
  });
});

it("a record that failed to load is requested again", async () => {
  const source = fromTable("t");
  const first = source.record().catch(() => "refused");
  await asked[0]?.fail();
  expect(await first).toBe("refused");
  const second = source.record();
  await asked[1]?.answer({ moves: [] });
  expect(await second).toEqual({ moves: [] });
  expect(await source.record()).toEqual({ moves: [] });
  expect(asked).toHaveLength(2);
});
