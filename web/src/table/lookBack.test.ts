import { beforeEach, expect, it, vi } from "vitest";
import { browser, view } from "./testing";

let asked: string[];
let plies: number[];

function frame(ply: number): object {
  return { ply, mover: 1, move: null, events: [], view: view(ply) };
}

/** A server with two frames in a response. */
function served(path: string): Response {
  asked.push(path);
  const from = Number(/from=(\d+)/.exec(path)?.[1] ?? plies[0]);
  const frames = plies.filter((ply) => ply >= from).slice(0, 2);
  return new Response(JSON.stringify({ seat: 0, ply: plies.at(-1), frames: frames.map(frame) }));
}

beforeEach(() => {
  browser();
  vi.resetModules();
  asked = [];
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(served(path)));
});

async function opened(seat: number | null): Promise<number[]> {
  const { LookBack } = await import("./lookBack.svelte");
  const table = { id: "t", seat, queue: { hold: vi.fn() }, refusals: { say: vi.fn() } };
  const back = new LookBack(table as never);
  await back.open();
  return back.frames.map(({ ply }) => ply);
}

it("reaches the present, in as many responses as it takes", async () => {
  plies = [3, 5, 6, 9];
  expect(await opened(0)).toEqual(plies);
  expect(asked).toEqual(["", "&from=5", "&from=6"].map((more) => `/api/v1/tables/t/frames?seat=0${more}`));
});

it("asks once if that is all", async () => {
  plies = [3, 5];
  expect(await opened(null)).toEqual(plies);
  expect(asked).toEqual(["/api/v1/tables/t/frames"]);
});
