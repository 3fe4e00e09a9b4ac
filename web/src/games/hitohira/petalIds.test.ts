import { describe, expect, test } from "vitest";
import type { Board } from "$/generated/hitohira";
import { petalIds, named, type Ledger } from "./petalIds";

function counts(rows: Record<string, Record<string, number>>): Map<string, Map<string, number>> {
  return new Map(Object.entries(rows).map(([place, row]) => [place, new Map(Object.entries(row))]));
}

function all(ledger: Ledger): string[] {
  return [...ledger.values()].flatMap((row) => [...row.values()].flat());
}

describe("petals keep their ids", () => {
  test("no two have the same", () => {
    const names = all(named(counts({ turn: { red: 2, blue: 1 }, "field-0": { red: 5 } }), new Map()));
    expect(new Set(names).size).toBe(8);
  });

  test("a petal that stays is the same, one that leaves a place turns up in another", () => {
    const before = named(counts({ turn: { red: 2, blue: 1 }, "field-0": { red: 1 }, "screen-0": {} }), new Map());
    const after = named(counts({ turn: {}, "field-0": { red: 1, blue: 1 }, "screen-0": { red: 2 } }), before);
    expect(after.get("field-0")?.get("red")).toEqual(before.get("field-0")?.get("red"));
    expect(after.get("field-0")?.get("blue")).toEqual(before.get("turn")?.get("blue"));
    expect(after.get("screen-0")?.get("red")).toEqual(before.get("turn")?.get("red"));
  });

  test("a new petal came from the pouch", () => {
    const before = named(counts({ turn: { red: 1 } }), new Map());
    const after = named(counts({ turn: { red: 2 } }), before);
    expect(after.get("turn")?.get("red")?.[0]).toBe(before.get("turn")?.get("red")?.[0]);
    expect(all(before)).not.toContain(after.get("turn")?.get("red")?.[1]);
  });
});

describe("tables", () => {
  const board = (red: number): Board =>
    ({ turn: { pieces: [{ colour: "red", count: red }], shown: [] }, players: [] }) as unknown as Board;

  test("carry over the ids of the board shown before", () => {
    const table = { board: board(2) };
    const before = all(petalIds(table));
    table.board = board(3);
    expect(all(petalIds(table)).slice(0, 2)).toEqual(before);
    expect(petalIds(table)).toBe(petalIds(table));
  });

  test("have no petal in common, so none glides from one to the other", () => {
    const here = all(petalIds({ board: board(2) }));
    expect(all(petalIds({ board: board(2) })).some((name) => here.includes(name))).toBe(false);
  });
});
