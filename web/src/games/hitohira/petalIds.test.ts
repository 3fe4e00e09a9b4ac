import { describe, expect, test } from "vitest";
import type { Board } from "$/generated/hitohira";
import { ledger, named, type Ledger } from "./petalIds";

function counts(rows: Record<string, Record<string, number>>): Map<string, Map<string, number>> {
  return new Map(Object.entries(rows).map(([place, row]) => [place, new Map(Object.entries(row))]));
}

function all(ledger: Ledger): string[] {
  return [...ledger.values()].flatMap((row) => [...row.values()].flat());
}

describe("petals keep their names", () => {
  test("no two have the same", () => {
    const names = all(named(counts({ turn: { red: 2, blue: 1 }, "field-0": { red: 5 } }), new Map()));
    expect(new Set(names).size).toBe(8);
  });

  test("what stays is the same, what leaves a place is what another gains", () => {
    const before = named(counts({ turn: { red: 2, blue: 1 }, "field-0": { red: 1 }, "screen-0": {} }), new Map());
    const after = named(counts({ turn: {}, "field-0": { red: 1, blue: 1 }, "screen-0": { red: 2 } }), before);
    expect(after.get("field-0")?.get("red")).toEqual(before.get("field-0")?.get("red"));
    expect(after.get("field-0")?.get("blue")).toEqual(before.get("turn")?.get("blue"));
    expect(after.get("screen-0")?.get("red")).toEqual(before.get("turn")?.get("red"));
  });

  test("what comes from nowhere came from the pouch and is new", () => {
    const before = named(counts({ turn: { red: 1 } }), new Map());
    const after = named(counts({ turn: { red: 2 } }), before);
    expect(after.get("turn")?.get("red")?.[0]).toBe(before.get("turn")?.get("red")?.[0]);
    expect(all(before)).not.toContain(after.get("turn")?.get("red")?.[1]);
  });
});

describe("tables", () => {
  const board = (red: number): Board =>
    ({ turn: { pieces: [{ colour: "red", count: red }], shown: [] }, players: [] }) as unknown as Board;

  test("name their petals by what was shown there before", () => {
    const table = { board: board(2) };
    const before = all(ledger(table));
    table.board = board(3);
    expect(all(ledger(table)).slice(0, 2)).toEqual(before);
    expect(ledger(table)).toBe(ledger(table));
  });

  test("have no petal in common, so that nothing comes from one to the other", () => {
    const here = all(ledger({ board: board(2) }));
    expect(all(ledger({ board: board(2) })).some((name) => here.includes(name))).toBe(false);
  });
});
