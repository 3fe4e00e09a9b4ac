import { expect, it } from "vitest";
import { ofEyes, ofTable } from "./own.svelte";
import type { Sight } from "./sight";

const sight = (seat: number | null): Sight => ({ seat }) as Sight;

it("is one for each table", () => {
  const of = ofTable(() => ({ number: 0 }));
  const [here, there] = [sight(0), sight(0)];
  of(here).number = 7;
  expect(of(here).number).toBe(7);
  expect(of(there).number).toBe(0);
});

it("is nobody else's: whoever takes the device finds their own", () => {
  const of = ofEyes(() => ({ number: 0 }));
  const table = { seat: 0 } as { seat: number | null };
  of(table as Sight).number = 7;
  table.seat = 1;
  expect(of(table as Sight).number).toBe(0);
  table.seat = null;
  expect(of(table as Sight).number).toBe(0);
  table.seat = 0;
  expect(of(table as Sight).number).toBe(7);
  expect(of(sight(0)).number).toBe(0);
});

it("may be nothing at all", () => {
  let made = 0;
  const of = ofTable((): undefined => void (made += 1));
  const table = sight(0);
  of(table);
  of(table);
  expect(made).toBe(1);
});
