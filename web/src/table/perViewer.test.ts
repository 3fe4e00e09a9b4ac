import { expect, it } from "vitest";
import { perViewer, perTable } from "./perViewer.svelte";
import type { GameContext } from "./gameContext";

const context = (seat: number | null): GameContext => ({ seat }) as GameContext;

it("is one for each table", () => {
  const of = perTable(() => ({ number: 0 }));
  const [here, there] = [context(0), context(0)];
  of(here).number = 7;
  expect(of(here).number).toBe(7);
  expect(of(there).number).toBe(0);
});

it("is nobody else's: whoever takes the device finds their own", () => {
  const of = perViewer(() => ({ number: 0 }));
  const table = { seat: 0 } as { seat: number | null };
  of(table as GameContext).number = 7;
  table.seat = 1;
  expect(of(table as GameContext).number).toBe(0);
  table.seat = null;
  expect(of(table as GameContext).number).toBe(0);
  table.seat = 0;
  expect(of(table as GameContext).number).toBe(7);
  expect(of(context(0)).number).toBe(0);
});

it("may be nothing at all", () => {
  let made = 0;
  const of = perTable((): undefined => void (made += 1));
  const table = context(0);
  of(table);
  of(table);
  expect(made).toBe(1);
});
