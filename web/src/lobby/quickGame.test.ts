import { describe, expect, it } from "vitest";
import type { Api } from "$/net/api";
import { minutesOf, quickGame, rounds } from "./quickGame";

const short = { key: "short", options: { rounds: 3 } };
const usual = { key: "usual", options: {} };
const game = {
  seats: [2, 3, 4],
  usual_seats: 3,
  lengths: [short, usual],
  options: [{ key: "rounds", defaults: { "2": 9, "3": 8, "4": 5 } }],
} as unknown as Api.GameData;

describe("a quick game", () => {
  it("is short at first, with the usual number of players", () => {
    expect(quickGame(game, {})).toEqual({ length: "short", seats: 3, options: { rounds: 3 } });
  });

  it("is as long as last time, for as many", () => {
    expect(quickGame(game, { length: "usual", seats: 4 })).toEqual({ length: "usual", seats: 4, options: {} });
  });

  it("ignores choices that the game no longer has", () => {
    expect(quickGame(game, { length: "endless", seats: 9 })).toMatchObject({ length: "short", seats: 3 });
  });

  it("has the default options if there is one length", () => {
    expect(quickGame({ ...game, lengths: [] }, {})).toEqual({ length: null, seats: 3, options: {} });
  });

  it("takes as long as its part of the rounds", () => {
    expect(minutesOf(game, quickGame(game, {}), [16, 24])).toEqual([6, 9]);
    expect(minutesOf(game, quickGame(game, { length: "usual" }), [16, 24])).toEqual([16, 24]);
    expect(minutesOf({ ...game, lengths: [], options: [] }, quickGame(game, {}), [16, 24])).toEqual([16, 24]);
    expect(minutesOf(game, quickGame(game, {}), null)).toBeNull();
  });

  it("tells its rounds, which may depend on the number of players", () => {
    expect(rounds(game, short, 2)).toBe(3);
    expect(rounds(game, usual, 2)).toBe(9);
    expect(rounds(game, usual, 4)).toBe(5);
    expect(rounds({ ...game, options: [] }, usual, 4)).toBeNull();
  });
});
