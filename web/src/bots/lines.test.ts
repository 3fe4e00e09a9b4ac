import { describe, expect, it } from "vitest";
import type { View } from "$/generated/outgoing";
import { en } from "$/i18n/en";
import { character, NAMES } from "./cast";
import { lineAfter, type Bot } from "./lines";

function view(round: number, scores: number[], winners: number[] = []): View {
  return {
    board: { round },
    scores,
    winners,
    over: winners.length > 0,
    ply: 10 * round,
    waiting: [],
  } as unknown as View;
}

describe("the characters of bots", () => {
  it("are different people at one table", () => {
    for (let level = 1; level <= 5; level++) {
      const all = Array.from({ length: 7 }, (_, seat) => character(level, seat));
      expect(new Set(all.map(({ name }) => name)).size).toBe(7);
      expect(new Set(all.map(({ face }) => JSON.stringify(face))).size).toBe(7);
    }
    expect(new Set(NAMES.flat()).size).toBe(35);
  });

  it("are the same for everybody, and exist for levels of other games", () => {
    expect(character(3, 2)).toEqual(character(3, 2));
    expect(character(9, 8).name).toBe(character(5, 1).name);
  });
});

const bots = (...seats: number[]): Bot[] => seats.map((seat) => ({ seat, level: 1 }));

describe("what bots say", () => {
  it("begins with a greeting, and never without bots", () => {
    expect(lineAfter(null, view(1, [0, 0]), bots(1), "t")).toMatchObject({ seat: 1 });
    expect(lineAfter(null, view(1, [0, 0]), [], "t")).toBeNull();
  });

  it("is said by the bot that did best or worst in a round, and not always", () => {
    const said = Array.from({ length: 40 }, (_, n) =>
      lineAfter(view(1, [0, 0, 0]), view(2, [1, 5, 0]), bots(1, 2), `t${n}`),
    );
    const lines = said.filter((line) => line !== null);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(35);
    expect(new Set(lines.map(({ seat }) => seat))).toEqual(new Set([1]));
    expect(lineAfter(view(1, [0, 0]), view(1, [3, 0]), bots(1), "t")).toBeNull();
    expect(lineAfter(view(1, [0, 0]), view(2, [1, 1]), bots(1), "t")).toBeNull();
  });

  it("ends with the winner, or with a loser who congratulates", () => {
    expect(lineAfter(view(1, [0, 0]), view(1, [1, 9], [1]), bots(1), "t")).toMatchObject({ seat: 1 });
    expect(lineAfter(view(1, [0, 0]), view(1, [9, 1], [0]), bots(1), "t")?.key).toMatch(/lost/);
  });

  it("suits who says it, and differs from table to table", () => {
    const greetings = (level: number): Set<string> =>
      new Set(
        Array.from(
          { length: 20 },
          (_, n) => lineAfter(null, view(1, [0, 0]), [{ seat: 1, level }], `t${n}`)?.key ?? "",
        ),
      );
    const all = [1, 2, 3, 4, 5, 9].map(greetings);
    expect(all.map((keys) => [...keys].map((key) => key.split(".")[2])).map((manner) => new Set(manner).size)).toEqual(
      Array.from(all, () => 1),
    );
    expect(all.map((keys) => keys.size)).toEqual(Array.from(all, () => 2));
    expect(all[0]).toEqual(all[1]);
    expect(all[3]).toEqual(all[4]);
    expect(all[4]).toEqual(all[5]);
    expect(new Set([0, 2, 4].flatMap((n) => [...(all[n] ?? [])])).size).toBe(6);
    expect(Object.keys(en.ui)).toEqual(expect.arrayContaining(all.flatMap((keys) => [...keys])));
  });
});
